import { expect, test } from 'vitest';
import { openParties } from './parties.ts';

function opened() {
  const lines: [object, string][] = [];
  let now = 0;
  const parties = openParties({
    log: { warn: (facts: object, text: string) => void lines.push([facts, text]) },
    nowMs: () => now,
    now: () => new Date(now),
  });
  let answer: unknown = { outcome: 'sent' };
  const port = parties.watch('mail', 'mail.example:465', {
    secret: 7,
    send: async (_letter: string) => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
    name: () => 'a port',
    close: () => undefined,
  });
  return { parties, port, lines, answers: (next: unknown) => (answer = next), at: (seconds: number) => (now = seconds * 1000) };
}

test('a party is there until it does not answer, and each change is one line with its cause', async () => {
  const { parties, port, lines, answers, at } = opened();
  expect(parties.states()).toEqual(new Map([['mail', true]]));
  await port.send('one');
  answers({ outcome: 'unknown', reason: 'no answer in time' });
  await port.send('two');
  await port.send('three');
  expect(parties.states()).toEqual(new Map([['mail', false]]));
  at(90);
  answers({ outcome: 'refused', code: 'bad_recipient' });
  await port.send('four');
  expect(parties.states()).toEqual(new Map([['mail', true]]));
  expect(lines).toEqual([
    [{ party: 'mail', vendor: 'mail.example:465', cause: 'no answer in time' }, 'an outside party does not answer'],
    [{ party: 'mail', vendor: 'mail.example:465', awaySeconds: 90 }, 'an outside party answers again'],
  ]);
});

test('since when is told of the question that was asked last in vain, whatever else was answered', async () => {
  let now = 0;
  const parties = openParties({ log: { warn: () => undefined }, nowMs: () => now, now: () => new Date(now) });
  const away = { outcome: 'unknown', reason: 'no answer' };
  const answers = { ticks: away as object, account: { outcome: 'done' } as object };
  const port = parties.watch('mt5', 'mt5.example', { ticks: async () => answers.ticks, account: async () => answers.account });
  const since = () => parties.silentSince(['mt5', 'mt4'])?.getTime();
  const ask = async (atMs: number) => {
    now = atMs;
    await Promise.all([port.ticks(), port.account()]);
  };
  expect(since()).toBeUndefined();
  await ask(1_000);
  await ask(50_000);
  await ask(100_000);
  expect(since()).toBe(1_000);
  // Nobody asks for prices while the platform comes back and goes again.
  now = 150_000;
  await port.account();
  await ask(170_000);
  expect(since()).toBe(170_000);
  answers.ticks = { outcome: 'refused', code: 'server_fault' };
  await ask(180_000);
  expect(since()).toBe(170_000);
  answers.ticks = { outcome: 'refused', code: 'unknown_symbol' };
  await ask(190_000);
  expect(since()).toBeUndefined();
  expect(parties.silentSince(['research'])).toBeUndefined();
});

test.each([
  [{ outcome: 'later', reason: 'busy' }, 'busy'],
  [{ gt: 'x', challenge: 'y', success: 0 }, 'it gave no challenge'],
  [false, 'it cannot be reached'],
  [new Error('broken'), 'Error: broken'],
])('%o is no answer', async (answer, cause) => {
  const { port, lines, answers } = opened();
  answers(answer);
  await port.send('one').catch(() => undefined);
  expect(lines).toMatchObject([[{ cause }, 'an outside party does not answer']]);
});

test('what is asked at a desk of a port is heard of its party too, as a question of its own', async () => {
  const lines: string[] = [];
  const parties = openParties({ log: { warn: (_facts, text) => void lines.push(text) }, nowMs: () => 0, now: () => new Date(0) });
  let isAway = true;
  const ask = async () => (isAway ? { outcome: 'unknown', reason: 'no answer' } : { outcome: 'done' });
  const port = parties.watch('cardissuer', 'cards.example', { lookUp: ask, cards: { lookUp: ask, path: 'cards' } });
  expect([port.cards.path, port.cards]).toEqual(['cards', port.cards]);
  await port.cards.lookUp();
  expect(parties.states()).toEqual(new Map([['cardissuer', false]]));
  isAway = false;
  await port.lookUp();
  expect(parties.silentSince(['cardissuer'])).toBeDefined();
  await port.cards.lookUp();
  expect(parties.silentSince(['cardissuer'])).toBeUndefined();
  expect(lines).toEqual(['an outside party does not answer', 'an outside party answers again']);
});

test('whatever else a port has is as it was', async () => {
  const { port } = opened();
  expect([port.name(), port.secret, (await port.send('one')) as object]).toEqual(['a port', 7, { outcome: 'sent' }]);
  expect({ ...port }.name()).toBe('a port');
});
