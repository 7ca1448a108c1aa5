import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientId, type RemittanceId } from '../../../base/id.ts';
import { auditLedger } from '../../../ledger/audit.ts';
import { openBook, type Book } from '../../../ledger/book.ts';
import * as chart from '../../../ledger/chart.ts';
import { balanceOf, holdsOf } from '../../../ledger/statement.ts';
import { openTestDatabase, type TestDatabase } from '../../../server/testing/database.ts';
import { payoutIntent } from './movements.ts';
import type { PayoutPhase } from './parts.ts';
import { remittanceOf, type Transition, type Remittance } from '../store.ts';

const owner = { company: 3, clientId: clientId(1) };
const [wallet, held] = [chart.wallet(owner, 'USD'), chart.hold(owner, 'USD')];
const praxis = chart.provider(3, 'USD', 'praxis');
const at = new Date('2026-03-02T10:00:00Z');

let app: TestDatabase;
let book: Book;
beforeAll(async () => {
  app = await openTestDatabase();
  book = openBook({ sql: app.database.sql });
});
afterAll(async () => {
  await book.close();
  await app.close();
});

function missing(what: string): never {
  throw new Error(`there is no ${what}`);
}

let payment: Remittance;
let parts: readonly { readonly id: number; readonly amount: bigint }[];

/** A payment of 1000 that is set aside and goes out in two parts, of 600 and of 400. */
beforeEach(async () => {
  const { sql } = app.owner;
  const id = await app.owner.transact(async (inside) => {
    // Its client has no row of its own.
    await inside.run('set local session_replication_role = replica');
    const row = await inside.one<{ id: RemittanceId }>(
      `insert into remittance (client_id, company_id, transfer_type, phase, reference, account_number, amount, currency, account_amount,
         account_currency, created_at, expires_at, saved_at, updated_at)
       values (1, 3, 'withdraw', 'quoted', 'r-' || gen_random_uuid()::text::varchar(20), 1, 1000, 'USD', 1000, 'USD', $1, $1, $1, $1)
       returning id`,
      [at],
    );
    return row.id;
  });
  await book.submit({
    movement: { key: `deposit:before-${id}`, kind: 'deposit', legs: [{ from: praxis, to: wallet, minor: 1000n }], at },
  });
  const opens = { remittanceId: id, purpose: 'withdrawal', source: 'wallet' } as const;
  await book.submit({
    movement: { key: `withdrawal_held:${id}`, kind: 'withdrawal_held', legs: [{ from: wallet, to: held, minor: 1000n }], at },
    hold: { key: `withdrawal:${id}`, opens },
    transition: { kind: 'remittance', id, from: 'quoted', to: 'sent', detail: { stage: 'held' } },
  });
  payment = (await remittanceOf(sql, id)) ?? missing('payment');
  parts = await app.database.sql.many<{ id: number; amount: bigint }>(
    `insert into payout (remittance_id, hold_id, reference, amount, currency, method_id, provider, created_at, updated_at)
     select h.remittance_id, h.id, 'p' || h.remittance_id || '-reference-' || part, part, 'USD', 340, 'praxis', $2, $2
     from ledger_hold h, unnest(array[600, 400]) part where h.remittance_id = $1 returning id, amount`,
    [id, at],
  );
});

interface Asked {
  readonly from?: PayoutPhase;
  readonly minor?: bigint;
  readonly whole?: Omit<Transition, 'id' | 'from'>;
}

/** What becomes of a part: paid by its provider, or back in the wallet. */
function ended(fundingAccount: 0 | 1, to: 'completed' | 'released', { from = 'waiting', minor, whole }: Asked = {}) {
  const part = parts[fundingAccount] ?? missing('part');
  const leg = { from: held, to: to === 'completed' ? praxis : wallet, minor: minor ?? part.amount };
  return payoutIntent(
    payment,
    { id: part.id, phase: from },
    {
      kind: to === 'completed' ? 'withdrawal_settled' : 'withdrawal_released',
      legs: [leg],
      hold: { key: `withdrawal:${payment.id}` },
      to,
      ...(whole ? { whole } : {}),
      at,
    },
  );
}

const send = async (fundingAccount: 0 | 1) => {
  const id = parts[fundingAccount]?.id;
  const transition = [id, 'waiting', 'sent', '{}', at];
  await app.database.sql.run(
    'select payout_steps_apply(array[$1::bigint], array[$2], array[$3], array[$4::jsonb], array[$5::timestamptz])',
    transition,
  );
};
const remaining = async () =>
  (await holdsOf(app.database.sql, clientId(1))).filter(({ remittanceId }) => remittanceId === payment.id);
const phasesNow = async () => {
  const { phase } = (await remittanceOf(app.database.sql, payment.id)) ?? missing('payment');
  const rows = await app.database.sql.many<{ phase: string }>('select phase from payout where remittance_id = $1 order by id', [
    payment.id,
  ]);
  return [phase, ...rows.map((row) => row.phase)];
};
const faults = async () => (await auditLedger(app.database.sql, { scope: 'whole' })).map(({ detail }) => detail);

const last = { to: 'completed', stage: 'paid' } as const;

describe('a payment that goes out in parts', () => {
  test('is counted down part by part, each concluded by a movement of its own, and ends with the last', async () => {
    const before = await balanceOf(app.database.sql, wallet);
    await send(0);
    expect(await book.submit(ended(0, 'completed', { from: 'sent' }))).toMatchObject({ outcome: 'posted' });
    expect(await remaining()).toMatchObject([{ amount: 1000n, remaining: 400n }]);
    expect(await phasesNow()).toEqual(['sent', 'completed', 'waiting']);
    expect(await faults()).toEqual([]);
    const release = ended(1, 'released', { whole: last });
    expect(await book.submit(release)).toMatchObject({ outcome: 'posted', repeated: false });
    expect(await book.submit(release)).toMatchObject({ outcome: 'posted', repeated: true });
    expect(await remaining()).toEqual([]);
    expect(await phasesNow()).toEqual(['completed', 'completed', 'released']);
    expect((await balanceOf(app.database.sql, wallet)) - before).toBe(400n);
    expect(await faults()).toEqual([]);
    const told = await app.owner.sql.many<{ topics: string[] }>(
      `select array(select outbox_topics(payload -> 'topics')) as topics from outbox where client_id = $1 and payload ? 'topics'`,
      [payment.clientId],
    );
    // With each part.
    const line = expect.arrayContaining(['transfers']);
    expect(told.map(({ topics }) => topics)).toEqual([line, line]);
  });

  test('has both parts concluded in the same moment, once each', async () => {
    const answers = await Promise.all([
      book.submit(ended(0, 'released')),
      book.submit(ended(1, 'released')),
      book.submit(ended(1, 'completed', { from: 'sent' })),
    ]);
    expect(answers).toMatchObject([{ outcome: 'posted' }, { outcome: 'posted' }, { outcome: 'refused', code: 'step_refused' }]);
    expect(await remaining()).toEqual([]);
  });

  test('pays out no more than is set aside for it, whatever else is on the account', async () => {
    const legs = (from: chart.Account, to: chart.Account) => [{ from, to, minor: 500n }] as const;
    await book.submit({ movement: { key: 'deposit:other', kind: 'deposit', legs: legs(praxis, wallet), at } });
    await book.submit({
      movement: { key: 'withdrawal_held:other', kind: 'withdrawal_held', legs: legs(wallet, held), at },
      hold: { key: 'withdrawal:other', opens: { remittanceId: 0, purpose: 'withdrawal', source: 'wallet' } },
    });
    expect(await balanceOf(app.database.sql, held)).toBe(1500n);
    expect(await book.submit(ended(0, 'released', { minor: 1001n }))).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await phasesNow()).toEqual(['sent', 'waiting', 'waiting']);
    await book.submit(ended(0, 'released'));
    expect(await book.submit(ended(1, 'released', { minor: 401n }))).toEqual({ outcome: 'refused', code: 'below_floor' });
    expect(await remaining()).toMatchObject([{ remaining: 400n }]);
    await book.submit(ended(1, 'released', { whole: last }));
  });

  test('leaves the part as it was where the whole has moved on, and the money too', async () => {
    const late = ended(0, 'released', { whole: last });
    const parentTransition = { ...(late.parentTransition ?? missing('step of the payment')), from: 'held' };
    const refused = await book.submit({ ...late, parentTransition });
    expect(refused).toEqual({ outcome: 'refused', code: 'step_refused' });
    expect(await phasesNow()).toEqual(['sent', 'waiting', 'waiting']);
    expect(await remaining()).toMatchObject([{ remaining: 1000n }]);
    await Promise.all([book.submit(ended(0, 'released')), book.submit(ended(1, 'released', { whole: last }))]);
  });

  test('takes no step that its phases do not allow', () => {
    expect(() => ended(0, 'completed')).toThrow(/cannot go from waiting to completed/);
    expect(() => ended(0, 'released', { from: 'completed' })).toThrow(/cannot go from completed/);
  });

  test.each([
    [
      'a part that has ended without a movement',
      `update payout set phase = 'completed' where remittance_id = $1`,
      /payout \d+ is completed, and was concluded by nothing/,
    ],
    [
      'a payment that has ended while money is set aside for it',
      `update remittance set phase = 'completed' where id = $1`,
      /are still set aside/,
    ],
  ])('the audit of everything finds %s', async (_, planted, fault) => {
    const undo = new Error('undo');
    const context = app.owner.transact(async (sql) => {
      await sql.run('set local session_replication_role = replica');
      await sql.run(planted, [payment.id]);
      const findings = await auditLedger(sql, { scope: 'whole' });
      expect(findings.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(fault));
      throw undo;
    });
    await expect(context).rejects.toBe(undo);
  });
});
