import { expect, test } from 'vitest';
import { makeLock } from './lock.ts';

test('everything that met a 401 waits for the one sign-in and goes on after it', async () => {
  const lock = makeLock();
  const seen: boolean[] = [];
  lock.subscribe(() => seen.push(lock.isShut()));
  const waits = [lock.wait(), lock.wait(), lock.wait()];
  expect(lock.isShut()).toBe(true);
  lock.open();
  await Promise.all(waits);
  expect(lock.isShut()).toBe(false);
  expect(seen).toEqual([true, false]);
});

test('a lock that is held stays away', () => {
  const lock = makeLock();
  lock.hold();
  void lock.wait();
  expect(lock.isShut()).toBe(false);
});
