import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type SignedIn, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let compliance: StaffSignedIn;
let admin: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  [compliance, admin] = [await app.signInStaff('compliance'), await app.signInStaff('admin')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.owner.sql.run('delete from screening_hit');
  await app.owner.sql.run('update client set screening_hold = false where screening_hold');
});

const hold = `update client set screening_hold = true where id = $1`;
/** A hit as the comparing would have kept it. */
async function hitOn({ clientId }: Pick<SignedIn, 'clientId'>, key: string): Promise<number> {
  await app.owner.sql.run(hold, [clientId]);
  const { id } = await app.owner.sql.one<{ id: number }>(
    `insert into screening_hit (client_id, list, entry_key, kind, entry_digest, client_digest, entry, typed, points, score, found_at)
     values ($1, 'eu-sanctions', $2, 'sanctions', 'd', 'd', $3, $3, 90, $4, '2026-01-01') returning id`,
    [
      clientId,
      key,
      '{"names":["Omar Testan"],"birthDates":[],"countries":[],"reasons":[]}',
      '{"points":90,"name":{"points":100,"typed":"","listed":"","words":[]},"birthDate":{"points":-13,"agreement":"unknown"},"country":{"points":3,"agreement":"same"}}',
    ],
  );
  return id;
}
const decide = (id: number, body: object) =>
  app.call({
    method: 'POST',
    path: `/api/desk/screening/${id}`,
    body: { reason: 'As the papers say.', ...body },
    as: compliance,
  });
async function decideByTwo(id: number, body: object): Promise<void> {
  const asked = await decide(id, body);
  const agreed = await app.call({
    method: 'POST',
    path: `/api/desk/approvals/${asked.data.approval.id}`,
    body: { decision: 'approve', reason: 'Looked at too.' },
    as: admin,
  });
  expect(agreed.errors).toEqual([]);
}
const isTrue = (id: number) => decideByTwo(id, { decision: 'true_hit', reason_code: 'papers_agree' });
const lift = (id: number) => decideByTwo(id, { decision: 'lift' });
const clientOf = ({ clientId }: Pick<SignedIn, 'clientId'>) =>
  app.owner.sql.one<{ status: number; held: boolean }>(
    'select status_id as status, screening_hold as held from client where id = $1',
    [clientId],
  );

test('a decision sees the hit that comes while it is taken', async () => {
  const as = await app.signIn('hk.active');
  const first = await hitOn(as, '1');
  let decided: Promise<unknown> | undefined;
  await app.owner.transact(async (sql) => {
    await sql.one('select id from client where id = $1 for no key update', [as.clientId]);
    decided = decide(first, { decision: 'false_hit', reason_code: 'other_name' });
    await expect
      .poll(() => app.owner.sql.many('select from pg_locks where not granted limit 1'), { timeout: 20_000 })
      .not.toEqual([]);
    await sql.run(
      `insert into screening_hit (client_id, list, entry_key, kind, entry_digest, client_digest, entry, typed, points, score, found_at)
       select client_id, list, 'other', kind, entry_digest, client_digest, entry, typed, points, score, found_at from screening_hit where id = $1`,
      [first],
    );
  });
  await decided;
  expect(await clientOf(as)).toMatchObject({ held: true });
});

describe('Two true hits of one client', () => {
  test.each([
    ['the first first', [0, 1]],
    ['the last first', [1, 0]],
  ])('are both lifted, %s: the client is as before', async (_how, order) => {
    const as = await app.signIn('ng.active');
    const hits = [await hitOn(as, '1'), await hitOn(as, '2')];
    for (const hit of hits) await isTrue(hit);
    expect(await clientOf(as)).toMatchObject({ status: 14 });
    const [one, other] = order.map((at) => hits[at] ?? 0);
    await lift(one ?? 0);
    expect(await clientOf(as)).toEqual({ status: 14, held: true });
    await lift(other ?? 0);
    expect(await clientOf(as)).toEqual({ status: 12, held: false });
  });

  test('of an earlier freeze say nothing of this one, and papers that were approved meanwhile count', async () => {
    const as = await app.signIn('in.gold');
    const earlier = await hitOn(as, '1');
    await isTrue(earlier);
    await lift(earlier);
    expect(await clientOf(as)).toMatchObject({ status: 12 });
    await app.owner.sql.run(
      'update client set status_id = 9, has_approved_id = false, has_approved_residence = false where id = $1',
      [as.clientId],
    );
    const hit = await hitOn(as, '2');
    await isTrue(hit);
    await lift(hit);
    expect(await clientOf(as)).toMatchObject({ status: 9 });
    const last = await hitOn(as, '3');
    await isTrue(last);
    await app.owner.sql.run('update client set has_approved_id = true, has_approved_residence = true where id = $1', [
      as.clientId,
    ]);
    await lift(last);
    expect(await clientOf(as)).toMatchObject({ status: 12 });
  });
});

test('a client who had frozen their own account has that again when the hit is lifted', async () => {
  const as = await app.signIn('ke.active');
  await app.call({ method: 'POST', path: 'api/security/freeze', body: {}, as });
  const hit = await hitOn(as, '1');
  await isTrue(hit);
  await lift(hit);
  expect(await clientOf(as)).toEqual({ status: 14, held: false });
  await app.owner.sql.run(`update client_freeze set lifts_at = '2000-01-01' where client_id = $1 and lifted_at is null`, [
    as.clientId,
  ]);
  await app.opened.worker?.sweep('freezing.lift');
  expect(await clientOf(as)).toMatchObject({ status: 12 });
});
