import { expect } from 'vitest';
import { openEngine } from '../../areas/payments/engine.ts';
import type { Sql } from '../../base/sql.ts';
import { dayMs } from '../../base/time.ts';
import type { PaymentState } from '../../ports/payments/port.ts';
import type { Event } from '../../protocol/call.ts';
import type { MessageType, NoticeChannel } from '../../protocol/notice.ts';
import type { Topic } from '../../protocol/topics.ts';
import { tell } from '../background/outbox.ts';
import type { Dealer } from './dealer.ts';
import type { SignedIn, TestApp } from './app.ts';
import { solveAltcha } from './captcha.ts';
import type { BookFixture } from './bookFixture.ts';
import { bringSignal } from '../../areas/signals/face.ts';
import { askPin, type PinOrder } from '../../areas/session/face.ts';
import { runOf, type PaymentsFixture } from './paymentsFixture.ts';

/** A broker with a client who has money and an account to play with, at an hour when the markets are open. */
export interface World {
  readonly app: TestApp;
  readonly client: SignedIn;
  readonly dealer: Dealer;
  readonly books: BookFixture;
  readonly payments: PaymentsFixture;
  /** A live account in US dollars on MetaTrader 5, and the wallet in US dollars. */
  readonly dollars: number;
  readonly wallet: number;
}

/** Something that a client is told of. */
export interface Fact {
  /** A sentence of the business. */
  readonly fact: string;
  /** Its type, where there is one. */
  readonly type?: MessageType;
  readonly over: readonly NoticeChannel[];
  /** What becomes stale in the client's browsers: one line of the stream with all of these. */
  readonly live: readonly Topic[];
  /** True where every browser of the application is told. */
  readonly isForAll?: boolean;
  /** Makes everything ready that is not to count, and answers what makes it happen. */
  readonly ready: (world: World) => Promise<() => Promise<unknown>>;
}

export const now = (app: TestApp) => app.opened.clock.now();

/** What tells browsers by itself every few seconds; here it runs when a test says so. */
const sweeps = [
  'accountLosses',
  'appropriateness.lowering',
  'accounts.snapshots',
  'calendar.reading',
  'calendar.reminders',
  'copyTrading.renewal',
  'copying.following',
  'copying.sending',
  'copying.trades',
  'documents.expiry',
  'dormancy',
  'freezing.lift',
  'goldCollateral.orders',
  'goldCollateral.value',
  'idleFees',
  'investments.ending',
  'investments.flows',
  'investments.shares',
  'mirror.deals',
  'prepaidCards.due',
  'mirror.negative',
  'mirror.reconcile',
  'remittance.overdue',
  'signals.closing',
  'reference-rates',
  'transferAutomation',
  'stocks.w8ben',
  'swapFree.charging',
  'swapFree.groups',
  'trading.alerts',
  'trading.endings',
  'trading.trailing',
  'unverified.clock',
];

/** Nobody holds a sweep by this name, so that no process is thought to have died with it. */
export async function holdSweeps({ owner, opened }: TestApp, names: readonly string[] = sweeps): Promise<void> {
  await owner.sql.run(
    `insert into cursor_mark (name, value)
       select 'sweep:' || name, jsonb_build_object('until', extract(epoch from now()) + 86400, 'holder', 'test') from unnest($1::text[]) as name
     on conflict (name) do update set value = excluded.value`,
    [names],
  );
  opened.worker?.wasBuried();
  // Those that had begun are waited for; asked anew, each finds itself held.
  await Promise.all(names.map((name) => opened.worker?.sweep(name)));
}

export async function sweep(app: TestApp, name: string): Promise<void> {
  await app.owner.sql.run(`update cursor_mark set value = jsonb_build_object('until', 0) where name = 'sweep:' || $1::text`, [
    name,
  ]);
  app.opened.worker?.wasBuried();
  await app.opened.worker?.sweep(name);
  await holdSweeps(app, [name]);
}

/** So many days later, with the rates of that day: what is quoted at once would otherwise expire as soon as the job reads them. */
export async function passDays(app: TestApp, days: number): Promise<void> {
  await app.opened.clock.advance((days * dayMs) / 1000);
  await app.opened.worker?.sweep('reference-rates');
}

/** Whether somebody waits for a lock in the database of this application. */
export async function isWaitedFor({ owner }: TestApp): Promise<boolean> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await owner.sql.many(text)).length > 0;
}

/** Brings the hour of what waits for it forward, and does it. */
export async function due(app: TestApp, topic: string): Promise<void> {
  await app.owner.sql.run(`update outbox set due_at = '2000-01-01' where topic = $1 and done_at is null`, [topic]);
  await app.drain();
}

/** A party of the application's answers otherwise while something is done. */
export async function meanwhile<Party extends object>(
  party: Party,
  answers: Partial<Party>,
  act: () => Promise<unknown>,
): Promise<void> {
  const usual = Object.fromEntries(Object.keys(answers).map((name) => [name, Reflect.get(party, name)]));
  Object.assign(party, answers);
  try {
    await act();
  } finally {
    Object.assign(party, usual);
  }
}

/** Settles a payment against a provider that says this of it, with everything told that follows. */
export async function providerSays({ app }: World, reference: string, state: Partial<PaymentState>): Promise<void> {
  const payer = { name: undefined, cardMask: undefined, cardBrand: undefined };
  const usual = {
    kind: 'payment',
    undoesItself: false,
    providerStatus: '',
    providerTransactionId: `T-${reference}`,
    amount: undefined,
    occurredAt: now(app),
  } as const;
  const payment = { reference, payer, status: 'pending', ...usual, ...state } as const;
  const { praxis } = app.opened.app.payments;
  const payments = { praxis: { ...praxis, lookUp: async () => ({ outcome: 'found', payment }) as const } };
  const run = { ...runOf(app), tellIn: (sql: Sql, event: Event) => tell(sql, now(app), event) };
  await openEngine({ ...app.opened.app, payments }).applyPayment(run, reference);
}

export async function openAccount({ payments }: World, group: 'live' | 'demo'): Promise<void> {
  const body = { account: 'ecn mt5', currency: 'USD', leverage: 100, demo_trade_balance: '10000', i_agree_tc: true };
  expect((await payments.post(`api/accounts/${group}`, body)).errors).toEqual([]);
}

export async function changeLeverage({ app, client, dollars }: World, leverage: number): Promise<void> {
  const answer = await app.call({ method: 'PATCH', path: `api/accounts/${dollars}/leverage`, body: { leverage }, as: client });
  expect(answer.errors).toEqual([]);
}

export async function askForPin(
  { app, client }: World,
  channel: PinOrder['channel'],
  letter?: PinOrder['letter'],
): Promise<void> {
  const { email, mobile_phone: phone } = await addressesOf(app, client);
  const asking = { ...runOf(app), now: now(app), tellIn: (sql: Sql, event: Event) => tell(sql, now(app), event) };
  const order = { subject: `told:${channel}`, action: letter?.type ?? 'test', channel, language: 'en', company: 3 } as const;
  const to = channel === 'email' ? email : phone;
  expect(await askPin(asking, { ...order, ...(letter && { letter }), to })).toMatchObject({ outcome: 'sent' });
}

/** Somebody signs up with an address. */
export async function signUpAs({ app }: World, email: string): Promise<void> {
  const typed = { country: 'ZA', email, phone: '+27821234599', password: 'Harbour2026', tc_accept: true, terms_version: 1 };
  const asked = await app.call({ method: 'POST', path: 'api/register', body: typed });
  const body = { ...typed, ...(await solveAltcha(asked.data.captcha)) };
  expect((await app.call({ method: 'POST', path: 'api/register', body })).errors).toEqual([]);
}

/** Somebody has forgotten the password of an address. */
export async function resetFor({ app }: World, email: string): Promise<void> {
  const typed = { action: 'sendpin', email };
  const asked = await app.call({ method: 'POST', path: 'api/reset-password', body: typed });
  const body = { ...typed, ...(await solveAltcha(asked.data.captcha)) };
  expect((await app.call({ method: 'POST', path: 'api/reset-password', body })).errors).toEqual([]);
}

export async function addressesOf(
  { owner }: TestApp,
  { clientId: id }: SignedIn,
): Promise<{ email: string; mobile_phone: string }> {
  return owner.sql.one('select email, mobile_phone from client where id = $1', [id]);
}

/** Moves an account's balance on the platform, as trades do. */
export async function correct({ opened }: TestApp, login: number, amount: bigint): Promise<void> {
  const tag = `told-${login}-${amount}`;
  await opened.app.platforms.mt5.balanceOperation({
    login,
    kind: 'correction',
    amount,
    currency: 'USD',
    tag,
    checkMargin: false,
  });
}

/** Reads what the platform says of an account before its turn comes. */
export async function readAnew(app: TestApp, number: number): Promise<void> {
  await app.owner.sql.run(
    `update trading_account set snapshot_at = snapshot_at - interval '1 day', asked_at = null where number = $1`,
    [number],
  );
  await sweep(app, 'accounts.snapshots');
}

/** The code of the newest letter that brings one to that address: letters about other things have numbers of four digits too. */
export async function pinSentTo(app: TestApp, email: string): Promise<string> {
  await app.drain();
  const response = await fetch(`${app.url}/sandbox/outbox?to=${encodeURIComponent(email)}`);
  const { messages } = (await response.json()) as { messages: { subject: string | null; pin: string | null }[] };
  const subject = app.opened.app.words.in('en')('mail.pin.subject', { brand: 'Atrium' });
  return messages.find((letter) => letter.subject === subject)?.pin ?? '';
}

/** One of months ago that the market has not been asked about since. */
export async function bringPastSignal({ owner }: TestApp): Promise<void> {
  const levels = { side: 'buy', entry: '1.1', stop: '1', targets: ['9'] } as const;
  const [day, countsFrom] = ['2026-01-07', new Date('2026-01-07T09:00:00Z')];
  await bringSignal(owner.sql, { instrument: 'EURUSD', session: 2, ...levels, day, countsFrom, postedBy: 'told' });
}
