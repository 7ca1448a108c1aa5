import { expect, test } from 'vitest';
import { expressionsOf, slowAmong } from '../bin/build/expressions.ts';

const faultsOf = (text: string): Promise<string[]> => slowAmong(expressionsOf('planted.ts', text));

test.each([
  ['one that looks on from every place of a text', String.raw`const tidy = path.replace(/\/+$/, '');`],
  ['one that is made when it runs', String.raw`const cut = new RegExp(String.raw${'`'}\s+${'${name}'}$${'`'}, 'u');`],
  ['one that tries every way to divide a text', `const isWord = /^(?:a|a)*$/.test(text);`],
  ['one whose text nobody can read', `const found = RegExp(source).exec(text);`],
])('%s is found, with where it stands', async (_what, text) => {
  expect(await faultsOf(`const first = 1;\n${text}`)).toEqual([expect.stringMatching(/^planted\.ts:2 /)]);
});

test('one that takes as long as its text is none', async () => {
  expect(
    await faultsOf(String.raw`export const isTag = (text: string) => /^[a-z]+(?:-\w{1,8})*$/.test(text) || /a|b/.test(text);`),
  ).toEqual([]);
});
