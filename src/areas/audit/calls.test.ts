import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLedger, recordAudit, sealAudit } from '../../ledger/audit.ts';
import { openTestApp, type StaffSignedIn, type TestApp } from '../../server/testing/app.ts';

const at = new Date('2026-03-02T10:00:00Z');

let app: TestApp;
let compliance: StaffSignedIn;
let clientId: number;

beforeAll(async () => {
  app = await openTestApp();
  compliance = await app.signInStaff('compliance');
  ({ clientId } = await app.signIn('eu.active'));
});
afterAll(() => app.close());

interface Event {
  readonly id: string;
  readonly action: string;
  readonly subject: string;
}

const read = async (query: string) =>
  (await app.call({ method: 'GET', path: `/api/desk/audit?${query}`, as: compliance })).data as {
    events: Event[];
    next: string | null;
  };

/** Something that happened to the client, by its own name. */
const happen = (subject: string, more: { action?: string; actor?: string; at?: Date } = {}) =>
  recordAudit(app.database.sql, {
    actor: { kind: 'vendor', id: more.actor ?? 'praxis' },
    action: more.action ?? 'sample.happen',
    subject,
    clientId,
    at: more.at ?? at,
  });

/** Seals until that event is under the index: other tests' open transactions hold the horizon back for a moment. */
async function sealed(subject: string): Promise<void> {
  const isIndexed = async () => {
    await sealAudit(app.database.sql);
    const row = await app.database.sql.maybe(
      'select 1 from audit_index i join audit_event e on e.id = i.event_id where e.subject = $1',
      [subject],
    );
    return row !== undefined;
  };
  await expect.poll(isIndexed).toBe(true);
}

describe('the audit', () => {
  test('is read in one order, whether an event is sealed already or not yet', async () => {
    await happen('thing:1');
    await happen('thing:2');
    await sealed('thing:2');
    await happen('thing:3');
    const all = await read(`client_id=${clientId}&action=sample.happen`);
    expect(all.events.map(({ subject }) => subject)).toEqual(['thing:3', 'thing:2', 'thing:1']);
    const first = await read(`client_id=${clientId}&action=sample.happen&limit=2`);
    expect(first.events.map(({ subject }) => subject)).toEqual(['thing:3', 'thing:2']);
    const second = await read(`client_id=${clientId}&action=sample.happen&limit=2&after=${first.next}`);
    expect(second).toMatchObject({ events: [{ subject: 'thing:1' }], next: null });
  });

  test('is found by actor, by action or a whole area of them, and by period', async () => {
    await happen('found:1', { actor: 'twilio', action: 'found.one', at: new Date('2026-05-01T23:59:59Z') });
    await happen('found:2', { actor: 'twilio', action: 'found.two', at: new Date('2026-05-02T00:00:00Z') });
    await sealed('found:2');
    const subjects = async (query: string) => (await read(query)).events.map(({ subject }) => subject);
    expect(await subjects('actor=twilio')).toEqual(['found:2', 'found:1']);
    expect(await subjects('action=found.')).toEqual(['found:2', 'found:1']);
    expect(await subjects('actor=twilio&action=found.one')).toEqual(['found:1']);
    expect(await subjects('actor=twilio&till=2026-05-01')).toEqual(['found:1']);
    expect(await subjects('actor=twilio&from=2026-05-02&till=')).toEqual(['found:2']);
    expect(await subjects('actor=twilio&client_id=1')).toEqual([]);
    const reversed = await app.call({ method: 'GET', path: '/api/desk/audit?from=2026-05-02&till=2026-05-01', as: compliance });
    expect(reversed.errors[0]?.code).toBe('period_reversed');
  });

  test('says who has read it, and what they looked for', async () => {
    await read(`client_id=${clientId}&action=nothing.at.all`);
    const [event] = (await read(`client_id=${clientId}&actor=compliance&action=audit.read`)).events;
    expect(event).toMatchObject({
      actor: 'compliance',
      client_id: clientId,
      detail: { filters: { action: 'nothing.at.all' } },
    });
  });

  test('goes by the index of the sealer, and not through the trail', async () => {
    await app.owner.sql.run('analyze audit_index');
    const plan = await app.owner.transact(async (sql) => {
      await sql.run('set local enable_seqscan = off');
      return sql.many<{ 'QUERY PLAN': string }>(
        'explain select event_id from audit_index where client_id = 100001 order by event_id desc limit 21',
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_index_client');
    const indexes = await app.database.sql.many<{ indexdef: string }>(
      `select indexdef from pg_indexes where tablename = 'audit_event' and indexdef not like '%brin%'`,
    );
    expect(indexes.map(({ indexdef }) => indexdef)).toEqual([expect.stringContaining('(id)')]);
  });

  test('whose index was tampered with is found by the audit of the whole book', async () => {
    await happen('hidden:1');
    await sealed('hidden:1');
    const undo = new Error('undo');
    const tampering = app.owner.transact(async (sql) => {
      await sql.run(`delete from audit_index where event_id = (select id from audit_event where subject = 'hidden:1')`);
      const findings = await auditLedger(sql, { scope: 'whole' });
      expect(findings).toEqual([{ check: 'index_differs', detail: expect.stringContaining('event ') }]);
      throw undo;
    });
    await expect(tampering).rejects.toBe(undo);
    expect(await auditLedger(app.database.sql, { scope: 'whole' })).toEqual([]);
    await expect(app.database.sql.run('delete from audit_index')).rejects.toThrow('permission denied');
  });
});

test('refused calls of the desk are shown to who reads the audit', async () => {
  await app.call({ method: 'GET', path: '/api/desk/staff', as: compliance });
  const latest = async () =>
    (await app.call({ method: 'GET', path: '/api/desk/audit/refusals', as: compliance })).data.refusals as object[];
  await expect
    .poll(async () => (await latest())[0])
    .toMatchObject({
      call: 'staff.list',
      code: 'not_your_right',
      who: 'compliance',
      count: 1,
      address: '127.0.0.1',
      client_id: null,
    });
});
