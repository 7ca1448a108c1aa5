import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { drivenPhases, everyPhase, mayCancel, mayFollow, openPhases, phases, type Phase } from './rules.ts';

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

    test.each([
      ['remittance_open', drivenPhases],
      ['remittance_under_way', openPhases],
    ])('the index %s is of the phases that it is asked for', async (index, asked) => {
      const { predicate } = await base.owner.sql.one<{ predicate: string }>(
        'select pg_get_expr(indpred, indrelid) as predicate from pg_index where indexrelid = $1::regclass',
        [index],
      );
      const named = [...predicate.matchAll(/'(\w+)'/g)].map(([, phase]) => phase);
      expect(named.toSorted()).toEqual(asked.toSorted());
    });
  });
});
