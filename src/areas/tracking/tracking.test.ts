import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { clientId } from '../../base/id.ts';
import { tracked, type TrackedName } from '../../law/tracking.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { meanwhile } from '../../server/testing/telling.ts';
import type { Hit, Tracking, TrackAnswer } from '../../ports/tracking/port.ts';
import { track } from './face.ts';
import { addHit } from './store.ts';

let app: TestApp;
let lead: SignedIn;
let active: SignedIn;
beforeAll(async () => {
  app = await openTestApp();
  [lead, active] = [await app.signIn('eu.lead'), await app.signIn('global.active')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run('delete from tracking_hit');
  await app.owner.sql.run('delete from tracking_consent');
});

/** What the documents name, each with its section: nothing of it may be missing. */
const named: Readonly<Record<string, string>> = {
  'registration-step2-popup-eu': 'document 2 §2, page-view label',
  'registration-step2-popup-global': 'document 2 §2, page-view label',
  regfullNotCompleted: 'document 2 §2, leaving records an event; action of the mobile app',
  regfullCompleted: 'document 2 §4, success fires the goal; action of the mobile app',
  tradingAccountOpened: 'document 2 §2, action of the mobile app',
};

const choose = (as: SignedIn, given: boolean) =>
  app.call({ method: 'POST', path: 'api/tracking/consent', body: { is_given: given }, as });
const view = (as: SignedIn, label: string) => app.call({ method: 'POST', path: 'api/tracking/view', body: { label }, as });
const leave = (as: SignedIn) =>
  app.call({ method: 'POST', path: 'api/direct/clients/details/event', body: { event: 'put_off' }, as });
const consent = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/tracking/consent', as })).data;
const waiting = async () =>
  (await app.owner.sql.many<{ name: string }>('select name from tracking_hit order by id')).map(({ name }) => name);
const tell = () => app.opened.worker?.sweep('tracking.telling');
const counted = async (): Promise<{ kind: string; name: string; visitor: string }[]> =>
  ((await (await fetch(`${app.url}/sandbox/tracking`)).json()) as { hits: { kind: string; name: string; visitor: string }[] })
    .hits;
const trackAs = (as: SignedIn, name: TrackedName) =>
  app.database.transact((sql) => track(sql, { client: clientId(as.clientId), name, at: app.opened.clock.now() }));

function port(): Tracking {
  const { tracking } = app.opened.app;
  if (!tracking) throw new Error('the sandbox counts');
  return tracking;
}

test('each name of the documents is counted, and each says where it stands', () => {
  expect(Object.keys(tracked)).toEqual(expect.arrayContaining(Object.keys(named)));
  const ours = Object.keys(tracked).filter((name) => !Object.hasOwn(named, name));
  expect(ours).toEqual(['yearly-confirmation-popup']);
  expect(Object.values(tracked).every(({ source }) => source.startsWith('document 2 §'))).toBe(true);
});

test('nothing is written down of whoever has not agreed, nor of whoever has refused', async () => {
  expect(await consent(lead)).toEqual({ is_asked: true, choice: null });
  expect((await app.call({ method: 'GET', path: 'api/direct/clients/details', as: lead })).data).toMatchObject({
    label: 'registration-step2-popup-eu',
    is_counted: false,
  });
  await view(lead, 'registration-step2-popup-eu');
  await leave(lead);
  await choose(lead, false);
  await leave(lead);
  expect([await waiting(), await consent(lead)]).toEqual([[], { is_asked: true, choice: 'refused' }]);
});

test('the second step shown and left is counted of whoever agreed, under a name that tells nothing of them', async () => {
  await choose(lead, true);
  expect((await app.call({ method: 'GET', path: 'api/direct/clients/details', as: lead })).data.is_counted).toBe(true);
  await view(lead, 'registration-step2-popup-eu');
  await leave(lead);
  await trackAs(lead, 'regfullCompleted');
  await tell();
  const hits = await counted();
  expect(hits.map(({ kind, name }) => [kind, name]).toReversed()).toEqual([
    ['page_view', 'registration-step2-popup-eu'],
    ['event', 'regfullNotCompleted'],
    ['goal', 'regfullCompleted'],
  ]);
  expect(new Set(hits.map(({ visitor }) => visitor)).size).toBe(1);
  expect(await waiting()).toEqual([]);
});

test('an account that is opened is counted where it is live, and not where it plays', async () => {
  await choose(active, true);
  const body = { account: 'advantage mt5', currency: 'USD', leverage: 100, i_agree_tc: true };
  for (const kind of ['demo', 'live'])
    expect((await app.call({ method: 'POST', path: `api/accounts/${kind}`, body, as: active })).httpStatus).toBe(200);
  expect(await waiting()).toEqual(['tradingAccountOpened']);
});

test('nothing that goes out tells who somebody is', async () => {
  await choose(lead, true);
  for (const name of Object.keys(tracked) as TrackedName[]) await trackAs(lead, name);
  const told: Hit[] = [];
  const hear: Tracking['record'] = async (hits) => {
    told.push(...hits);
    return { outcome: 'done' };
  };
  await meanwhile(port(), { record: hear }, async () => tell());
  expect(told.map(({ name }) => name)).toEqual(Object.keys(tracked));
  for (const hit of told) {
    expect(Object.keys(hit).toSorted()).toEqual(['at', 'name', 'visitor', 'what']);
    expect(hit.visitor).toMatch(/^[0-9a-f]{16}$/);
    expect(Object.keys(hit.what).every((key) => key === 'kind' || key === 'number')).toBe(true);
  }
  const facts = await app.owner.sql.one<Record<string, string>>(
    'select id::text, email, first_name, last_name, mobile_phone from client where id = $1',
    [lead.clientId],
  );
  const out = JSON.stringify(told.map(({ name, visitor }) => ({ name, visitor })));
  expect(Object.values(facts).filter((fact) => fact && out.includes(`"${fact}"`))).toEqual([]);
});

test('a no takes away the name and what waits under it; another yes has another name', async () => {
  const visitor = async () =>
    (
      await app.owner.sql.one<{ visitor: string | null }>('select visitor from tracking_consent where client_id = $1', [
        lead.clientId,
      ])
    ).visitor;
  await choose(lead, true);
  const first = await visitor();
  await leave(lead);
  await choose(lead, false);
  expect([await waiting(), await visitor()]).toEqual([[], null]);
  await choose(lead, true);
  expect(await visitor()).not.toBe(first);
});

test('what was written beside a no is told to nobody', async () => {
  await choose(lead, true);
  const { visitor } = await app.owner.sql.one<{ visitor: string }>('select visitor from tracking_consent where client_id = $1', [
    lead.clientId,
  ]);
  await choose(lead, false);
  // A transaction that had read the yes commits behind the no.
  await app.database.transact((sql) => addHit(sql, { visitor, name: 'regfullCompleted', at: app.opened.clock.now() }));
  await tell();
  expect(await waiting()).toEqual([]);
  expect((await counted()).filter((hit) => hit.visitor === visitor)).toEqual([]);
  await choose(lead, true);
});

test('where a region is never asked nobody can agree, and nothing agreed to elsewhere is counted', async () => {
  const chinese = await app.signIn('cn.active');
  expect(await consent(chinese)).toEqual({ is_asked: false, choice: null });
  expect((await choose(chinese, true)).errors[0]?.code).toBe('tracking_not_asked');
  expect((await choose(chinese, false)).httpStatus).toBe(200);
  await app.owner.sql.run(`update tracking_consent set is_given = true, visitor = 'aaaaaaaaaaaaaaaa' where client_id = $1`, [
    chinese.clientId,
  ]);
  await trackAs(chinese, 'tradingAccountOpened');
  expect(await waiting()).toEqual([]);
});

test('the first screen asks once, until a yes or a no is said', async () => {
  const asks = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/dashboard/asks', as })).data.asks_tracking;
  expect([await asks(active), await asks(await app.signIn('cn.active'))]).toEqual([true, false]);
  await choose(active, false);
  expect(await asks(active)).toBe(false);
});

test.each([
  ['later', 1],
  ['unknown', 0],
  ['refused', 0],
] as const)('what is answered as %s leaves %i to be told again: nothing is ever counted twice', async (outcome, left) => {
  await choose(lead, true);
  await trackAs(lead, 'regfullNotCompleted');
  const answer: TrackAnswer = { outcome, reason: 'told by the test' };
  await meanwhile(port(), { record: async () => answer }, async () => tell());
  expect(await waiting()).toHaveLength(left);
});

test('what nobody takes is lost when there is too much of it, or it is a day old; what a killed process held is not told again', async () => {
  await choose(lead, true);
  const now = app.opened.clock.now();
  const add = (name: string, count: number, [at, claimed]: readonly Date[]) =>
    app.owner.sql.run(
      `insert into tracking_hit (visitor, name, at, claimed_at) select visitor, $1, $3, $4
         from tracking_consent, generate_series(1, $2::int) where client_id = $5`,
      [name, count, at, claimed ?? undefined, lead.clientId],
    );
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await add('regfullCompleted', 3, [before(25)]);
  await add('tradingAccountOpened', 2, [before(1), before(1)]);
  await add('regfullNotCompleted', 10_005, [before(1)]);
  const later: Tracking['record'] = async () => ({ outcome: 'later', reason: 'told by the test' });
  await meanwhile(port(), { record: later }, async () => tell());
  expect([(await waiting()).length, new Set(await waiting())]).toEqual([10_000, new Set(['regfullNotCompleted'])]);
});
