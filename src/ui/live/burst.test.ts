import { expect, test } from 'vitest';
import { openBurst } from './burst.ts';

/** A burst whose time is moved by the test; `told` says what was told when. */
function opened() {
  let now = 0;
  let waiting: { at: number; work: () => void } | undefined;
  const told: [number, string][] = [];
  const burst = openBurst({
    tell: (topics) => told.push([now, topics.join(' ')]),
    nowMs: () => now,
    later: (ms, work) => {
      waiting = { at: now + ms, work };
      return () => (waiting = undefined);
    },
  });
  const until = (ms: number): void => {
    for (let next = waiting; next && next.at <= ms; next = waiting) {
      now = next.at;
      waiting = undefined;
      next.work();
    }
    now = ms;
  };
  const hearAt = (ms: number, ...topics: string[]): void => {
    until(ms);
    burst.hear(topics);
  };
  return { burst, told, until, hearAt };
}

test('the steps of one transfer are read at its first word and once when it has settled', () => {
  const { told, until, hearAt } = opened();
  for (const ms of [0, 80, 300, 700, 1200]) hearAt(ms, 'transfers', 'accounts');
  until(10_000);
  expect(told).toEqual([
    [0, 'transfers accounts'],
    [1800, 'transfers accounts'],
  ]);
});

test('a word that comes alone is told at once, and so is the next one after some quiet', () => {
  const { told, until, hearAt } = opened();
  hearAt(0, 'inbox');
  hearAt(5000, 'inbox');
  until(10_000);
  expect(told).toEqual([
    [0, 'inbox'],
    [5000, 'inbox'],
  ]);
});

test('another topic does not wait for the burst of the first', () => {
  const { told, until, hearAt } = opened();
  hearAt(0, 'transfers');
  hearAt(100, 'transfers', 'notices');
  until(10_000);
  expect(told).toEqual([
    [0, 'transfers'],
    [100, 'notices'],
    [700, 'transfers'],
  ]);
});

test('words that never pause are told all the same, and never more often than they must', () => {
  const { told, until, hearAt } = opened();
  for (let ms = 0; ms <= 10_000; ms += 100) hearAt(ms, 'positions');
  until(20_000);
  expect(told.map(([ms]) => ms)).toEqual([0, 2600, 5100, 7600, 10_100]);
});

test('whenever the last word comes, something is told at it or soon after it', () => {
  for (let last = 0; last <= 4000; last += 50) {
    const { told, until, hearAt } = opened();
    for (const ms of [0, 250, 900, 1300, 2100].filter((before) => before < last)) hearAt(ms, 'accounts');
    hearAt(last, 'accounts');
    until(60_000);
    const [toldAt = -1] = told.at(-1) ?? [];
    expect({ last, isInTime: toldAt >= last && toldAt <= last + 600 }).toEqual({ last, isInTime: true });
  }
});

test('that everything is stale stands for every topic', () => {
  const { told, until, hearAt } = opened();
  hearAt(0, '*');
  hearAt(50, 'accounts');
  hearAt(90, '*');
  until(10_000);
  expect(told).toEqual([
    [0, '*'],
    [690, '*'],
  ]);
});

test('a page that is left hears nothing more', () => {
  const { burst, told, until, hearAt } = opened();
  hearAt(0, 'accounts');
  hearAt(10, 'accounts');
  burst.close();
  until(10_000);
  expect(told).toHaveLength(1);
});
