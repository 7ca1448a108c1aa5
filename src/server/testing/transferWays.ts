import { expect } from 'vitest';
import { accountNumber, remittanceId, type RemittanceId } from '../../base/id.ts';
import { openEngine } from '../../areas/payments/engine.ts';
import type { Payments } from '../../ports/payments/port.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { TransferType } from '../../protocol/payment.ts';
import { engineBeside, referenceOf, runOf, setBack, type Counter } from './paymentsFixture.ts';
import type { PayoutFixture } from './payoutFixture.ts';
import type { StateName } from './transferStates.ts';

/*
 * Ways to every state of a transfer: by what clients and staff ask for, what providers tell, and what platforms answer or leave
 * unanswered. Nothing is planted in a transfer's row but the passing of time.
 */

/** Who walks: a client with money, and the desk. */
export interface Walker extends Counter {
  readonly payouts: PayoutFixture;
}
/** Leads a transfer somewhere, and answers its number. */
export type Way = (walker: Walker) => Promise<number>;

/** From now on, until somebody ends it. */
const silent = ({ books }: Walker, target: 'trading' | 'payments') => books.fail(target, 'timeout_before', 1000);
export async function endSilence({ books }: Walker): Promise<void> {
  for (const target of ['trading', 'payments'] as const) await books.fail(target, 'none');
  await books.hurry();
}

async function say({ payments }: Walker, reference: string, body: object): Promise<void> {
  expect((await payments.post(`/sandbox/payments/${reference}`, body)).errors).toEqual([]);
}
export async function becomes({ payments }: Walker, id: number, status: string): Promise<number> {
  await payments.becomes(id, status);
  return id;
}

type Into = 'dollars' | 'wallet';
export const started = (walker: Walker, into: Into = 'dollars') => walker.payments.startDeposit(walker[into], '100.00');
export const arrives = { outcome: 'approved' };
export const less = { outcome: 'approved', amount: '90.00', currency: 'USD' };
export const decided =
  (body: object, status: string, into?: Into): Way =>
  async (walker) => {
    const { id, reference } = await started(walker, into);
    await say(walker, reference, body);
    return becomes(walker, id, status);
  };

/** Saved while the provider says nothing. */
export async function unopened(walker: Walker, into: Into = 'dollars'): Promise<number> {
  const { payments } = walker;
  const { data } = await payments.askDeposit(walker[into], '100.00');
  await silent(walker, 'payments');
  await payments.save(data.remittance_id);
  return data.remittance_id;
}
/** The provider opens no page for it, which the sandbox's always does. */
export async function refusedPage(walker: Walker, into?: Into): Promise<number> {
  const { app } = walker;
  const id = await unopened(walker, into);
  const refusal = { outcome: 'refused', code: 'rejected_by_provider', message: 'told by the test' } as const;
  const startPayment: Payments['startPayment'] = async () => refusal;
  const payments = { praxis: { ...app.opened.app.payments.praxis, startPayment } };
  await openEngine({ ...app.opened.app, payments }).drive(runOf(app), remittanceId(id));
  return id;
}
export async function cancelled(walker: Walker, into?: Into): Promise<number> {
  const { id } = await started(walker, into);
  expect((await walker.payments.post('api/transfers/cancel', { tid: id })).errors).toEqual([]);
  return id;
}
async function overdue(walker: Walker): Promise<number> {
  const { id } = await started(walker);
  await setBack(walker.app, id, `expires_at = now() - interval '1 hour'`);
  await walker.app.opened.worker?.sweep('remittance.overdue');
  return id;
}
/** While its account's platform says nothing. */
async function paidMeanwhile(walker: Walker): Promise<number> {
  const { id, reference } = await started(walker);
  await silent(walker, 'trading');
  await say(walker, reference, arrives);
  return becomes(walker, id, 'processing');
}
/** What is led somewhere is paid after all, with so many cents. */
export const paidAfter =
  (way: (walker: Walker, into: Into) => Promise<number>, into: Into, minor = 10_000n): Way =>
  async (walker) => {
    const id = await way(walker, into);
    const reference = await referenceOf(walker.app, id);
    await walker.payments.told(reference, { status: 'approved', amount: { minor, currency: 'USD' } });
    return id;
  };
export const declined = (walker: Walker, into: Into) => decided({ outcome: 'declined' }, 'declined', into)(walker);
export const accepted =
  (into: Into): Way =>
  async (walker) => {
    const id = await decided(less, 'on_review', into)(walker);
    expect((await walker.payments.post('api/transfers/accept', { tid: id })).errors).toEqual([]);
    return becomes(walker, id, 'completed');
  };

/** A wallet of its own, paid into by card in its currency, so much at a time. */
export async function paidInto(
  { books, client, payouts }: Walker,
  currency: 'GBP' | 'EUR' | 'USD',
  ...amounts: string[]
): Promise<number> {
  const wallet = await books.wallet(client, { currency, amount: '0' });
  for (const amount of amounts) await payouts.payIn(wallet, amount, currency);
  return wallet;
}
const asked = async (walker: Walker, amount = '40.00'): Promise<number> =>
  walker.payouts.asked(await paidInto(walker, 'GBP', '200.00'), amount);
const approved =
  (amount: string, status: string): Way =>
  async (walker) => {
    const id = await asked(walker, amount);
    await walker.payouts.approve(id);
    await walker.payouts.ends(id, status);
    return id;
  };
/** Of 37 cents the provider decides nothing by itself. */
async function undecided(walker: Walker): Promise<number> {
  const id = await asked(walker, '40.37');
  await walker.payouts.approve(id);
  return id;
}
/** Of two parts the provider pays the one, and the other by no way: the sandbox declines amounts of so many cents. */
async function paidInPart(walker: Walker): Promise<number> {
  const id = await walker.payouts.asked(await paidInto(walker, 'EUR', '100.00', '160.00'), '150.13');
  await walker.payouts.approve(id);
  await walker.payouts.ends(id, 'completed');
  return id;
}
export async function takenOut(walker: Walker): Promise<number> {
  await paidInto(walker, 'USD', '200.00');
  return walker.payouts.asked(walker.dollars, '60.00');
}
/** Saved while its platform does not answer. */
async function unanswered(walker: Walker): Promise<number> {
  await paidInto(walker, 'USD', '200.00');
  const { id, pin } = await walker.payouts.ask(walker.dollars, '60.00');
  await silent(walker, 'trading');
  await walker.payments.save(id, { payment_code: pin });
  return id;
}
export async function decidedAs(walker: Walker, id: number, body: object): Promise<number> {
  expect((await walker.payouts.decide(id, body)).errors).toEqual([]);
  return id;
}
/** On its way back to a platform that does not answer. */
export async function declinedOut(walker: Walker): Promise<number> {
  const id = await takenOut(walker);
  await silent(walker, 'trading');
  return decidedAs(walker, id, { action: 'decline', reason_code: 'no_trading' });
}
export const withdrawn =
  (way: Way): Way =>
  async (walker) => {
    const id = await way(walker);
    expect((await walker.payments.post('api/transfers/cancel', { tid: id })).errors).toEqual([]);
    return id;
  };

export async function saved({ payments }: Walker, id: number): Promise<number> {
  await payments.save(id);
  return id;
}
export const between = ({ payments }: Walker, from: number, to: number) => payments.confirmed(from, to, '10.00');
async function unansweredBetween(walker: Walker, from: number, to: number): Promise<number> {
  const id = await between(walker, from, to);
  await silent(walker, 'trading');
  return saved(walker, id);
}
/** Its target has been closed since it was confirmed. */
async function toClosed(walker: Walker): Promise<RemittanceId> {
  const { app, books, client, dollars } = walker;
  const target = await books.account(client, 'advantage mt5', { currency: 'USD', amount: '0' });
  const id = await between(walker, dollars, target);
  await app.owner.sql.run(`update trading_account set status = 'archived' where number = $1`, [target]);
  return id;
}
/** It is set aside, and goes on once its target is closed. */
async function refusedThere(walker: Walker): Promise<number> {
  const { app, payments } = walker;
  const id = await toClosed(walker);
  await payments.hold(id);
  await openEngine(app.opened.app).drive(runOf(app), id);
  return id;
}
/** Its source lets it go, and does not answer when it is to take it back. */
async function onItsWayBack(walker: Walker): Promise<number> {
  const { app, payments } = walker;
  const id = await toClosed(walker);
  await payments.hold(id);
  const { mt5 } = app.opened.app.platforms;
  const balanceOperation: Platform['balanceOperation'] = async (operation) =>
    operation.amount > 0n ? { outcome: 'unknown', reason: 'told by the test' } : mt5.balanceOperation(operation);
  await engineBeside(app, { balanceOperation }).drive(runOf(app), id);
  return id;
}
/** The money is gone from the platform when it is asked for. */
async function notThere(walker: Walker): Promise<number> {
  const { app, dollars, wallet } = walker;
  const id = await between(walker, dollars, wallet);
  const { mt5 } = app.opened.app.platforms;
  const login = accountNumber(dollars);
  const told = await mt5.account(login);
  if (told.outcome !== 'done') throw new Error('the platform does not answer');
  const { balance } = told.account;
  const change = (amount: bigint, tag: string) =>
    mt5.balanceOperation({ login, kind: 'balance', amount, currency: 'USD', tag: `${tag}-${id}` });
  await change(-balance, 'walk-out');
  await saved(walker, id);
  await change(balance, 'walk-back');
  return id;
}

/** The transfer that takes back, or brings back, what that one moved. */
async function reversalOf({ payments }: Walker, id: number, goOn: () => Promise<void>): Promise<number> {
  const found = async (): Promise<number[]> => (await goOn(), (await payments.detailsOf(id)).reversed_by);
  await expect.poll(found).toHaveLength(1);
  return (await found())[0] ?? 0;
}
async function takenBack(walker: Walker, body: object, isPlatformSilent = false): Promise<number> {
  const { id, reference } = await started(walker, isPlatformSilent ? 'dollars' : 'wallet');
  await say(walker, reference, arrives);
  await becomes(walker, id, 'completed');
  if (isPlatformSilent) await silent(walker, 'trading');
  await say(walker, reference, body);
  return reversalOf(walker, id, () => walker.app.drain());
}
const inPounds = { outcome: 'refunded', amount: '90.00', currency: 'GBP' };
export async function agreedBack(walker: Walker): Promise<number> {
  const id = await takenBack(walker, inPounds);
  const { data } = await walker.payouts.decide(id, { action: 'approve', amount: '90.00' });
  expect((await walker.payouts.agree(data.approval.id)).errors).toEqual([]);
  return becomes(walker, id, 'completed');
}
/** What was paid to somebody comes back. */
async function paidOutAndBack(walker: Walker): Promise<number> {
  const id = await approved('60.00', 'completed')(walker);
  // It was given back to a card, which gives it back in turn.
  for (const reference of await walker.payouts.references(id)) await say(walker, reference, { outcome: 'won_back' });
  return reversalOf(walker, id, () => walker.books.hurry());
}

/** The types say which states there are: one without a way does not compile. */
export const waysTo: { readonly [Type in TransferType]: Readonly<Record<StateName<Type>, Way>> } = {
  deposit: {
    'starting by saved': unopened,
    'waiting_payment by waiting_payment': async (walker) => (await started(walker)).id,
    'on_review by amount_differs': decided(less, 'on_review'),
    'on_review by third_party': decided({ ...arrives, payer: 'JANE DOE' }, 'on_review'),
    'received by paid': paidMeanwhile,
    'completed by credited': decided(arrives, 'completed'),
    'declined by declined': decided({ outcome: 'declined' }, 'declined'),
    'cancelled by cancelled': overdue,
    'failed by failed': (walker) => refusedPage(walker),
  },
  withdraw: {
    'held by held': unanswered,
    'awaiting_approval by awaiting_approval': (walker) => asked(walker),
    'sent by withdrawal_approved': undecided,
    'returning by giving_back': declinedOut,
    'completed by withdrawal_paid': approved('40.00', 'completed'),
    'completed by withdrawal_paid_in_part': paidInPart,
    'declined by declined': async (walker) =>
      decidedAs(walker, await asked(walker), { action: 'decline', reason_code: 'suspicion' }),
    'cancelled by withdrawal_cancelled': withdrawn((walker) => asked(walker)),
    'failed by withdrawal_unpaid': approved('40.13', 'failed'),
  },
  transfer: {
    'held by held': (walker) => unansweredBetween(walker, walker.dollars, walker.wallet),
    'sent by sent': (walker) => unansweredBetween(walker, walker.wallet, walker.dollars),
    'returning by returning': onItsWayBack,
    'completed by credited': async (walker) => saved(walker, await between(walker, walker.wallet, walker.dollars)),
    'declined by declined': notThere,
    'failed by returned': refusedThere,
  },
  reversal: {
    'awaiting_approval by taken_back_on_review': (walker) => takenBack(walker, inPounds),
    'reversing by chargeback': (walker) => takenBack(walker, { outcome: 'charged_back' }, true),
    'completed by taken_back': async (walker) => becomes(walker, await takenBack(walker, { outcome: 'refunded' }), 'completed'),
    'completed by payout_back_credited': paidOutAndBack,
    'declined by declined': async (walker) =>
      decidedAs(walker, await takenBack(walker, inPounds), { action: 'decline', reason_code: 'data_missing' }),
  },
};
