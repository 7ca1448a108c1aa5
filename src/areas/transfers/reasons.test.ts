import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Platform } from '../../ports/platform/port.ts';
import { openBankFixture } from '../../server/testing/bankFixture.ts';
import { engineBeside, openCounter, restrict, runOf } from '../../server/testing/paymentsFixture.ts';
import { openPayoutFixture } from '../../server/testing/payoutFixture.ts';
import { waysBy } from '../../server/testing/transferTransitions.ts';
import {
  accepted,
  arrives,
  becomes,
  between,
  decided,
  decidedAs,
  declined,
  endSilence,
  paidAfter,
  started,
  waysTo,
  type Walker,
  type Way,
} from '../../server/testing/transferWays.ts';
import type { ReasonCode, TimelineCode } from '../payments/rules.ts';

/* Reasons and lines of the timeline to which no state of a transfer leads by itself: each is brought about, and read as the client reads it. */

let walker: Walker;
beforeAll(async () => {
  const counter = await openCounter('ng.active', { dollars: '5000.00', wallet: '1000.00' });
  walker = { ...counter, payouts: await openPayoutFixture(counter.app, counter) };
  // Nobody is charged for not having traded.
  await walker.payouts.trade(counter.dollars);
});
afterAll(() => walker.app.close());
// What is disputed shuts the next deposit.
beforeEach(() => restrict(walker.app, walker.client, false));
afterEach(async () => {
  await endSilence(walker);
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test has done, the ledger must be without fault
  expect(await walker.books.faults()).toEqual([]);
});

async function says({ payments }: Walker, reference: string, body: object): Promise<void> {
  expect((await payments.post(`/sandbox/payments/${reference}`, body)).errors).toEqual([]);
}
/** The platform refuses what the test says, which the sandbox's does not. */
const refusing = (mt5: Platform, isRefused: (minor: bigint) => boolean): Partial<Platform> => ({
  balanceOperation: async (operation) =>
    isRefused(operation.amount)
      ? { outcome: 'refused', code: 'rejected', message: 'told by the test' }
      : mt5.balanceOperation(operation),
});
/** A transfer between two accounts, while one or both of their platforms refuse. */
async function refused(walker: Walker, isRefused: (minor: bigint) => boolean): Promise<number> {
  const { app, books, client, dollars, payments } = walker;
  const target = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
  const id = await between(walker, dollars, target);
  await payments.hold(id);
  await engineBeside(app, refusing(app.opened.app.platforms.mt5, isRefused)).drive(runOf(app), id);
  return id;
}
const abandoned: Way = async (walker) => {
  const { id, reference } = await started(walker);
  await walker.payments.told(reference, { status: 'cancelled' });
  return id;
};
const sentBack: Way = async (walker) =>
  decidedAs(walker, await waysTo.withdraw['awaiting_approval by awaiting_approval'](walker), { action: 'send_back' });
/** Paid into an account that has been closed meanwhile. */
const intoClosed: Way = async (walker) => {
  const { app, books, client, payments } = walker;
  const target = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
  const { id, reference } = await payments.startDeposit(target, '100.00');
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [target]);
  await says(walker, reference, arrives);
  return becomes(walker, id, 'completed');
};
/** What the payer's bank took back comes again: the transfer that brings it. */
const wonBack: Way = async (walker) => {
  const { app, payments } = walker;
  const { id, reference } = await started(walker, 'wallet');
  await says(walker, reference, arrives);
  await becomes(walker, id, 'completed');
  const reversals = async (): Promise<number[]> => (await app.drain(), (await payments.detailsOf(id)).reversed_by);
  await says(walker, reference, { outcome: 'charged_back' });
  await expect.poll(reversals).toHaveLength(1);
  const [chargeback = 0] = await reversals();
  await becomes(walker, chargeback, 'completed');
  await says(walker, reference, { outcome: 'won_back' });
  const bringing = async (): Promise<number[]> => {
    const { reversed_by: other }: { reversed_by: number[] } = await payments.detailsOf(chargeback);
    return [...new Set([...(await reversals()), ...other])].filter((each) => each !== chargeback);
  };
  await expect.poll(bringing).toHaveLength(1);
  return (await bringing())[0] ?? 0;
};
const wired: Way = async ({ payments, wallet }) => (await payments.startDeposit(wallet, '250.00', { pm_id: 1010 })).id;
/** Money of which nobody knew whose it was, until staff said. */
const found: Way = async ({ app, client }) => {
  const bank = await openBankFixture(app, client);
  const entry = await bank.arrives({ text: 'savings' });
  await bank.fetched();
  const { id } = await bank.entryNamed(entry);
  const finance = await app.signInStaff('finance');
  const decision = await bank.decide(id, { action: 'assign', client_id: String(client.clientId) }, finance);
  expect(decision.errors).toEqual([]);
  await app.drain();
  return (await bank.entryNamed(entry)).remittance_id ?? 0;
};

const reasons: readonly (readonly [ReasonCode, Way, { status: string; stage: TimelineCode; why: RegExp }])[] = [
  [
    'payment_page_unavailable',
    (walking) => mustHave(waysBy['starting cancelled'])(walking),
    { status: 'cancelled', stage: 'cancelled', why: /provider was not reachable.*Start a new deposit/ },
  ],
  ['payment_not_made', abandoned, { status: 'cancelled', stage: 'cancelled', why: /left without paying.*Start a new deposit/ }],
  [
    'currency_unknown',
    decided({ outcome: 'approved', amount: '0.00100000', currency: 'BTC' }, 'on_review'),
    { status: 'on_review', stage: 'amount_differs', why: /currency that cannot be credited.*Support is looking/ },
  ],
  ['accepted_arrived', accepted('wallet'), { status: 'completed', stage: 'paid_into_wallet', why: /^You accepted the amount/ }],
  [
    'paid_after_declined',
    paidAfter(declined, 'wallet'),
    { status: 'completed', stage: 'paid_into_wallet', why: /after it was first declined.*Your money is credited/ },
  ],
  [
    'source_refused',
    (walking) => refused(walking, (minor) => minor < 0n),
    { status: 'declined', stage: 'declined', why: /did not let the money leave.*Nothing left it/ },
  ],
  [
    'target_refused_wallet',
    (walking) => refused(walking, (minor) => minor > 0n),
    { status: 'failed', stage: 'returned_to_wallet', why: /Neither account could take the money.*in your wallet/ },
  ],
  ['withdrawal_sent_back', sentBack, { status: 'declined', stage: 'declined', why: /gave it back to you.*ask for it otherwise/ }],
];

function mustHave(way: Way | undefined): Way {
  if (!way) throw new Error('there is no such way');
  return way;
}

describe('a transfer does not take its usual course, and says why:', () => {
  test.each(reasons)('%s', async (reason, way, { status, stage, why }) => {
    const id = await way(walker);
    const shown = await walker.payments.detailsOf(id);
    expect(shown).toMatchObject({ status, reason: expect.stringMatching(why) });
    expect(shown.timeline.map(({ code }: { code: string }) => code)).toContain(stage);
    expect(shown.timeline.find(({ code }: { code: string }) => code === stage)).toMatchObject({ status });
    const kept = await walker.app.owner.sql.one<{ reason: string }>('select reason from remittance where id = $1', [id]);
    expect(kept).toEqual({ reason });
  });
});

const lines: readonly (readonly [TimelineCode, Way, { status: string; says: RegExp }])[] = [
  [
    'paid_into_wallet',
    decided(arrives, 'completed', 'wallet'),
    { status: 'completed', says: /100\.00.* was paid\. .*100\.00.* is in / },
  ],
  ['credited_to_wallet', intoClosed, { status: 'completed', says: /could not take the money\. .*100\.00.* is in your wallet/ }],
  [
    'payout_back',
    waysTo.reversal['completed by payout_back_credited'],
    { status: 'processing', says: /had paid out has come back/ },
  ],
  ['won_back_credited', wonBack, { status: 'completed', says: /paid what was still owed of it; the rest is in your wallet/ }],
  ['transfer_found', found, { status: 'waiting_payment', says: /^A transfer from your bank has been found/ }],
  ['transfer_awaited', wired, { status: 'waiting_payment', says: /account and the reference\. .*250\.00.* is waited for/ }],
];

describe('a line of the timeline says what has happened:', () => {
  test.each(lines)('%s', async (code, way, { status, says: words }) => {
    const id = await way(walker);
    const { timeline } = await walker.payments.detailsOf(id);
    expect(timeline.filter((line: { code: string }) => line.code === code)).toEqual([
      expect.objectContaining({ status, text: expect.stringMatching(words) }),
    ]);
  });
});

test('what neither account could take is in the wallet to the cent, and what did not leave stays where it was', async () => {
  const { books, dollars, wallet } = walker;
  const all = async () =>
    [await books.onPlatform(dollars), await books.inLedger(dollars), await books.inLedger(wallet)].map(Number);
  const [platform = 0, ledger = 0, before = 0] = await all();
  await refused(walker, (minor) => minor < 0n);
  expect(await all()).toEqual([platform, ledger, before]);
  await refused(walker, (minor) => minor > 0n);
  expect(await all()).toEqual([platform - 10, ledger - 10, before + 10].map((each) => expect.closeTo(each)));
});
