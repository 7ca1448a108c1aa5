import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql } from '../../base/sql.ts';
import { auditLedger } from '../../ledger/audit.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { everyPhase, isOpen, mayCancel, mayFollow, phases, type Phase } from './rules.ts';

const nextOf = (phase: Phase): readonly Phase[] => phases[phase].next;

describe('the phases', () => {
  test('a completed transfer stays completed', () => {
    for (const to of everyPhase) expect(mayFollow('completed', to)).toBe(false);
  });

  test('no money moves by cancelling: only a deposit that nothing was paid for can be', () => {
    const cancellable = everyPhase.filter((phase) => mayCancel({ type: 'deposit', phase }));
    expect(cancellable).toEqual(['starting', 'waiting_payment']);
    for (const phase of everyPhase) expect(mayCancel({ type: 'transfer', phase })).toBe(false);
  });

  test('every phase can be reached and leads to an end', () => {
    const reached = new Set<Phase>(['quoted', 'reversing']);
    for (const phase of reached) for (const next of nextOf(phase)) reached.add(next);
    expect([...reached].toSorted()).toEqual(everyPhase.toSorted());
  });

  describe('in the database', () => {
    let base: TestDatabase;
    beforeAll(async () => {
      base = await openTestDatabase();
      await addRemittance(base);
    });
    afterAll(async () => base.close());

    test('count as the same statuses as in the rules', async () => {
      const { definition } = await base.owner.sql.one<{ definition: string }>(
        `select pg_get_expr(adbin, adrelid) as definition from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
         where adrelid = 'remittance'::regclass and attname = 'status'`,
      );
      const counted = await base.owner.sql.many<{ phase: Phase; status: string }>(
        `select phase, ${definition} as status from unnest($1::text[]) r (phase)`,
        [everyPhase],
      );
      expect(counted).toEqual(everyPhase.map((phase) => ({ phase, status: phases[phase].status })));
    });

    test.each(everyPhase)('a remittance that is %s is among those under way when somebody waits for it', async (phase) => {
      const { sql } = base.owner;
      for (const to of ['held', phase]) {
        await sql.run(
          `select remittance_steps_apply(array[$1::bigint], array[''], array[$2], array['{"stage":"told"}'::jsonb], array[now()])`,
          [remittance, to],
        );
      }
      expect(await sql.many('select phase from remittance_under_way')).toEqual(isOpen(phase) ? [{ phase }] : []);
    });

    test('a remittance is taken on from the phase that it is in and from no other, so that of two only one takes it', async () => {
      const { sql } = base.owner;
      const phase = (await sql.one<{ phase: Phase }>('select phase from remittance where id = $1', [remittance])).phase;
      const lock = (from: Phase) => sql.many('select remittance_steps_lock(array[$1::bigint], array[$2])', [remittance, from]);
      for (const from of everyPhase) expect(await lock(from)).toHaveLength(from === phase ? 1 : 0);
    });

    test('quotes that nobody saved are found without reading all that was ever saved', async () => {
      await base.owner.transact(async (sql) => {
        const readWhole = async () => sql.one(`select seq_scan from pg_stat_xact_user_tables where relname = 'remittance'`);
        await sql.run('set local enable_seqscan = off');
        const before = await readWhole();
        await sql.one('select remittance_drop_quotes(now())');
        expect(await readWhole()).toEqual(before);
      });
    });

    test.each([
      ['that is held and that nobody waits for', [forget], 'held, and under way as nothing'],
      ['that is waited for in another phase', [`update remittance_under_way set phase = 'sent'`], 'held, and under way as sent'],
      ['that is over and still waited for', [setPhase('cancelled')], 'over, and under way as held'],
      ['that is completed and moved nothing', [setPhase('completed'), forget], 'completed, and was concluded by nothing'],
      ['that is concluded before its end', [conclude('deposit')], 'held, and was concluded by deposit'],
      [
        'that is concluded twice',
        [setPhase('completed'), forget, conclude('deposit'), conclude('deposit_returned')],
        'completed, and was concluded by deposit, deposit_returned',
      ],
    ])('the audit of everything finds one %s', async (_which, planted, fault) => {
      expect(await faultsAfter(base, [])).toEqual([]);
      expect(await faultsAfter(base, planted)).toEqual([`remittance ${remittance} is ${fault}`]);
    });
  });
});

const remittance = 1;

const forget = 'delete from remittance_under_way';
const conclude = (kind: string) =>
  `insert into ledger_movement (key, kind, company, at, transaction_id) values ('${kind}:${remittance}', '${kind}', 3, now(), 1)`;
const setPhase = (phase: Phase) => `update remittance set phase = '${phase}'`;

/** What the audit says of the statuses when somebody who may do anything has done that to what was held; undone afterwards. */
async function faultsAfter(base: TestDatabase, statements: readonly string[]): Promise<string[]> {
  const undo = new Error('undo');
  let faults: string[] = [];
  const look = async (sql: Sql) => {
    await sql.run('set local session_replication_role = replica');
    await sql.run(
      `select remittance_steps_apply(array[${remittance}], array[''], array['held'], array['{"stage":"told"}'::jsonb], array[now()])`,
    );
    for (const statement of statements) await sql.run(statement);
    const findings = await auditLedger(sql, { scope: 'whole' });
    faults = findings.flatMap(({ check, detail }) => (check === 'status_differs' ? [detail] : []));
    throw undo;
  };
  await expect(base.owner.transact(look)).rejects.toBe(undo);
  return faults;
}

async function addRemittance(base: TestDatabase): Promise<void> {
  await base.owner.transact(async (sql) => {
    // Its client has no row of its own.
    await sql.run('set local session_replication_role = replica');
    await sql.run(
      `insert into remittance (id, client_id, company_id, transfer_type, phase, reference, account_number, amount, currency,
         account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
       values ($1, 1, 3, 'deposit', 'quoted', 'r1-of-a-test', 1, 1, 'USD', 1, 'USD', now(), now(), now(), now())`,
      [remittance],
    );
  });
}
