import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPassword } from '../../../seed/personas.ts';
import { changeSetting } from '../../server/start/settings.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { openPaymentsFixture, runOf } from '../../server/testing/paymentsFixture.ts';
import { openBookFixture } from '../../server/testing/bookFixture.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';
import { coolsUntil } from '../contacts/face.ts';
import { followDormancy } from './falling.ts';

/* A year in which nothing is done: the clock is moved, and the job runs when a test says so. */

const day = 24 * 3600;
/** Those that would tell or change something of clients on the way. */
const held = ['idleFees', 'documents.expiry', 'enrolment.yearly', 'remittance.overdue', 'dormancy'];

let app: TestApp;
const clients = new Map<string, SignedIn>();
const of = (name: string): SignedIn => clients.get(name) ?? expect.fail(`${name} has not signed in`);

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, held);
  for (const name of ['ng.active', 'ke.active', 'eu.active', 'uk.active', 'global.promo', 'global.full'])
    clients.set(name, await app.signIn(name));
});
afterAll(() => app.close());

const look = () => sweep(app, 'dormancy');
/** The same in a process beside it. */
const lookBeside = () => followDormancy({ ...runOf(app), now: app.opened.clock.now(), stale: async () => undefined });
const post = (as: SignedIn, path: string, body: object = {}) => app.call({ method: 'POST', path, as, body });
const wakeOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/profile/wake', as })).data;
const infoOf = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data;
const rowOf = ({ clientId }: SignedIn) =>
  app.owner.sql.one<{ status: number; version: number }>('select status_id as status, version from client where id = $1', [
    clientId,
  ]);
const statusOf = async (as: SignedIn) => (await rowOf(as)).status;

/** The notices of it that stand, and how many letters there were of each. */
async function toldTo({ clientId }: SignedIn) {
  const rows = await app.owner.sql.many<{ type: string; isOpen: boolean }>(
    `select type, closed_at is null as "isOpen" from notice where client_id = $1 and type like 'dormancy%' order by id`,
    [clientId],
  );
  const letters = await app.owner.sql.many<{ type: string }>(
    `select payload->>'type' as type from outbox where client_id = $1 and topic = 'post.mail' and payload->>'type' like 'dormancy%'
      order by id`,
    [clientId],
  );
  return { open: rows.filter(({ isOpen }) => isOpen).map(({ type }) => type), letters: letters.map(({ type }) => type) };
}

const trailOf = async ({ clientId }: SignedIn) => {
  const rows = await app.owner.sql.many<{ action: string; actor: string; detail: object }>(
    `select action, actor_kind as actor, detail from audit_event where client_id = $1
      and action in ('client.dormant', 'client.woken') order by id`,
    [clientId],
  );
  return rows;
};

test('nobody is told before eleven months have passed, and then once, however often it is looked', async () => {
  await app.opened.clock.advance(333 * day);
  await look();
  expect(await toldTo(of('ng.active'))).toEqual({ open: [], letters: [] });
  await app.opened.clock.advance(3 * day);
  await look();
  await look();
  expect(await toldTo(of('ng.active'))).toEqual({ open: ['dormancy_ahead'], letters: ['dormancy_ahead'] });
  expect(await statusOf(of('ng.active'))).toBe(12);
  // Of whom something else is asked first nobody takes notice.
  expect(await toldTo(of('global.full'))).toEqual({ open: [], letters: [] });
});

test('whoever signs in is awake, and is told so by the notice that goes', async () => {
  await app.signIn('ke.active');
  await look();
  expect(await toldTo(of('ke.active'))).toEqual({ open: [], letters: ['dormancy_ahead'] });
});

test('of whom a payment is under way nobody says that they are asleep', async () => {
  const as = of('uk.active');
  const books = await openBookFixture(app);
  const dollars = await books.account(as, 'standard', { currency: 'USD', amount: '5.00' });
  await openPaymentsFixture(app, as).startDeposit(dollars, '100');
  // As if it had been asked for long ago.
  await app.owner.sql.run(`update remittance set saved_at = saved_at - interval '400 days' where client_id = $1`, [as.clientId]);
  await app.opened.clock.advance(day);
  await look();
  expect(await toldTo(as)).toEqual({ open: [], letters: ['dormancy_ahead'] });
});

test('whom the broker freezes meanwhile is frozen, and told of nothing else', async () => {
  const as = of('global.promo');
  expect((await toldTo(as)).open).toEqual(['dormancy_ahead']);
  await app.owner.sql.run('update client set status_id = 14, version = version + 1 where id = $1', [as.clientId]);
  await app.opened.clock.advance(day);
  await look();
  expect([await statusOf(as), (await toldTo(as)).open]).toEqual([14, []]);
});

test('a month later they are dormant, once, and everybody else is as before', async () => {
  const as = of('ng.active');
  await app.opened.clock.advance(27 * day);
  await look();
  expect(await statusOf(as)).toBe(12);
  const { version } = await rowOf(as);
  await app.opened.clock.advance(2 * day);
  await Promise.all([look(), lookBeside(), lookBeside()]);
  await look();
  app.opened.app.sessions.forgetClient(as.clientId);
  expect((await rowOf(as)).version).toBeGreaterThan(version);
  expect(await toldTo(as)).toEqual({ open: ['dormancy_begun'], letters: ['dormancy_ahead', 'dormancy_begun'] });
  expect(await trailOf(as)).toMatchObject([{ action: 'client.dormant', actor: 'system', detail: { from: 12, to: 11 } }]);
  const statuses = await Promise.all(['eu.active', 'ke.active', 'uk.active', 'global.full'].map((name) => statusOf(of(name))));
  expect(statuses).toEqual([11, 12, 12, 9]);
});

test('a dormant client is led to the page where they come back, may withdraw, and guesses no password', async () => {
  const as = of('ng.active');
  const { status_id: status, gates } = await infoOf(as);
  expect([status, gates.withdraw, gates.close_position]).toEqual([11, null, null]);
  expect(gates.deposit).toMatchObject({ code: 'account_dormant', next: 'wake' });
  expect(await wakeOf(as)).toMatchObject({ is_dormant: true, since: expect.any(String), becomes: 'as_before' });
  expect((await post(as, 'api/profile/wake', { password: 'Guessed2026' })).errors[0]?.code).toBe('wrong_password');
  expect(await statusOf(as)).toBe(11);
});

test('they come back by the password: every proven address is told, and money goes nowhere new for a while', async () => {
  const as = of('ng.active');
  const { sql } = app.owner;
  const second = 'second.ng@example.com';
  await sql.run('update client set secondary_email = $2 where id = $1', [as.clientId, second]);
  await sql.run(`insert into contact_proof (client_id, what, value, at) values ($1, 'secondary_email', $2, now())`, [
    as.clientId,
    second,
  ]);
  expect(await post(as, 'api/profile/wake', { password: seedPassword })).toMatchObject({ data: { becomes: 'as_before' } });
  const { status_id: status, gates } = await infoOf(as);
  expect([status, gates.deposit]).toEqual([12, null]);
  expect(await wakeOf(as)).toEqual({ is_dormant: false, since: null, becomes: null });
  expect((await trailOf(as)).at(-1)).toMatchObject({ action: 'client.woken', actor: 'client', detail: { from: 11, to: 12 } });
  expect((await toldTo(as)).open).toEqual(['dormancy_ended']);
  await app.drain();
  const response = await fetch(`${app.url}/sandbox/outbox?to=${second}`);
  expect(((await response.json()) as { messages: unknown[] }).messages).toHaveLength(1);
  const now = app.opened.clock.now();
  expect(await coolsUntil(sql, { client: as.clientId, settings: app.opened.settings.current(), now })).toBeDefined();
  expect((await post(as, 'api/profile/wake', { password: seedPassword })).errors[0]?.code).toBe('not_asleep');
  await app.opened.clock.advance(day);
  await look();
  expect([await statusOf(as), (await toldTo(as)).open]).toEqual([12, ['dormancy_ended']]);
});

test('whose paper has lapsed meanwhile is again what they were: nothing that a dormant client may do is shut by coming back', async () => {
  const as = of('eu.active');
  await app.owner.sql.run('update client set has_approved_residence = false where id = $1', [as.clientId]);
  expect(await wakeOf(as)).toMatchObject({ becomes: 'as_before' });
  const wakes = await Promise.all([1, 2].map(() => post(as, 'api/profile/wake', { password: seedPassword })));
  expect(wakes.map(({ errors }) => errors[0]?.code).toSorted()).toEqual(['not_asleep', undefined]);
  expect((await trailOf(as)).map(({ action }) => action)).toEqual(['client.dormant', 'client.woken']);
  const { status_id: status, gates } = await infoOf(as);
  expect([status, gates.withdraw]).toEqual([12, null]);
});

test('whoever was dormant before anything was kept of it comes back too, and whoever is frozen does not', async () => {
  const seeded = await app.signIn('global.dormant');
  const { sql } = app.owner;
  await sql.run('update client set has_approved_residence = false where id = $1', [seeded.clientId]);
  expect(await wakeOf(seeded)).toEqual({ is_dormant: true, since: null, becomes: 'papers_missing' });
  await sql.run('update client set has_approved_residence = true where id = $1', [seeded.clientId]);
  expect(await wakeOf(seeded)).toEqual({ is_dormant: true, since: null, becomes: 'as_before' });
  expect(await post(seeded, 'api/profile/wake', { password: seedPassword })).toMatchObject({ success: true });
  expect(await statusOf(seeded)).toBe(12);
  const frozen = await app.signIn('global.frozen');
  expect((await post(frozen, 'api/profile/wake', { password: seedPassword })).errors[0]?.code).toBe('account_frozen');
});

test('while it is turned off nobody is told, and who was told stays as they are', async () => {
  const at = app.opened.clock.now();
  const off = { path: 'dormancy.isOn', value: false, author: 'test', at, effectiveAt: at };
  const as = of('ke.active');
  await app.signIn('ke.active');
  await app.opened.clock.advance(340 * day);
  await look();
  expect((await toldTo(as)).open).toEqual(['dormancy_ahead']);
  await app.owner.transact((sql) => changeSetting(sql, off));
  await app.opened.clock.advance(31 * day);
  await app.opened.settings.refresh();
  await look();
  expect([await statusOf(as), (await toldTo(as)).open]).toEqual([12, []]);
  await app.opened.clock.advance(31 * day);
  await look();
  expect([await statusOf(as), (await toldTo(as)).open]).toEqual([12, []]);
});
