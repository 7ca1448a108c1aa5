import { expect, onTestFinished, test, vi } from 'vitest';
import { openShares } from './shares.ts';

/** What has begun so far, in its order. */
function watching(shares = openShares()) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask(owner: string, name: string): void {
      void shares.take(owner, 2).then((end) => {
        begun.push(name);
        ends.set(name, end);
      });
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await allSaid();
    },
  };
}

const allSaid = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the third read of one caller waits for the first to end, and nobody else waits for it', async () => {
  const { begun, ask, end } = watching();
  for (const name of ['a', 'b', 'c', 'd']) ask('client:1', name);
  ask('client:2', 'other');
  await allSaid();
  expect(begun).toEqual(['a', 'b', 'other']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'other', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'other', 'c', 'd']);
});

test('what has ended leaves room for as many as before', async () => {
  const { begun, ask, end } = watching();
  for (const name of ['a', 'b', 'c']) ask('client:1', name);
  await allSaid();
  for (const name of ['a', 'b', 'c']) await end(name);
  for (const name of ['d', 'e', 'f']) ask('client:1', name);
  await allSaid();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a read that waits for an outside party keeps nobody back, and gives nothing back twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, ask, end } = watching();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ask('client:1', name);
  await allSaid();
  vi.advanceTimersByTime(500);
  await allSaid();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end('a');
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end('c');
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});
