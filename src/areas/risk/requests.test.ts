import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { reminderDue, requestState } from './requestRules.ts';

/* A review whose client is asked for papers, and sends none. */

let app: TestApp;
let compliance: StaffSignedIn;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
  client = await app.signIn('eu.active');
});
afterAll(() => app.close());

const day = 86_400_000;
const run = (text: string, ...values: unknown[]) => app.owner.sql.run(text, values);
const sweep = (name: string) => app.opened.worker?.sweep(name);
const path = (of: SignedIn, what = '') => `/api/desk/risk/${of.clientId}${what}`;
const post = (what: string, body: object, of = client) =>
  app.call({ method: 'POST', path: path(of, what), body: { reason: 'The review needs it.', ...body }, as: compliance });
const request = async (of = client) => (await app.call({ method: 'GET', path: path(of), as: compliance })).data.risk.request;
const cases = (of = client) =>
  app.owner.sql.many<{ subject: string; outcome: string | null }>(
    `select subject, outcome from desk_case where client_id = $1 and queue = 'risk-reviews' order by id`,
    [of.clientId],
  );
/** What the client reads at the moment, besides what else there is. */
const told = (of = client) =>
  app.owner.sql.many<{ type: string; values: Record<string, unknown> }>(
    `select type, values from notice where client_id = $1 and closed_at is null and type in ('papers_asked', 'papers_ahead', 'papers_overdue', 'trading_restricted', 'trading_restriction_lifted') order by id`,
    [of.clientId],
  );
/** So many days before the papers are due, or after. */
async function at(days: number, of = client): Promise<void> {
  const dueAt = new Date(app.opened.clock.now().getTime() - days * day);
  await run('update risk_paper_request set due_at = $2 where client_id = $1 and ended_at is null', of.clientId, dueAt);
  await sweep('risk.papers');
}
const mayTrade = async (of = client) => {
  app.opened.app.sessions.forgetClient(of.clientId);
  return (await app.call({ method: 'GET', path: 'api/client_info', as: of })).data.gates.trade === null;
};
const paper = (kind: string, status: number) =>
  run(
    `insert into document (client_id, kind, type_id, status, created_at) values ($1, $2, 127, $3, $4)`,
    client.clientId,
    kind,
    status,
    app.opened.clock.now(),
  );

describe('What a request comes to', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const asked = { papers: ['identity', 'funds'], restrictedAt: null, escalatedAt: null } as const;
  test.each([
    [{ dueAt: ago(-1) }, [], 'wait'],
    [{ dueAt: ago(0) }, [], 'restrict'],
    [{ dueAt: ago(5) }, ['identity'], 'restrict'],
    [{ dueAt: ago(5) }, ['identity', 'funds'], 'sent'],
    [{ dueAt: ago(35), restrictedAt: ago(29.9) }, [], 'wait'],
    [{ dueAt: ago(35), restrictedAt: ago(30) }, [], 'escalate'],
    [{ dueAt: ago(90), restrictedAt: ago(80), escalatedAt: ago(50) }, [], 'wait'],
  ] as const)('%j, of which was sent %j: %s', (of, sent, state) => {
    expect(requestState({ ...asked, ...of }, { sent, now, escalateDays: 30 })).toBe(state);
  });
  test.each([
    [20, undefined],
    [14, 14],
    [8, 14],
    [7, 7],
    [0.5, 1],
    [0, undefined],
    [-3, undefined],
  ])('%d days before it the client is reminded by the mark of %s', (days, mark) => {
    expect(reminderDue(ago(-days), now, [14, 7, 1])).toBe(mark);
  });
});

describe('A review that begins', () => {
  test('asks by itself for what is not there, once, and the client reads which papers and until when', async () => {
    await sweep('risk.changes');
    await run('update client set has_approved_residence = false where id = $1', client.clientId);
    await sweep('risk.changes');
    // Of a medium risk both papers are looked at.
    await run(
      `update client_risk set override_level = 'medium', override_over = level, override_asked_by = 'compliance', override_approved_by = 'admin',
         override_reason = 'x', override_at = now(), review_due_at = '2020-01-01' where client_id = $1`,
      client.clientId,
    );
    await sweep('risk.reviews');
    await sweep('risk.reviews');
    expect(await request()).toMatchObject({ papers: ['residence'], sent: [], asked_by: 'risk', restricted_at: null });
    const notices = await told();
    expect(notices).toMatchObject([{ type: 'papers_asked', values: { residence: 'yes', identity: 'no', funds: 'no' } }]);
    expect((await post('/papers', { papers: ['funds'] })).errors[0]?.code).toBe('papers_asked');
    const { data } = await app.call({ method: 'GET', path: 'api/notifications', as: client });
    expect(JSON.stringify(data)).toContain('a proof of residence');
    expect(JSON.stringify(data)).not.toMatch(/risk|review/i);
  });

  test('reminds at each mark once, in the place of what was told before', async () => {
    await at(-20);
    expect(await told()).toMatchObject([{ type: 'papers_asked' }]);
    for (const days of [14, 13, 7, 1]) await at(-days);
    await sweep('risk.papers');
    expect(await told()).toMatchObject([{ type: 'papers_ahead', values: { days: 1 } }]);
    const all = await app.owner.sql.many<{ days: number }>(
      `select (values->>'days')::integer as days from notice where client_id = $1 and type = 'papers_ahead' order by id`,
      [client.clientId],
    );
    expect(all.map(({ days }) => days)).toEqual([14, 7, 1]);
  });

  test('waits for nobody who has sent it and whose paper we have not looked at', async () => {
    await paper('residence', 5);
    await at(3);
    expect(await request()).toMatchObject({ sent: ['residence'], restricted_at: null });
    expect(await mayTrade()).toBe(true);
  });

  test('shuts new positions once what came was rejected and the day is over; money may leave', async () => {
    await run(`update document set status = 3 where client_id = $1 and kind = 'residence'`, client.clientId);
    await at(3);
    await at(3);
    expect(await request()).toMatchObject({ sent: [], restricted_at: expect.any(String), escalated_at: null });
    expect(await told()).toMatchObject([{ type: 'papers_overdue' }]);
    expect(await mayTrade()).toBe(false);
    const { gates } = (await app.call({ method: 'GET', path: 'api/client_info', as: client })).data;
    expect(gates.withdraw).toBeNull();
    expect(
      await app.owner.sql.many(`select begun_by from client_restriction where client_id = $1 and lifted_at is null`, [
        client.clientId,
      ]),
    ).toEqual([{ begun_by: 'risk' }]);
  });

  test('comes before compliance once after another while, and more time takes back what had followed', async () => {
    await run(
      `update risk_paper_request set restricted_at = restricted_at - interval '31 days' where client_id = $1`,
      client.clientId,
    );
    await sweep('risk.papers');
    await sweep('risk.papers');
    const subject = `unanswered:${client.clientId}`;
    expect(await cases()).toEqual([
      { subject: `risk:${client.clientId}`, outcome: null },
      { subject, outcome: null },
    ]);
    expect((await post('/papers/time', { days: 14 })).errors).toEqual([]);
    expect(await request()).toMatchObject({ restricted_at: null, escalated_at: null });
    expect(await cases()).toContainEqual({ subject, outcome: 'more_time' });
    expect((await told()).map(({ type }) => type)).toEqual(['trading_restriction_lifted', 'papers_asked']);
    expect(await mayTrade()).toBe(true);
  });

  test('ends with the review: the request is gone, and so is what it had shut', async () => {
    await at(1);
    expect(await mayTrade()).toBe(false);
    await run('update client set has_approved_residence = true where id = $1', client.clientId);
    await sweep('risk.changes');
    expect((await post('/review', { papers: ['identity', 'residence'] })).errors).toEqual([]);
    expect(await request()).toBeNull();
    expect(await mayTrade()).toBe(true);
    expect((await post('/papers/time', { days: 14 })).errors[0]?.code).toBe('papers_not_asked');
    const actions = await app.owner.sql.many<{ action: string }>(
      `select action from audit_event where client_id = $1 and starts_with(action, 'risk.') and action not in ('risk.assess', 'risk.read') order by id`,
      [client.clientId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'risk.ask_papers',
      'risk.restrict',
      'risk.escalate',
      'risk.more_time',
      'risk.restrict',
      'risk.review',
    ]);
  });
});

describe('What the desk has shut', () => {
  const restrict = (as: SignedIn, action: string) =>
    app.call({
      method: 'POST',
      path: `/api/desk/restrictions/${as.clientId}`,
      body: { action, reason: 'By hand.' },
      as: compliance,
    });

  test('stays shut when the papers have come', async () => {
    const as = await app.signIn('ng.active');
    await sweep('risk.changes');
    expect((await post('/papers', { papers: ['funds', 'funds'] }, as)).errors).toEqual([]);
    expect((await restrict(as, 'restrict')).errors).toEqual([]);
    await at(1, as);
    expect(await request(as)).toMatchObject({ papers: ['funds'], restricted_at: expect.any(String) });
    await post('/papers/time', { days: 7 }, as);
    expect(await mayTrade(as)).toBe(false);
  });

  test('in the place of what the clock had shut is not opened with it', async () => {
    const as = await app.signIn('uk.active');
    await sweep('risk.changes');
    await post('/papers', { papers: ['funds'] }, as);
    await at(1, as);
    await restrict(as, 'lift');
    await restrict(as, 'restrict');
    await post('/papers/time', { days: 7 }, as);
    expect(await mayTrade(as)).toBe(false);
  });
});

test('a client who leaves is asked for nothing any more', async () => {
  const as = await app.signIn('hk.active');
  await sweep('risk.changes');
  await post('/papers', { papers: ['wealth'] }, as);
  await run('update client set status_id = 5 where id = $1', as.clientId);
  await sweep('risk.changes');
  expect(await app.owner.sql.many('select outcome from risk_paper_request where client_id = $1', [as.clientId])).toEqual([
    { outcome: 'no_business' },
  ]);
  expect((await told(as)).map(({ type }) => type)).not.toContain('papers_asked');
});
