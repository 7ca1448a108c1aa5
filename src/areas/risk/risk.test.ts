import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps, sweep } from '../../server/testing/telling.ts';

let app: TestApp;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  [compliance, admin] = [await app.signInStaff('compliance'), await app.signInStaff('admin')];
  // What has changed is computed when a test says so, and not by the clock.
  await holdSweeps(app, ['risk.changes']);
});
afterAll(() => app.close());

const compute = () => sweep(app, 'risk.changes');
const run = (text: string, ...values: unknown[]) => app.owner.sql.run(text, values);
const pathOf = ({ clientId }: SignedIn, what = '') => `/api/desk/risk/${clientId}${what}`;
const riskOf = async (as: SignedIn) => {
  await compute();
  return (await app.call({ method: 'GET', path: pathOf(as), as: compliance })).data;
};
const post = (as: SignedIn, what: string, body: object) =>
  app.call({ method: 'POST', path: pathOf(as, what), body: { reason: 'As the papers say.', ...body }, as: compliance });
const agree = (id: number, as = admin) =>
  app.call({ method: 'POST', path: `/api/desk/approvals/${id}`, body: { decision: 'approve', reason: 'Looked at too.' }, as });
const valueOf = ({ risk }: { risk: { factors: { factor: string; value: string }[] } }, factor: string) =>
  risk.factors.find((each) => each.factor === factor)?.value;
/** What the risk is low by. */
const tell = ({ clientId }: SignedIn) =>
  run(
    `insert into enrolment_update (client_id, section, answers, at) values ($1, 'employment', '{"profession_id":"1"}', now()), ($1, 'means', '{"funds_source":"1"}', now())`,
    clientId,
  );
/** As the book completes a payment, and what tells of that follows. */
async function complete(reference: string, at: Date): Promise<void> {
  await run(
    `with paid as (select id, client_id, phase from remittance where reference = $1),
       done as (select remittance_steps_apply(array[id::bigint], array[phase], array['completed'], array['{"stage":"completed"}'::jsonb], array[$2::timestamptz]) from paid)
     insert into outbox (topic, client_id, payload, due_at, created_at)
       select 'remittance.told', client_id, jsonb_build_object('id', id, 'phase', 'completed'), '2000-01-01', now() from paid, done`,
    reference,
    at,
  );
  await app.drain();
}
const hit = `insert into screening_hit (client_id, list, entry_key, kind, entry_digest, client_digest, entry, typed, points, score, found_at, status)
  values ($1, 'peps', 'x', 'pep', 'd', 'd', '{"names":[],"birthDates":[],"countries":[],"reasons":[]}', '{}', 90, '{}', now(), $2)`;

describe('What was computed', () => {
  test('is explained factor by factor, with the table and when, and the reading is in the audit', async () => {
    const as = await app.signIn('eu.active');
    const { risk, is_due: isDue } = await riskOf(as);
    expect(isDue).toBe(false);
    expect(risk).toMatchObject({ version: '2026-11', override: null, waits_for_second: false });
    expect(risk.factors).toHaveLength(11);
    expect(risk.factors.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(risk.points);
    const { events } = (
      await app.call({ method: 'GET', path: `/api/desk/audit?client_id=${as.clientId}&action=risk.read`, as: compliance })
    ).data;
    expect(events.length).toBeGreaterThan(0);
  });

  test('follows each fact, and is kept once for each that it becomes', async () => {
    const as = await app.signIn('ng.active');
    const first = await riskOf(as);
    expect(valueOf(first, 'pep')).toBe('pep_none');
    await run(hit, as.clientId, 'open');
    expect(valueOf(await riskOf(as), 'pep')).toBe('pep_asked');
    await run(`update screening_hit set status = 'true_hit' where client_id = $1`, as.clientId);
    const exposed = await riskOf(as);
    expect(exposed.risk).toMatchObject({ level: 'high', is_decided_by_law: true, is_overdue: true });
    expect(exposed.risk.diligence).toMatchObject({ kind: 'enhanced', needs_second: true, review_months: 12 });
    await run(`update client set country = 'DE' where id = $1`, as.clientId);
    await run(`update client set country = 'NG' where id = $1`, as.clientId);
    // Changed and changed back: nothing else has become of it.
    expect((await riskOf(as)).past).toEqual(exposed.past);
    expect(exposed.past).toHaveLength(first.past.length + 2);
  });

  test('stays due where something changes meanwhile, and one whom it fails for stops nobody', async () => {
    const as = await app.signIn('ke.active');
    await compute();
    // Nobody has this number: it cannot be computed.
    await run('insert into risk_change (client_id) values (2000000000)');
    await run(hit, as.clientId, 'open');
    expect(valueOf(await riskOf(as), 'pep')).toBe('pep_asked');
    expect(await app.owner.sql.many('select client_id, failed_at is not null as failed from risk_change')).toEqual([
      { client_id: 2_000_000_000, failed: true },
    ]);
    await run('delete from risk_change');
    await run('delete from screening_hit where client_id = $1', as.clientId);
  });

  test('by an older table is computed anew by the one that is used now', async () => {
    const as = await app.signIn('uk.active');
    const { past } = await riskOf(as);
    await run(`update client_risk set table_version = '2020-01' where client_id = $1`, as.clientId);
    await run(`alter table risk_assessment disable trigger append_only`);
    await run(`update risk_assessment set table_version = '2020-01' where client_id = $1`, as.clientId);
    await run(`alter table risk_assessment enable trigger append_only`);
    const anew = await riskOf(as);
    expect(anew.risk.version).toBe('2026-11');
    expect(anew.past).toHaveLength(past.length + 1);
  });

  test('weighs what was paid in this year, a cent currency in its main one, against what was declared', async () => {
    const as = await app.signIn('global.active');
    await run(
      `insert into enrolment_update (client_id, section, answers, at) values ($1, 'anticipated_turnover', '{"anticipated_turnover":"5"}', now())`,
      as.clientId,
    );
    expect(valueOf(await riskOf(as), 'turnover')).toBe('turnover_within');
    const paid = `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency, account_amount,
        account_currency, created_at, updated_at, expires_at, saved_at)
      select $1, 3, 'deposit', 'starting', $2, 1, $3, $4, $3, $4, now(), now(), now(), now()`;
    const now = app.opened.clock.now();
    await run(paid, as.clientId, 'RISK-TEST-01', 1_000_000_100n, 'USC');
    await complete('RISK-TEST-01', now);
    expect(valueOf(await riskOf(as), 'turnover')).toBe('turnover_above');
    await complete('RISK-TEST-01', new Date(now.getTime() - 366 * 86_400_000));
    expect(valueOf(await riskOf(as), 'turnover')).toBe('turnover_within');
  });

  test('does not get lower by what a client takes back: an exposed person, or a turnover that follows the payments', async () => {
    const as = await app.signIn('provider.active');
    const told = (answers: object, ago = 0) =>
      run(
        `insert into enrolment_update (client_id, section, answers, at) values ($1, 'yearly', $2, $3)`,
        as.clientId,
        JSON.stringify(answers),
        new Date(app.opened.clock.now().getTime() - ago * 86_400_000),
      );
    await told({ pep: true, anticipated_turnover: '5' });
    expect(valueOf(await riskOf(as), 'pep')).toBe('pep_told');
    await told({ pep: false, anticipated_turnover: '8' });
    expect(valueOf(await riskOf(as), 'pep')).toBe('pep_told');
    await run(
      `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency, account_amount,
          account_currency, created_at, updated_at, expires_at, saved_at)
        select id, company_id, 'deposit', 'starting', 'RISK-TEST-02', 1, 30000000, 'USD', 30000000, 'USD', now(), $2, now(), now() from client where id = $1`,
      as.clientId,
      app.opened.clock.now(),
    );
    await complete('RISK-TEST-02', app.opened.clock.now());
    expect(valueOf(await riskOf(as), 'turnover')).toBe('turnover_far_above');
  });
});

describe('Another level', () => {
  test('needs a reason and a second person, ends once a higher risk is computed, and never lowers what the law decides', async () => {
    const as = await app.signIn('hk.active');
    await tell(as);
    const { risk } = await riskOf(as);
    expect(risk.computed_level).toBe('low');
    expect((await post(as, '/override', { level: 'low' })).errors[0]?.code).toBe('same_level');
    expect(
      (await app.call({ method: 'POST', path: pathOf(as, '/override'), body: { level: 'high' }, as: compliance })).httpStatus,
    ).toBe(422);
    const asked = await post(as, '/override', { level: 'medium' });
    expect((await post(as, '/override', { level: 'high' })).errors[0]?.code).toBe('waits_for_second');
    expect((await riskOf(as)).risk).toMatchObject({ level: 'low', waits_for_second: true });
    expect((await agree(asked.data.approval.id, compliance)).errors[0]?.code).toBe('own_approval');
    expect((await agree(asked.data.approval.id)).errors).toEqual([]);
    const held = (await riskOf(as)).risk;
    expect(held).toMatchObject({
      level: 'medium',
      computed_level: 'low',
      override: { level: 'medium', asked_by: 'compliance', approved_by: 'admin', reason: 'As the papers say.' },
    });
    expect(held.diligence.kind).toBe('standard');
    await run(`update client set country = 'IR' where id = $1`, as.clientId);
    expect((await riskOf(as)).risk).toMatchObject({ level: 'high', override: null });
    expect((await post(as, '/override', { level: 'medium' })).errors[0]?.code).toBe('decided_by_law');
    await run(`update client set country = 'HK' where id = $1`, as.clientId);
  });

  test('that lowered a high risk ends as the law makes it high, or as it becomes riskier still; that raised one stays', async () => {
    const as = await app.signIn('uk.active');
    await tell(as);
    // High by points alone.
    await run(hit, as.clientId, 'open');
    await run(hit.replaceAll("'pep'", "'sanctions'").replace("'x'", "'y'"), as.clientId, 'open');
    expect((await riskOf(as)).risk).toMatchObject({ computed_level: 'high', is_decided_by_law: false });
    const take = async (level: string) => agree((await post(as, '/override', { level })).data.approval.id);
    expect((await take('low')).errors).toEqual([]);
    expect((await riskOf(as)).risk).toMatchObject({ level: 'low', computed_level: 'high' });
    await run(`update screening_hit set status = 'true_hit' where client_id = $1 and kind = 'pep'`, as.clientId);
    expect((await riskOf(as)).risk).toMatchObject({ level: 'high', override: null, is_overdue: true });
    const ended = `select detail from audit_event where client_id = $1 and action = 'risk.override_ended'`;
    expect(await app.owner.sql.many(ended, [as.clientId])).toEqual([
      { detail: expect.objectContaining({ from: 'low', over: 'high', to: 'high', by_law: true }) },
    ]);

    await run('delete from screening_hit where client_id = $1', as.clientId);
    await run('insert into risk_change (client_id) values ($1)', as.clientId);
    expect((await riskOf(as)).risk.computed_level).toBe('low');
    await take('high');
    await run(hit.replaceAll("'pep'", "'sanctions'"), as.clientId, 'open');
    expect((await riskOf(as)).risk).toMatchObject({ level: 'high', computed_level: 'medium', override: { level: 'high' } });
    expect(await app.owner.sql.many(ended, [as.clientId])).toHaveLength(1);
  });

  test('is not taken while something has changed that is computed yet', async () => {
    const as = await app.signIn('ke.active');
    await run('insert into risk_change (client_id) values ($1)', as.clientId);
    await compute();
    const { data } = await post(as, '/override', { level: 'high' });
    await run('insert into risk_change (client_id) values ($1)', as.clientId);
    expect((await agree(data.approval.id)).errors[0]?.code).toBe('approval_outdated');
    await compute();
    expect((await agree(data.approval.id)).errors).toEqual([]);
  });

  test('is not taken from an agreement about a risk that has changed since; the computed one comes back by two persons', async () => {
    const as = await app.signIn('in.gold');
    await tell(as);
    await compute();
    const asked = await post(as, '/override', { level: 'high' });
    await run(hit, as.clientId, 'true_hit');
    await compute();
    expect((await agree(asked.data.approval.id)).errors[0]?.code).toBe('approval_outdated');
    await run('delete from screening_hit where client_id = $1', as.clientId);
    await run(
      `update approval set status = 'declined', decided_by = $2, decided_at = now(), decision_reason = 'old' where id = $1`,
      asked.data.approval.id,
      admin.staffId,
    );
    await run('insert into risk_change (client_id) values ($1)', as.clientId);
    await compute();
    await agree((await post(as, '/override', { level: 'high' })).data.approval.id);
    expect((await riskOf(as)).risk.level).toBe('high');
    const back = await post(as, '/override', { level: 'computed' });
    expect(back.errors).toEqual([]);
    await agree(back.data.approval.id);
    expect((await riskOf(as)).risk).toMatchObject({ level: 'low', override: null });
  });
});

describe('A review', () => {
  const inQueue = async (as: SignedIn) => {
    await app.opened.worker?.sweep('risk.reviews');
    const { items } = (await app.call({ method: 'GET', path: '/api/desk/queues/risk-reviews', as: compliance })).data;
    return items.filter(({ client_id: id }: { client_id: number }) => id === as.clientId).length;
  };

  test('that is due stands in the queue once, and takes all that the level demands', async () => {
    const as = await app.signIn('eu.active');
    await compute();
    expect(await inQueue(as)).toBe(0);
    await run(`update client_risk set review_due_at = '2020-01-01' where client_id = $1`, as.clientId);
    expect([await inQueue(as), await inQueue(as)]).toEqual([1, 1]);
    expect((await riskOf(as)).risk.is_overdue).toBe(true);
    const { papers } = (await riskOf(as)).risk.diligence;
    expect((await post(as, '/review', { papers: [] })).errors[0]?.code).toBe('field_required');
    const all = papers.map(({ paper }: { paper: string }) => paper);
    await run('update client set has_approved_id = false where id = $1', as.clientId);
    expect((await post(as, '/review', { papers: all })).errors[0]?.code).toBe('papers_missing');
    await run('update client set has_approved_id = true where id = $1', as.clientId);
    await compute();
    expect((await post(as, '/review', { papers: all })).data).toEqual({ approval: null });
    const { risk, reviews } = await riskOf(as);
    expect(risk.is_overdue).toBe(false);
    expect(reviews[0]).toMatchObject({ reviewed_by: 'compliance', approved_by: null, papers: all });
    expect(await inQueue(as)).toBe(0);
  });

  test('of a high risk is agreed to by a second person', async () => {
    const as = await app.signIn('eu.pro');
    await run(hit, as.clientId, 'true_hit');
    await compute();
    expect(await inQueue(as)).toBe(1);
    const asked = await post(as, '/review', { papers: ['identity', 'residence', 'funds', 'wealth'] });
    expect((await riskOf(as)).risk).toMatchObject({ is_overdue: true, waits_for_second: true });
    expect((await agree(asked.data.approval.id)).errors).toEqual([]);
    const { risk, reviews } = await riskOf(as);
    expect(risk.is_overdue).toBe(false);
    expect(reviews[0]).toMatchObject({ level: 'high', reviewed_by: 'compliance', approved_by: 'admin' });
    expect(await inQueue(as)).toBe(0);
  });

  test('of somebody who has left is not asked for', async () => {
    const as = await app.signIn('cn.active');
    await compute();
    await run(`update client_risk set review_due_at = '2020-01-01' where client_id = $1`, as.clientId);
    await run(`update client set closed_at = now() where id = $1`, as.clientId);
    expect(await inQueue(as)).toBe(0);
    await run(`update client set closed_at = null where id = $1`, as.clientId);
  });

  test('of somebody who leaves is taken from the queue', async () => {
    const as = await app.signIn('hk.active');
    await compute();
    await run(`update client_risk set review_due_at = '2020-01-01' where client_id = $1`, as.clientId);
    expect(await inQueue(as)).toBe(1);
    await run('update client set status_id = 5 where id = $1', as.clientId);
    await compute();
    expect(
      await app.owner.sql.many(`select outcome from desk_case where client_id = $1 and queue = 'risk-reviews'`, [as.clientId]),
    ).toEqual([{ outcome: 'no_business' }]);
    await run('update client set status_id = 12 where id = $1', as.clientId);
    expect((await riskOf(as)).risk.review_due_at).not.toBeNull();
  });
});

test('no client comes to it by a session of theirs', async () => {
  const as = await app.signIn('global.active');
  await compute();
  for (const call of ['override', 'review'])
    expect((await app.call({ method: 'POST', path: pathOf(as, `/${call}`), body: {}, as })).httpStatus).toBe(401);
});
