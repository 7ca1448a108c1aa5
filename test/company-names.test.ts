import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DeclaredColumns } from '../src/base/columns.ts';
import type { Say } from '../src/base/wording.ts';
import { partSaid } from '../src/areas/cases/rules.ts';
import { companyName } from '../src/law/companyNames.ts';

/* Staff read a company's name, on the screen and in what they take along; its number is for programs. */

const root = path.dirname(import.meta.dirname);
const say: Say = (id) => id;

const lists = await Promise.all(
  globSync('src/areas/*/rules.ts', { cwd: root }).map(async (file) => {
    const module = (await import(path.join(root, file))) as Readonly<Record<string, unknown>>;
    return Object.entries(module).flatMap(([name, columns]) => {
      const company = (columns as DeclaredColumns<{ readonly company: number }> | null | undefined)?.['company'];
      return typeof company?.text === 'function' ? [{ name: `${path.basename(path.dirname(file))}.${name}`, company }] : [];
    });
  }),
);

describe.each(lists.flat())('the list $name', ({ company }) => {
  test('names a company', () => {
    expect(company.text({ company: 3 }, say)).toBe('desk.company.3');
  });
});

test('every list that has a company is looked at', () => {
  expect(lists.flat().length).toBeGreaterThanOrEqual(11);
});

test('what a case tells of a company is its name too', () => {
  expect(partSaid({ queue: 'differences' }, ['company', 1], say)).toBe('desk.company.1');
  expect(partSaid({ queue: 'moves' }, ['from', 3], say)).toBe('desk.company.3');
  expect(partSaid({ queue: 'moves' }, ['country', 'GB'], say)).toBeUndefined();
  expect(partSaid({ queue: 'withdrawals' }, ['from', 3], say)).toBeUndefined();
});

test('a number that is no company’s stays one', () => {
  expect(companyName(2, say)).toBe('2');
});
