import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TransferStatus, TransferType } from '../../protocol/payment.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { courses } from '../payments/engine.ts';
import { stateRows, transferStates, type State } from '../../server/testing/transferStates.ts';
import { everyPhase, phases, type Phase } from '../payments/rules.ts';

/*
 * Every state in which a saved transfer can be, by its type, and what its details say there: how it stands, what has happened last,
 * why, and who has to do what next. What is expected is written by hand.
 */

let counter: Counter;
/** What a reversal takes back. */
let takenBack: number;
beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '0', wallet: '0' });
  takenBack = await inState({ type: 'deposit', phase: 'completed', stage: 'credited', status: 'completed', says: /./ });
});
afterAll(() => counter.app.close());

/** A transfer of that type in that state, as the book's functions would have left it. */
async function inState({ type, phase, stage, reason }: { readonly type: TransferType } & State): Promise<number> {
  const { app, client, wallet, dollars } = counter;
  return app.owner.transact(async (sql) => {
    // Nothing that it would have come by is there.
    await sql.run('set local session_replication_role = replica');
    const reverses = type === 'reversal' ? takenBack : null;
    const { id } = await sql.one<{ id: number }>(
      `insert into remittance (client_id, company_id, transfer_type, phase, reference, method_id, account_number, account_platform,
         target_number, amount, currency, account_amount, account_currency, arrived_amount, arrived_currency, reverses, created_at, expires_at, saved_at, updated_at)
       values ($1, 3, $2, 'quoted', 's-' || substr(gen_random_uuid()::text, 1, 18), case when $2 = 'deposit' then 340 when $2 = 'withdraw' then 243 end,
         $3, 'mt5', case when $2 = 'transfer' then $4::integer end, 10000, 'USD', 10000, 'USD', 9000, 'USD', $5, now(), now() + interval '1 day', now(), now())
       returning id`,
      [client.clientId, type, dollars, wallet, reverses],
    );
    const detail = { stage, ...(reason ? { reason } : {}) };
    await sql.run(
      `select remittance_steps_apply(array[$1::bigint], array[''], array[$2], array[$3::jsonb], array[$4::timestamptz])`,
      [id, phase, JSON.stringify(detail), app.opened.clock.now()],
    );
    return id;
  });
}

test('the table has every state: each phase of a payment, and each that some type is moved on from', () => {
  const written = new Set(stateRows.map(({ phase }) => phase));
  // A quote that nobody has saved is no transfer yet.
  expect(everyPhase.filter((phase) => !written.has(phase))).toEqual(['quoted']);
  for (const [type, { movers }] of Object.entries(courses)) {
    const of = new Set<Phase>(transferStates[type as TransferType].map(({ phase }) => phase));
    for (const phase of Object.keys(movers) as Phase[]) expect([type, phase, of.has(phase)]).toEqual([type, phase, true]);
  }
});

const titles: Readonly<Record<TransferType, RegExp>> = {
  deposit: /^Deposit .*this/,
  withdraw: /^Withdraw.*this/,
  transfer: /this.* that/,
  reversal: /this/,
};

/** What stands over it: the status in a word, and what it is. */
const words: Readonly<Record<TransferStatus, string>> = {
  created: 'Created',
  waiting_payment: 'Waiting for payment',
  processing: 'Processing',
  on_review: 'Under review',
  completed: 'Completed',
  declined: 'Declined',
  cancelled: 'Cancelled',
  failed: 'Failed',
};

describe('the details of a transfer', () => {
  test.each(stateRows)('that is a $type, $phase by $stage, say where it stands and what is to be done', async (row) => {
    const id = await inState(row);
    const shown = await counter.payments.detailsOf(id);
    expect(shown).toMatchObject({ id, transfer_type: row.type, status: row.status });
    expect(phases[row.phase].status).toBe(row.status);
    const say = counter.app.opened.app.words.in('en');
    expect(say(`ui.transfer.${row.status}`)).toBe(words[row.status]);
    expect(say(`money.transfer.${row.type}`, { account: 'this', target: 'that' })).toMatch(titles[row.type]);
    expect(shown.timeline.at(-1)).toMatchObject({ code: row.stage, status: row.status, text: expect.stringMatching(row.says) });
    expect(shown.reason ?? '').toMatch(row.why ?? /^$/);
    const [who, what] = row.next ?? [null, /^$/];
    expect(shown.next?.who ?? null).toBe(who);
    expect(shown.next?.text ?? '').toMatch(what);
    const can = [
      ...(shown.can_cancel ? ['cancel'] : []),
      ...(shown.can_accept ? ['accept'] : []),
      ...(shown.takes_paper ? ['send a paper'] : []),
    ];
    expect(can).toEqual(row.can ?? []);
    // Words that were not filled in would stand in braces.
    expect(JSON.stringify(shown)).not.toMatch(/\{[a-z]+\}/i);
  });
});
