import { expect, test } from 'vitest';
import { boundedText } from './body.ts';

async function* pieces(bytes: Uint8Array, size: number, seen: number[] = []) {
  for (let from = 0; from < bytes.length; from += size) {
    seen.push(from);
    yield bytes.subarray(from, from + size);
  }
}

test.each([1, 2, 3, 100])('a text comes through whole in pieces of %i bytes, whatever they cut through', async (size) => {
  const text = '\uFEFF{"name":"Zoë 王小明 🏦"}';
  const bytes = new TextEncoder().encode(text);
  expect(await boundedText(pieces(bytes, size), bytes.length)).toBe(text);
});

test('what is larger is not read to its end', async () => {
  const seen: number[] = [];
  await expect(boundedText(pieces(new Uint8Array(1_000), 10, seen), 35)).rejects.toThrow('larger than 35 bytes');
  expect(seen).toEqual([0, 10, 20, 30]);
});

test('no body is no text', async () => {
  expect(await boundedText(null, 10)).toBe('');
});
