import { expect, test } from 'vitest';
import { openNewest, type Bundle } from './newest.ts';

/** A clock that the test moves, and everything that is due on the way. */
function openBench() {
  let now = 0;
  let due: { readonly at: number; readonly work: () => void } | undefined;
  const newest = openNewest({
    flushMs: 100,
    nowMs: () => now,
    later: (ms, work) => {
      const mine = { at: now + ms, work };
      due = mine;
      return () => {
        if (due === mine) due = undefined;
      };
    },
  });
  const pass = (ms: number): void => {
    const until = now + ms;
    while (due && due.at <= until) {
      const { at, work } = due;
      due = undefined;
      now = at;
      work();
    }
    now = until;
  };
  return { newest, pass };
}

function openReader() {
  const heard: string[] = [];
  const reader = {
    isSlow: false,
    heard,
    push(events: Buffer): boolean {
      if (!reader.isSlow) heard.push(String(events));
      return !reader.isSlow;
    },
  };
  return reader;
}

const ticksOf = (...keys: string[]): Bundle => ({ event: 'ticks', head: '[', tail: ']', keys });

test('what changes within a flush is written once, as it is at its end', () => {
  const { newest, pass } = openBench();
  const reader = openReader();
  newest.read(reader, [ticksOf('a', 'b')]);
  pass(0);
  newest.put('a', { json: '1' });
  newest.put('a', { json: '2' });
  newest.put('b', { json: '7' });
  pass(99);
  expect(reader.heard).toEqual([]);
  pass(1);
  expect(reader.heard).toEqual(['event: ticks\ndata: [2,7]\n\n']);
  newest.put('a', { json: '3' });
  newest.put('b', { json: '7' });
  pass(100);
  expect(reader.heard.slice(1)).toEqual(['event: ticks\ndata: [3]\n\n']);
});

test('a reader hears what it reads and nothing else, and all of it when it begins', () => {
  const { newest, pass } = openBench();
  const [early, late] = [openReader(), openReader()];
  newest.read(early, [ticksOf('a')]);
  newest.put('a', { json: '1' });
  newest.put('b', { json: '1' });
  pass(100);
  newest.read(late, [ticksOf('a'), ticksOf('b')]);
  pass(100);
  expect(early.heard).toEqual(['event: ticks\ndata: [1]\n\n']);
  expect(late.heard.join('')).toBe('event: ticks\ndata: [1]\n\nevent: ticks\ndata: [1]\n\n');
  newest.read(late, [ticksOf('a'), ticksOf('b')]);
  pass(200);
  expect(late.heard).toHaveLength(1);
});

test('a slow reader misses what lay between and gets the newest, however much there was; the others do not wait', () => {
  const { newest, pass } = openBench();
  const [quick, slow] = [openReader(), openReader()];
  for (const reader of [quick, slow]) newest.read(reader, [ticksOf('a', 'b')]);
  pass(100);
  slow.isSlow = true;
  for (let price = 1; price <= 50; price += 1) {
    newest.put('a', { json: String(price) });
    pass(100);
  }
  newest.put('b', { json: '5' });
  pass(100);
  expect(quick.heard).toHaveLength(51);
  slow.isSlow = false;
  pass(100);
  expect(slow.heard).toEqual(['event: ticks\ndata: [50,5]\n\n']);
});

test('an instant alone is no news, and what nobody keeps up is told to nobody who comes later', () => {
  const { newest, pass } = openBench();
  const [first, second] = [openReader(), openReader()];
  newest.read(first, [ticksOf('a')]);
  newest.put('a', { json: '{"equity":"5","as_of":"12:00"}', sameAs: '5' });
  pass(100);
  newest.put('a', { json: '{"equity":"5","as_of":"12:01"}', sameAs: '5' });
  pass(100);
  expect(first.heard).toHaveLength(1);
  newest.release(first);
  newest.forget('a');
  newest.read(second, [ticksOf('a')]);
  pass(100);
  expect(second.heard).toEqual([]);
});

test('what is patient rides along with what is not, and is written by itself when nothing else comes', () => {
  const { newest, pass } = openBench();
  const reader = openReader();
  newest.read(reader, [ticksOf('a'), ticksOf('b')]);
  pass(1000);
  newest.put('b', { json: '5', isPatient: true });
  pass(10);
  newest.put('a', { json: '1' });
  pass(0);
  expect(reader.heard).toEqual(['event: ticks\ndata: [1]\n\nevent: ticks\ndata: [5]\n\n']);
  pass(1000);
  newest.put('b', { json: '6', isPatient: true });
  pass(100);
  expect(reader.heard).toHaveLength(2);
});
