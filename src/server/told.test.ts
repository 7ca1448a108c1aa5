import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTerminal } from './testing/dealer.ts';
import { noticeTypes } from './noticeTypes.ts';
import type { TestApp } from './testing/app.ts';
import { changeSetting } from './start/settings.ts';
import { facts, factsOfAnother } from './testing/facts.ts';
import { openBookFixture } from './testing/bookFixture.ts';
import { addressesOf, holdSweeps, type Fact, type World } from './testing/telling.ts';
import { openPaymentsFixture } from './testing/paymentsFixture.ts';

/*
 * Every fact that somebody is told of, and over what: by the real jobs, on the real database, into the sandbox's mailbox and a browser
 * that each client has allowed.
 */

let world: World;
let mover: World;

beforeAll(async () => {
  const { app, client, dealer } = await openTerminal('global.active');
  await holdSweeps(app);
  // One client has an account for each of many facts.
  const at = app.opened.clock.now();
  const more = { path: 'accounts.maxLive', value: 100, author: 'test', at, effectiveAt: at };
  await app.owner.transact((sql) => changeSetting(sql, more));
  const books = await openBookFixture(app);
  const dollars = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '500.00' });
  const wallet = await books.wallet(client, { currency: 'USD', amount: '500.00' });
  world = { app, client, dealer, books, payments: openPaymentsFixture(app, client), dollars, wallet };
  const other = await app.signIn('eu.active');
  mover = {
    ...world,
    client: other,
    payments: openPaymentsFixture(app, other),
    dollars: await books.account(other, 'advantage mt5', { currency: 'USD', amount: '500.00' }),
  };
  await allowBrowser(world);
  await allowBrowser(mover);
});
afterAll(() => world.app.close());

describe('the client is told', () => {
  test.each([
    ...facts.map((row) => [row.fact, row, () => world] as const),
    ...factsOfAnother.map((row) => [row.fact, row, () => mover] as const),
  ])('when %s', async (_fact, { type, over, live, isForAll, ready }, of) => {
    const whose = of();
    const happens = await ready(whose);
    await whose.app.drain();
    const before = await told(whose);
    await happens();
    await untilSent(whose);
    const after = await told(whose);
    const fresh = {
      screen: after.screen.slice(before.screen.length),
      mail: newer(after.mail, before.mail),
      sms: newer(after.sms, before.sms),
      pushed: after.pushed.slice(before.pushed.length),
    };
    expect(fresh.screen).toEqual(over.includes('screen') ? [type] : []);
    expect(fresh.mail.map(plain)).toEqual(over.includes('mail') ? [plain(await subjectOf(whose, type))] : []);
    expect(fresh.sms.map((text) => !type?.endsWith('pin') || text.includes('code'))).toEqual(over.includes('sms') ? [true] : []);
    expect(fresh.pushed).toEqual(over.includes('push') ? [type && (await noticeOf(whose, type)).title] : []);
    const lines = after.lines.slice(before.lines.length).filter((line) => line.isForAll === (isForAll ?? false));
    const wanted = [live, ...(over.includes('screen') ? [['notices']] : [])].filter((each) => each.length > 0);
    for (const each of wanted) expect(lines.map((line) => line.topics)).toContainEqual(expect.arrayContaining([...each]));
  });

  test('of every job that the outbox calls', async () => {
    const { app } = world;
    const listened = app.opened.areas.jobs.flatMap(({ on }) => Object.keys(on ?? {}));
    const heard = await app.owner.sql.many<{ topic: string }>('select distinct topic from outbox where done_at is not null');
    const ran = new Set(heard.map(({ topic }) => topic));
    expect(listened.filter((topic) => !ran.has(topic))).toEqual([]);
  });
});

/** Until nothing is left to be sent: a server that was slow to take a letter is tried again. */
async function untilSent({ app }: World): Promise<void> {
  await vi.waitUntil(
    async () => {
      await app.drain();
      const left = await app.owner.sql.many(`select from outbox where done_at is null and topic like 'post.%'`);
      return left.length === 0;
    },
    { timeout: 240_000, interval: 50 },
  );
}

const browsers = new Map<number, string>();

/** A browser of the client's is subscribed at the sandbox's push service. */
async function allowBrowser({ app, payments, client }: World): Promise<void> {
  const { key } = (await payments.get('api/notifications/push')).data;
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ key }) };
  const { data } = (await (await fetch(`${app.url}/sandbox/push`, sent)).json()) as { data: { endpoint: string } };
  expect((await payments.post('api/notifications/push', data)).errors).toEqual([]);
  browsers.set(client.clientId, data.endpoint);
}

/** The titles of what that browser has shown, oldest first. */
async function pushedTo({ app, client }: World): Promise<string[]> {
  const { messages } = (await (await fetch(`${app.url}/sandbox/push`)).json()) as {
    messages: { endpoint: string; text: string }[];
  };
  const own = messages.filter(({ endpoint }) => endpoint === browsers.get(client.clientId)).toReversed();
  return own.map(({ text }) => (JSON.parse(text) as { title: string }).title);
}

/** A PIN is no notice, and what else was told meanwhile is none of this type. */
async function noticeOf({ payments }: World, type: Fact['type']) {
  const { notifications } = (await payments.get('api/notifications')).data;
  return notifications.find((each: { type: string }) => each.type === type);
}

/** What a letter of that type is called: as its notice, unless it has words of its own. */
async function subjectOf(whose: World, type: Fact['type']): Promise<string> {
  const say = whose.app.opened.app.words.in('en');
  const notice = await noticeOf(whose, type);
  const spec = type && noticeTypes[type];
  if (!spec || !('letter' in spec)) return notice.title;
  return say(`mail.${type}.subject`, { brand: 'Atrium', ...withoutNull(notice?.data ?? {}) });
}

/** A header of a letter has no blanks that do not break, nor signs of direction. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '');

/** What a letter is filled with, of what a notice's data tells. */
function withoutNull(data: Readonly<Record<string, string | number | null>>): Record<string, string | number> {
  return Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** All that the client was told so far. */
async function told(whose: World) {
  const { app, client } = whose;
  const { sql } = app.owner;
  const about = [client.clientId];
  const { email, mobile_phone: phone } = await addressesOf(app, client);
  const notices = await sql.many<{ type: string }>('select type from notice where client_id = $1 order by id', about);
  const lines = await sql.many<{ topics: string[]; client_id: number | null }>(
    'select topics, client_id from live_line where client_id = $1 or client_id is null order by id',
    about,
  );
  return {
    screen: notices.map(({ type }) => type),
    mail: await sentTo(app, email),
    sms: await sentTo(app, phone),
    pushed: await pushedTo(whose),
    lines: lines.map((line) => ({ topics: line.topics, isForAll: line.client_id === null })),
  };
}

interface Sent {
  readonly id: string;
  readonly text: string;
  readonly subject: string | null;
}

/** What the vendors were given for this address last, oldest first. */
async function sentTo(app: TestApp, address: string): Promise<Sent[]> {
  const response = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(address)}`);
  const { messages } = (await response.json()) as { messages: Sent[] };
  return messages.toReversed();
}

/** Subjects of letters, and the texts of messages, that came since. */
function newer(after: readonly Sent[], before: readonly Sent[]): string[] {
  const last = before.at(-1)?.id;
  return after.slice(after.findIndex(({ id }) => id === last) + 1).map(({ subject, text }) => subject ?? text);
}
