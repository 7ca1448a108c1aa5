import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvalKinds, staffRoles, type ApprovalKind, type StaffRole } from '../../law/staff.ts';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;
let finance: StaffSignedIn;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  finance = await app.signInStaff('finance');
  compliance = await app.signInStaff('compliance');
  await app.owner.sql.run(
    `insert into approval (kind, action, subject, payload, before, after, reason, asked_by, asked_at, status, decided_by, decided_at, decision_reason)
     select k, 'some.act', 'thing:' || n, '{"secret":"of the payload"}', '{"amount":"1.00"}', null, 'Asked for ' || k, $1, now(),
       case when n = 1 then 'waiting' else 'declined' end, case when n = 2 then $2::integer end, case when n = 2 then now() end,
       case when n = 2 then 'Not needed.' end
     from unnest(array['money', 'papers']) k, generate_series(1, 2) n`,
    [finance.staffId, compliance.staffId],
  );
});
afterAll(() => app.close());

const begin = (table: string, as: StaffSignedIn, asked: object = {}) =>
  app.call({
    method: 'POST',
    path: '/api/desk/exports',
    body: { table, asked, format: 'csv', reason: 'the monthly review' },
    as,
  });

async function fileOf(table: string, as: StaffSignedIn, asked: object = {}): Promise<string> {
  const { data, errors } = await begin(table, as, asked);
  expect(errors).toEqual([]);
  await app.drain();
  return (await fetch(`${app.url}/api/desk/exports/${data.id}/file`, { headers: { cookie: as.cookie } })).text();
}

test('the file of a kind has each with what was before and after and who decided, and nothing of another kind', async () => {
  const text = await fileOf('approvals/money', finance);
  for (const told of ['some.act', 'Asked for money', 'Not needed.', 'compliance', 'amount']) expect(text).toContain(told);
  expect(text).not.toContain('Asked for papers');
  expect(text).not.toContain('of the payload');
  const waiting = await fileOf('approvals/money', finance, { status: 'waiting' });
  expect([waiting.includes('thing 1'), waiting.includes('thing 2')]).toEqual([true, false]);
});

test('whoever approves none of a kind takes none of it along', async () => {
  for (const [table, as] of [
    ['approvals/papers', finance],
    ['approvals/money', compliance],
  ] as const)
    expect((await begin(table, as)).errors[0]).toMatchObject({ code: 'not_your_right' });
});

/** Interfaces §7, the column of who approves what, written out again. */
const approves: Readonly<Record<StaffRole, readonly ApprovalKind[]>> = {
  agent: [],
  compliance: ['papers', 'moves'],
  finance: ['money', 'settings'],
  analyst: [],
  admin: ['money', 'papers', 'settings'],
};

test('each role takes along the kinds that it reads, and no other', async () => {
  for (const role of staffRoles) {
    const as = await app.signInStaff(role);
    for (const kind of approvalKinds) {
      const { errors } = await begin(`approvals/${kind}`, as);
      expect([role, kind, errors[0]?.code]).toEqual([role, kind, approves[role].includes(kind) ? undefined : 'not_your_right']);
      await app.drain();
    }
  }
});

test('the list is of the kind that is asked for, and of no other than the role may see', async () => {
  const list = async (query: string, as: StaffSignedIn) =>
    (await app.call({ method: 'GET', path: `/api/desk/approvals?${query}`, as })).data.approvals.map(
      ({ kind }: { kind: string }) => kind,
    );
  expect(await list('kind=papers', compliance)).toEqual(['papers']);
  expect(await list('kind=money', compliance)).toEqual([]);
  // Their own of any kind.
  expect(await list('', finance)).toEqual(['papers', 'money']);
  expect(await list('kind=papers', finance)).toEqual(['papers']);
});
