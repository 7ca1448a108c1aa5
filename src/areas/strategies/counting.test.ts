import { expect, test } from 'vitest';
import { openCounting } from './counting.ts';

test('what was counted is told for two seconds, to whoever asks the same', async () => {
  let nowMs = 0;
  let asked = 0;
  const countOnce = openCounting(() => nowMs);
  const count = (): Promise<number> => Promise.resolve((asked += 1));
  expect([await countOnce('all', count), await countOnce('all', count), await countOnce('top', count)]).toEqual([1, 1, 2]);
  nowMs = 1999;
  expect(await countOnce('all', count)).toBe(1);
  nowMs = 2000;
  expect(await countOnce('all', count)).toBe(3);
});

test('what could not be counted is counted again, and the oldest of many questions is forgotten', async () => {
  const countOnce = openCounting(() => 0);
  await expect(countOnce('all', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await countOnce('all', () => Promise.resolve(7))).toBe(7);
  for (let place = 0; place < 500; place += 1) await countOnce(`search ${place}`, () => Promise.resolve(place));
  expect(await countOnce('all', () => Promise.resolve(8))).toBe(8);
  expect(await countOnce('search 499', () => Promise.resolve(0))).toBe(499);
});
