import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

const dayMs = 86_400_000;

let app: TestApp;
let admin: StaffSignedIn;
let finance: StaffSignedIn;
let compliance: StaffSignedIn;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.signInStaff('admin');
  finance = await app.signInStaff('finance');
  compliance = await app.signInStaff('compliance');
});
afterAll(() => app.close());

type As = Pick<StaffSignedIn, 'cookie' | 'token'>;
const get = (path: string, as: As) => app.call({ method: 'GET', path: `/api/desk/${path}`, as });
const post = (path: string, body: object, as: As) => app.call({ method: 'POST', path: `/api/desk/${path}`, body, as });
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const valueOf = async (key: string) => (await get(`settings/${key}`, admin)).data.setting.value as unknown;
const decide = (id: number, decision: 'approve' | 'decline', as: As) =>
  post(`approvals/${id}`, { decision, reason: 'looked at it' }, as);

async function ask(key: string, value: unknown, more: object = {}): Promise<number> {
  const answer = await post('settings', { key, value, reason: 'the board wants it', ...more }, admin);
  expect(answer.errors).toEqual([]);
  expect(answer.data.approval).toMatchObject({ kind: 'settings', asked_by: 'admin' });
  return answer.data.approval.id;
}

describe('a setting', () => {
  test('is shown with what ships, and found by a part of its name', async () => {
    const { data } = await get('settings?search=transfer.', finance);
    expect(data.settings).toContainEqual({ key: 'transfer.quoteSeconds', value: 900, default_value: 900, is_changed: false });
    expect((await get('settings', finance)).data.settings.length).toBeGreaterThan(50);
  });

  test('is looked at before it is asked for, and nothing is kept of that', async () => {
    const preview = async (key: string, value: string) =>
      get(`settings/${key}/preview?value=${encodeURIComponent(value)}`, admin);
    expect((await preview('deposit.minimum', '"250"')).data.preview).toMatchObject({
      before: '100',
      after: '250',
      is_change: true,
      fault: null,
    });
    expect((await preview('deposit.minimum', '250')).data.preview.fault).toContain('string');
    expect((await preview('deposit.minimum', 'much')).data.preview.fault).toBe('This is no JSON.');
    expect(codeOf(await preview('deposit.nothing', '1'))).toBe('setting_not_found');
    expect((await get('approvals', finance)).data.approvals).toEqual([]);
  });

  test('says whom it touches before it is asked for: clients by company, and requests under way', async () => {
    const touches = async (key: string, value: unknown) =>
      (await get(`settings/${key}/preview?value=${encodeURIComponent(JSON.stringify(value))}`, admin)).data.preview.touches;
    const all = await app.database.sql.one<{ count: number }>(
      `select count(*)::integer as count from client where company_id = 3 and status_id = 12`,
    );
    const cooling = await touches('withdraw.coolingSeconds', 10);
    expect(cooling).toMatchObject({ requests: [{ type: 'withdraw', quotes: 0, under_way: 0 }], keeps_requests: false });
    const ofGlobal = cooling.clients.find(({ company }: { company: number }) => company === 3).count;
    expect(ofGlobal).toBeGreaterThanOrEqual(all.count);
    // A cell of one region touches its clients alone.
    const cell = { method: 340, direction: 'deposit', region: 'eu', currency: 'EUR', min: '150' };
    const limit = await touches('methods', [cell]);
    expect(limit.clients.map(({ company }: { company: number }) => company)).toEqual([1]);
    expect(limit.keeps_requests).toBe(true);
    expect((await touches('gold.quoteSeconds', 20)).open).toEqual([{ of: 'gold_quotes', count: 0, keeps: true }]);
    expect(await touches('desk.claimSeconds', 60)).toBeNull();
    expect(await touches('withdraw.coolingSeconds', 'much')).toBeNull();
  });

  test('is changed once a second person approves it, and not before', async () => {
    const id = await ask('transfer.quoteSeconds', 600);
    expect(await valueOf('transfer.quoteSeconds')).toBe(900);
    const waiting = (await get('approvals', finance)).data.approvals;
    expect(waiting).toEqual([
      expect.objectContaining({ id, action: 'setting.change', before: 900, after: 600, can_decide: true, status: 'waiting' }),
    ]);
    const decided = await decide(id, 'approve', finance);
    expect(decided.data.approval).toMatchObject({ status: 'approved', decided_by: 'finance', decision_reason: 'looked at it' });
    expect(await valueOf('transfer.quoteSeconds')).toBe(600);
    await expect.poll(() => app.opened.settings.current().transfer.quoteSeconds).toBe(600);
    const { history } = (await get('settings/transfer.quoteSeconds', finance)).data;
    expect(history).toEqual([expect.objectContaining({ value: 600, author: 'admin' })]);
  });

  test('leaves in the audit who asked, who approved, why, and what was before and after', async () => {
    const { events } = (await get('audit?action=setting.change', admin)).data;
    expect(events[0]).toMatchObject({
      actor: 'admin',
      subject: 'setting:transfer.quoteSeconds',
      before: 900,
      after: 600,
      reason: 'the board wants it',
      detail: { approved_by: 'finance' },
    });
    const asked = (await get('audit?action=setting.ask', admin)).data.events[0];
    expect(asked).toMatchObject({
      actor: 'admin',
      reason: 'the board wants it',
      before: 900,
      after: 900,
      detail: { asked_for: 600 },
    });
    const decided = (await get('audit?actor=finance&action=approval.decide', admin)).data.events[0];
    expect(decided).toMatchObject({ reason: 'looked at it', before: 900, after: 600, detail: { decision: 'approve' } });
  });

  test('is asked for in vain when the value does not fit, is the same, or was to be from a time that has been', async () => {
    const answers = [
      await post('settings', { key: 'transfer.quoteSeconds', value: -1, reason: 'the board wants it' }, admin),
      await post('settings', { key: 'transfer.quoteSeconds', value: 600, reason: 'the board wants it' }, admin),
      await post(
        'settings',
        { key: 'transfer.quoteSeconds', value: 700, from: '2020-01-01T00:00:00Z', reason: 'the board wants it' },
        admin,
      ),
      await post('settings', { key: 'transfer', value: {}, reason: 'the board wants it' }, admin),
    ];
    expect(answers.map(codeOf)).toEqual(['setting_invalid', 'setting_unchanged', 'setting_from_past', 'setting_not_found']);
  });

  test('that may be nothing is set to nothing', async () => {
    const key = 'brand.companies.3.losingShare';
    const now = await valueOf(key);
    const id = await ask(key, now === null ? '71.5' : null);
    expect((await decide(id, 'approve', finance)).httpStatus).toBe(200);
    expect(await valueOf(key)).toBe(now === null ? '71.5' : null);
  });

  test('counts from the day that was asked for', async () => {
    const from = new Date(app.opened.clock.now().getTime() + dayMs).toISOString();
    const id = await ask('deposit.minimum', '120', { from });
    await decide(id, 'approve', finance);
    expect(await valueOf('deposit.minimum')).toBe('100');
    const { history } = (await get('settings/deposit.minimum', admin)).data;
    expect(history[0]).toMatchObject({ value: '120', from });
  });
});

describe('what waits for a second person', () => {
  test('is never decided by who asked', async () => {
    const id = await ask('accounts.maxLive', 19);
    for (const decision of ['approve', 'decline'] as const) {
      const answer = await decide(id, decision, admin);
      expect([answer.httpStatus, codeOf(answer)]).toEqual([403, 'own_approval']);
    }
    expect(await valueOf('accounts.maxLive')).toBe(20);
    const own = (await get('approvals', admin)).data.approvals as { id: number; can_decide: boolean }[];
    expect(own.find((each) => each.id === id)).toMatchObject({ can_decide: false });
    // The database holds it too, whatever the program does.
    await expect(
      app.database.sql.run(
        `update approval set status = 'approved', decided_by = asked_by, decided_at = now(), decision_reason = 'myself' where id = $1`,
        [id],
      ),
    ).rejects.toThrow('approval');
    await decide(id, 'decline', finance);
  });

  test('is decided by a role that approves its kind, and by no other', async () => {
    const id = await ask('accounts.maxLive', 18);
    const answer = await decide(id, 'approve', compliance);
    expect([answer.httpStatus, codeOf(answer)]).toEqual([403, 'not_your_right']);
    expect((await get('approvals', compliance)).data.approvals).toEqual([]);
    await decide(id, 'decline', finance);
  });

  test('is decided once, also when two decide at once', async () => {
    const id = await ask('accounts.maxLive', 17);
    const answers = await Promise.all([decide(id, 'approve', finance), decide(id, 'approve', finance)]);
    expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409]);
    expect(await valueOf('accounts.maxLive')).toBe(17);
    expect(codeOf(await decide(id, 'decline', finance))).toBe('approval_decided');
    const changes = await app.database.sql.many(`select 1 from setting_version where path = 'accounts.maxLive'`);
    expect(changes).toHaveLength(1);
  });

  test('and is declined changes nothing', async () => {
    const id = await ask('accounts.maxDemo', 5);
    expect((await decide(id, 'decline', finance)).data.approval.status).toBe('declined');
    expect(await valueOf('accounts.maxDemo')).toBe(20);
    const declined = (await get('approvals?status=declined', finance)).data.approvals as { id: number }[];
    expect(declined.map((each) => each.id)).toContain(id);
  });

  test('is not done when what was looked at has changed meanwhile', async () => {
    const [first, second] = [await ask('accounts.maxDemo', 6), await ask('accounts.maxDemo', 7)];
    await decide(first, 'approve', finance);
    const answer = await decide(second, 'approve', finance);
    expect([answer.httpStatus, codeOf(answer)]).toEqual([409, 'approval_outdated']);
    expect(await valueOf('accounts.maxDemo')).toBe(6);
    expect((await decide(second, 'decline', finance)).httpStatus).toBe(200);
  });

  test('that is not there is not found', async () => {
    expect(codeOf(await decide(999_999, 'approve', finance))).toBe('approval_not_found');
  });
});
