import { expect, test } from 'vitest';
import { openPushed } from './pushed.ts';
import { openWatching } from './watching.ts';

/** A tab with a clock that the test moves, and a server that answers when the test lets it. */
function openTab() {
  let now = 0;
  let due: { readonly at: number; readonly work: () => void } | undefined;
  const pushed = openPushed();
  const sent: { readonly stream: string; readonly wish: string | undefined }[] = [];
  const standing: boolean[] = [];
  const tab = { isSeen: true, fails: false, seen: (): void => undefined };
  const watching = openWatching<string>({
    pushed,
    send: async (stream, wish) => {
      sent.push({ stream, wish });
      if (tab.fails) throw new Error('no answer');
    },
    onStanding: (stands) => standing.push(stands),
    isSeen: () => tab.isSeen,
    onSeen: (listener) => {
      tab.seen = listener;
      return () => undefined;
    },
    later: (ms, work) => {
      const mine = { at: now + ms, work };
      due = mine;
      return () => {
        if (due === mine) due = undefined;
      };
    },
  });
  const pass = async (ms: number): Promise<void> => {
    const until = now + ms;
    while (due && due.at <= until) {
      const { at, work } = due;
      due = undefined;
      now = at;
      work();
      // What was sent is answered before the clock goes on.
      await new Promise(setImmediate);
    }
    now = until;
  };
  return { pushed, watching, sent, standing, tab, pass };
}

test('what several parts of a screen want is said once, when there is a stream, and again before it runs out', async () => {
  const { pushed, watching, sent, standing, pass } = openTab();
  watching.want('EURUSD');
  await pass(10_000);
  expect(sent).toEqual([]);
  pushed.keepStream('first');
  watching.want('EURUSD,GBPUSD');
  await pass(100);
  expect(sent).toEqual([{ stream: 'first', wish: 'EURUSD,GBPUSD' }]);
  expect(standing.at(-1)).toBe(true);
  await pass(59_000);
  watching.want('EURUSD,GBPUSD');
  expect(sent).toHaveLength(1);
  await pass(2_000);
  expect(sent).toHaveLength(2);
});

test('the stream that follows is told again, and until then nothing stands', async () => {
  const { pushed, watching, sent, standing, pass } = openTab();
  pushed.keepStream('first');
  watching.want('EURUSD');
  await pass(100);
  pushed.keepStream(undefined);
  expect(standing.at(-1)).toBe(false);
  await pass(30_000);
  expect(sent).toHaveLength(1);
  pushed.keepStream('second');
  await pass(100);
  expect(sent.at(-1)).toEqual({ stream: 'second', wish: 'EURUSD' });
  expect(standing.at(-1)).toBe(true);
});

test('a tab that nobody sees wants nothing and says nothing more, and takes up again when it is seen', async () => {
  const { pushed, watching, sent, tab, pass } = openTab();
  pushed.keepStream('first');
  watching.want('EURUSD');
  await pass(100);
  tab.isSeen = false;
  tab.seen();
  await pass(300_000);
  expect(sent.slice(1)).toEqual([{ stream: 'first', wish: undefined }]);
  tab.isSeen = true;
  tab.seen();
  await pass(100);
  expect(sent.at(-1)).toEqual({ stream: 'first', wish: 'EURUSD' });
});

test('a refusal is no standing watch and is tried again after a while, not at once', async () => {
  const { pushed, watching, sent, standing, tab, pass } = openTab();
  tab.fails = true;
  pushed.keepStream('first');
  watching.want('EURUSD');
  await pass(9_000);
  expect([sent.length, standing.at(-1)]).toEqual([1, false]);
  tab.fails = false;
  await pass(2_000);
  expect([sent.length, standing.at(-1)]).toEqual([2, true]);
});

test('a screen that is left takes back what it wanted', async () => {
  const { pushed, watching, sent, pass } = openTab();
  pushed.keepStream('first');
  watching.want('EURUSD');
  await pass(100);
  watching.close();
  await pass(300_000);
  expect(sent.slice(1)).toEqual([{ stream: 'first', wish: undefined }]);
});
