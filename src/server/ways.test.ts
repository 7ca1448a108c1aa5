import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gateCodes } from '../law/gates.ts';
import type { Contract } from '../protocol/call.ts';
import { protocolRefusals } from '../protocol/refusals.ts';
import { wayFrom } from '../protocol/ways.ts';
import { wayOfEveryCode } from './ways.ts';

const src = path.dirname(import.meta.dirname);

test('whoever is told no is told how to go on: a way for each code, and none for what nobody says', async () => {
  const modules = await Promise.all(
    globSync('areas/*/contract.ts', { cwd: src }).map(
      async (file) => (await import(path.join(src, file))) as Readonly<Record<string, Contract>>,
    ),
  );
  const contracts = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => typeof value === 'object' && 'calls' in value);
  const specs = contracts.flatMap(({ calls }) => Object.values(calls)).filter(({ who }) => who !== 'staff');
  const said = new Set([...specs.flatMap(({ errors }) => Object.keys(errors)), ...gateCodes, ...Object.keys(protocolRefusals)]);
  expect(said.size).toBeGreaterThan(80);
  expect(Object.keys(wayOfEveryCode).toSorted()).toEqual([...said].toSorted());
});

test('a code that this page does not know leads to support', () => {
  expect(wayFrom('of_a_later_release')).toBe('contact');
  expect(wayFrom(undefined)).toBe('contact');
  expect(wayFrom('toString')).toBe('contact');
});
