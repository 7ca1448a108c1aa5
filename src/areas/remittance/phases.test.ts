import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  });
});

const remittance = 1;

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
