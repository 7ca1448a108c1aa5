import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TransferStatus, TransferType } from '../../protocol/payment.ts';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import { courses } from '../payments/engine.ts';
import { everyPhase, phases, type Phase, type ReasonCode, type TimelineCode } from '../payments/rules.ts';

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

interface State {
  readonly phase: Phase;
  readonly stage: TimelineCode;
  readonly reason?: ReasonCode;
  readonly status: TransferStatus;
  /** The last line of the timeline. */
  readonly says: RegExp;
  /** In the client's words; left out where nothing is out of the ordinary. */
  readonly why?: RegExp;
  /** Who acts next and what is said of it; left out where it has ended. */
  readonly next?: readonly ['client' | 'provider' | 'platform' | 'house', RegExp];
  /** What the client can do. */
  readonly can?: readonly ('cancel' | 'accept' | 'send a paper')[];
}

const deposit: readonly State[] = [
  {
    phase: 'starting',
    stage: 'saved',
    status: 'created',
    says: /asked to deposit/,
    next: ['provider', /page is being opened/],
    can: ['cancel', 'send a paper'],
  },
  {
    phase: 'waiting_payment',
    stage: 'waiting_payment',
    status: 'waiting_payment',
    says: /waiting to be paid/,
    next: ['client', /^Pay .* on the payment page/],
    can: ['cancel', 'send a paper'],
  },
  {
    phase: 'on_review',
    stage: 'amount_differs',
    reason: 'amount_differs',
    status: 'on_review',
    says: /arrived instead of/,
    why: /./,
    next: ['client', /Accept what arrived/],
    can: ['accept', 'send a paper'],
  },
  {
    phase: 'on_review',
    stage: 'third_party',
    reason: 'third_party',
    status: 'on_review',
    says: /come from somebody else/,
    why: /./,
    next: ['house', /look into who has paid/],
    can: ['send a paper'],
  },
  {
    phase: 'received',
    stage: 'paid',
    status: 'processing',
    says: /is on its way to/,
    next: ['platform', /platform is crediting/],
    can: ['send a paper'],
  },
  { phase: 'completed', stage: 'credited', status: 'completed', says: /is in / },
  {
    phase: 'declined',
    stage: 'declined',
    reason: 'provider_declined',
    status: 'declined',
    says: /^Declined/,
    why: /./,
    can: ['send a paper'],
  },
  {
    phase: 'cancelled',
    stage: 'cancelled',
    reason: 'payment_expired',
    status: 'cancelled',
    says: /^Cancelled/,
    why: /./,
    can: ['send a paper'],
  },
  {
    phase: 'failed',
    stage: 'failed',
    reason: 'payment_page_unavailable',
    status: 'failed',
    says: /could not be opened/,
    why: /./,
    can: ['send a paper'],
  },
];

const withdraw: readonly State[] = [
  { phase: 'held', stage: 'held', status: 'processing', says: /set aside in/, next: ['platform', /being taken out of/] },
  {
    phase: 'awaiting_approval',
    stage: 'awaiting_approval',
    status: 'on_review',
    says: /waiting for our approval/,
    next: ['house', /Our people look at it/],
    can: ['cancel'],
  },
  {
    phase: 'sent',
    stage: 'withdrawal_approved',
    status: 'processing',
    says: /^Approved/,
    next: ['provider', /provider pays it out/],
  },
  {
    phase: 'returning',
    stage: 'giving_back',
    reason: 'withdrawal_no_trading',
    status: 'processing',
    says: /On its way back/,
    why: /no trading/,
    next: ['platform', /given back/],
  },
  { phase: 'completed', stage: 'withdrawal_paid', status: 'completed', says: /All of it was paid out/ },
  {
    phase: 'completed',
    stage: 'withdrawal_paid_in_part',
    reason: 'paid_in_part',
    status: 'completed',
    says: /the rest is in your wallet/,
    why: /not taken where it was to go/,
  },
  {
    phase: 'declined',
    stage: 'declined',
    reason: 'withdrawal_suspicion',
    status: 'declined',
    says: /^Declined/,
    why: /^(?!.*suspic).*Ask support/i,
  },
  {
    phase: 'cancelled',
    stage: 'withdrawal_cancelled',
    reason: 'cancelled_by_client',
    status: 'cancelled',
    says: /You cancelled it/,
    why: /./,
  },
  {
    phase: 'failed',
    stage: 'withdrawal_unpaid',
    reason: 'payout_refused',
    status: 'failed',
    says: /None of it/,
    why: /did not take the money/,
  },
];

const transfer: readonly State[] = [
  { phase: 'held', stage: 'held', status: 'processing', says: /set aside in/, next: ['platform', /being taken out of/] },
  { phase: 'sent', stage: 'sent', status: 'processing', says: / left /, next: ['platform', /platform is crediting/] },
  {
    phase: 'returning',
    stage: 'returning',
    reason: 'target_refused',
    status: 'processing',
    says: /on its way back/,
    why: /./,
    next: ['platform', /given back/],
  },
  { phase: 'completed', stage: 'credited', status: 'completed', says: /is in / },
  { phase: 'declined', stage: 'declined', reason: 'not_enough_money', status: 'declined', says: /^Declined/, why: /./ },
  { phase: 'failed', stage: 'returned', reason: 'target_refused_returned', status: 'failed', says: /is back in/, why: /./ },
];

const reversal: readonly State[] = [
  {
    phase: 'awaiting_approval',
    stage: 'taken_back_on_review',
    status: 'on_review',
    says: /look at it first/,
    next: ['house', /Nothing is taken from you meanwhile/],
  },
  {
    phase: 'reversing',
    stage: 'chargeback',
    reason: 'chargeback',
    status: 'processing',
    says: /charged back/,
    why: /./,
    next: ['platform', /being taken back/],
  },
  { phase: 'completed', stage: 'taken_back', reason: 'refunded', status: 'completed', says: /was taken out of/, why: /./ },
  {
    phase: 'completed',
    stage: 'payout_back_credited',
    reason: 'payout_returned',
    status: 'completed',
    says: /in your wallet again/,
    why: /did not keep it.*withdraw again/,
  },
  {
    phase: 'declined',
    stage: 'declined',
    reason: 'review_declined',
    status: 'declined',
    says: /^Declined/,
    why: /nothing is taken/i,
  },
];

const states: Readonly<Record<TransferType, readonly State[]>> = { deposit, withdraw, transfer, reversal };
const rows = Object.entries(states).flatMap(([type, each]) => each.map((state) => ({ type: type as TransferType, ...state })));

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
  const written = new Set(rows.map(({ phase }) => phase));
  // A quote that nobody has saved is no transfer yet.
  expect(everyPhase.filter((phase) => !written.has(phase))).toEqual(['quoted']);
  for (const [type, { movers }] of Object.entries(courses)) {
    const of = new Set(states[type as TransferType].map(({ phase }) => phase));
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
  test.each(rows)('that is a $type, $phase by $stage, say where it stands and what is to be done', async (row) => {
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
