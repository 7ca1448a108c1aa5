import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { after, secondMs } from '../../base/time.ts';
import { defaultSettings } from '../../settings/index.ts';
import { tell } from '../../server/background/outbox.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { askPin, checkPin, hashPassword, requirePassed, type PinOrder } from './face.ts';
import { passwords } from './passwords.ts';

let app: TestDatabase;
let now = new Date('2026-03-02T10:00:00Z');
let run = 0;
let order: PinOrder;

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());
beforeEach(() => {
  run += 1;
  now = new Date('2026-03-02T10:00:00Z');
  order = {
    subject: `client:${run}`,
    action: 'change_password',
    channel: 'email',
    to: 'thandi@atrium.test',
    language: 'en',
    company: 3,
  };
});

const asking = () => ({
  now,
  settings: defaultSettings,
  transact: app.database.transact,
  tellIn: (sql: Parameters<typeof tell>[0], event: Parameters<typeof tell>[2]) => tell(sql, now, event),
});
const ask = (more: Partial<PinOrder> = {}) => askPin(asking(), { ...order, ...more });
const check = (pin: string, more: Partial<PinOrder> = {}) => checkPin(asking(), { ...order, ...more, pin });
const wait = (seconds: number) => {
  now = after(now, seconds * secondMs);
};

async function lastPost(): Promise<{ topic: string; pin: string; channel: string }> {
  const row = await app.database.sql.one<{ topic: string; payload: { values: { pin: string }; channel: string } }>(
    `select topic, payload from outbox where topic like 'post.%' order by id desc limit 1`,
  );
  return { topic: row.topic, pin: row.payload.values.pin, channel: row.payload.channel };
}

const wrong = (pin: string) => String((Number(pin) + 1) % 10_000).padStart(4, '0');

test('a PIN has four digits, and only its hash is kept with the question', async () => {
  expect(await ask()).toEqual({ outcome: 'sent', resendSeconds: 60 });
  const { pin, topic } = await lastPost();
  expect(pin).toMatch(/^\d{4}$/);
  expect(topic).toBe('post.mail');
  const row = await app.database.sql.one<Record<string, unknown>>('select * from challenge where subject = $1', [order.subject]);
  expect(JSON.stringify(Object.values(row))).not.toContain(`"${pin}"`);
});

test('the right PIN opens the action once', async () => {
  await ask();
  const { pin } = await lastPost();
  const passed = await check(pin);
  if (passed.outcome !== 'passed') throw new Error(passed.outcome);
  const use = { ...order, challenge: passed.challenge, now };
  await app.database.transact((sql) => requirePassed(sql, use));
  await expect(app.database.transact((sql) => requirePassed(sql, use))).rejects.toMatchObject({ code: 'pin_expired' });
  expect(await check(pin)).toEqual({ outcome: 'expired' });
});

test('a right PIN may be checked again until it is used, so that a wizard can go a step back', async () => {
  await ask();
  const { pin } = await lastPost();
  expect((await check(pin)).outcome).toBe('passed');
  expect((await check(pin)).outcome).toBe('passed');
});

test('a wrong PIN ends it: the right one does not help afterwards', async () => {
  await ask();
  const { pin } = await lastPost();
  expect(await check(wrong(pin))).toEqual({ outcome: 'wrong' });
  expect(await check(pin)).toEqual({ outcome: 'expired' });
});

test('of guesses made at the same moment only one is looked at', async () => {
  await ask();
  const { pin } = await lastPost();
  const guesses = Array.from({ length: 20 }, (_, index) => String((Number(pin) + 1 + index) % 10_000).padStart(4, '0'));
  const answers = await Promise.all(guesses.map((guess) => check(guess)));
  expect(answers.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(1);
  expect(answers.filter(({ outcome }) => outcome === 'expired')).toHaveLength(19);
});

test('a PIN is good for its own action and its own subject', async () => {
  await ask();
  const { pin } = await lastPost();
  expect(await check(pin, { action: 'change_email' })).toEqual({ outcome: 'expired' });
  expect(await check(pin, { subject: 'client:999' })).toEqual({ outcome: 'expired' });
  expect((await check(pin)).outcome).toBe('passed');
});

test('a resend inside sixty seconds is refused with the seconds left, whatever its channel', async () => {
  await ask();
  wait(18);
  expect(await ask({ channel: 'sms', to: '+27821234567' })).toEqual({ outcome: 'too_soon', seconds: 42 });
  wait(42);
  expect((await ask({ channel: 'voice', to: '+27821234567' })).outcome).toBe('sent');
  expect(await lastPost()).toMatchObject({ topic: 'post.sms', channel: 'voice' });
});

test('a new PIN ends the one before it', async () => {
  await ask();
  const first = await app.database.sql.one<{ id: number }>('select id from challenge where subject = $1', [order.subject]);
  const { pin } = await lastPost();
  await check(pin);
  wait(60);
  await ask();
  const use = { ...order, challenge: first.id, now };
  await expect(app.database.transact((sql) => requirePassed(sql, use))).rejects.toMatchObject({ code: 'pin_expired' });
  expect((await check((await lastPost()).pin)).outcome).toBe('passed');
});

test('a PIN runs out by application time, also one that has passed', async () => {
  await ask();
  const { pin } = await lastPost();
  const passed = await check(pin);
  if (passed.outcome !== 'passed') throw new Error(passed.outcome);
  wait(600);
  const use = { ...order, challenge: passed.challenge, now };
  await expect(app.database.transact((sql) => requirePassed(sql, use))).rejects.toMatchObject({ code: 'pin_expired' });
  expect(await check(pin)).toEqual({ outcome: 'expired' });
});

test('a subject is sent ten PINs a day for a purpose and no more', async () => {
  for (let count = 0; count < 10; count += 1) {
    expect((await ask()).outcome).toBe('sent');
    wait(60);
  }
  expect(await ask()).toEqual({ outcome: 'too_many' });
  expect((await ask({ action: 'change_email' })).outcome).toBe('sent');
  wait(86_400);
  expect((await ask()).outcome).toBe('sent');
});

test('after five wrong ones a day for a purpose none is sent any more: nobody guesses on', async () => {
  for (let count = 0; count < 5; count += 1) {
    expect((await ask()).outcome).toBe('sent');
    expect((await check(wrong((await lastPost()).pin))).outcome).toBe('wrong');
    wait(60);
  }
  expect(await ask()).toEqual({ outcome: 'too_many' });
  expect((await ask({ action: 'change_email' })).outcome).toBe('sent');
  wait(86_400);
  expect((await ask()).outcome).toBe('sent');
});

test('those that were right, or that another one has followed, count as no wrong ones', async () => {
  for (let count = 0; count < 3; count += 1) {
    await ask();
    expect((await check((await lastPost()).pin)).outcome).toBe('passed');
    wait(60);
    await ask();
    wait(60);
  }
  expect((await ask()).outcome).toBe('sent');
});

test('of two requests at the same moment one sends a PIN', async () => {
  const outcomes = await Promise.all([ask(), ask(), ask()]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['sent', 'too_soon', 'too_soon']);
});

test('a password is kept as argon2id of at least 19 MiB and two passes', async () => {
  const hash = await hashPassword('Sandbox2026!');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'Sandbox2026!')).toBe(true);
  expect(await passwords.verify(hash, 'sandbox2026!')).toBe(false);
  expect(await passwords.verify(undefined, 'Sandbox2026!')).toBe(false);
});
