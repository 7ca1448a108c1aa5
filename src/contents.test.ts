import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { regionKeys } from './law/regions/profile.ts';

/* What no file may say, whatever room it stands in. */

const source = import.meta.dirname;
const files = ['src', 'seed']
  .flatMap((folder) => readdirSync(path.join(path.dirname(source), folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)));
const production = files.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('server/testing/'));
const read = (file: string): string => readFileSync(path.join(source, file), 'utf8');

test('every queue of the desk is one that its area puts cases into', () => {
  const idle = production
    .filter((file) => /^areas\/[^/]+\/queues\.ts$/.test(file))
    .flatMap((file) => {
      const others = production.filter((each) => each !== file && each.startsWith(`${path.dirname(file)}/`)).map(read);
      const names = [...read(file).matchAll(/^export const (?!queues\b)(\w+)/gm)].map(([, name = '']) => name);
      return names.filter((name) => !others.some((text) => text.includes(name))).map((name) => `${file}: ${name}`);
    });
  expect(idle).toEqual([]);
});

test('amounts are never made into floats outside base/money', () => {
  const inMoneyRooms = production.filter((file) => /^(ledger|areas|ports\/payments)\//.test(file));
  expect(
    inMoneyRooms.filter((file) => /\bparseFloat\(|\.toFixed\(|Number\((amount|balance|minor|money)/i.test(read(file))),
  ).toEqual([]);
});

test('a region is quoted by name only in the law', () => {
  const names = regionKeys.join('|');
  const quoted = new RegExp(String.raw`(region|site)(\.key)?\s*(===|!==)\s*'|case '(${names})':`);
  const elsewhere = production.filter((file) => !/^(law|\.\.\/seed)\//.test(file));
  expect(elsewhere.filter((file) => quoted.test(read(file)))).toEqual([]);
});

test('nothing is left for later', () => {
  // Split, so that this file does not find itself.
  const marks = /\bTO[D]O\b|FIX[M]E|\bX[X]X\b|not (yet )?implement[e]d|coming soo[n]|@ts-ignor[e]/;
  expect(files.filter((file) => file !== 'contents.test.ts' && marks.test(read(file)))).toEqual([]);
});
