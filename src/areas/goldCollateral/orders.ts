import type { Sql, Transact } from '../../base/sql.ts';
import { formatMinor } from '../../base/money.ts';
import { formatWeight } from '../../base/weight.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Actor } from '../../ledger/audit.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Leg, MovementKind } from '../../ledger/entries.ts';
import type { Platform } from '../../ports/platform/port.ts';
import { staleLine } from '../../protocol/topics.ts';
import type { Settings } from '../../settings/index.ts';
import { accountOf } from '../accounts/face.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import { goldCurrency } from '../gold/face.ts';
import { notify } from '../notices/face.ts';
import { carryOut, finishOperation, type Finished, type MoneyOperation, type Outcome } from '../platformOperations/face.ts';
import { goldCollateralNotices } from './notices.ts';
import { keepAmounts, lockOrder, lockPledge, orderOf, setPhase, type KeptOrder, type KeptPledge } from './store.ts';

/*
 * How an order goes on at the platform: whoever asked for it drives it, and a job what a dying process left. What the platform has done
 * is posted with the next phase and with the pledge, in one transaction.
 */

export interface Carrying {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly now: Date;
  readonly settings: Pick<Settings, 'platform' | 'desk'>;
}

export type Platforms = Readonly<Record<PlatformKey, Platform>>;

export const staleByOrder = ['gold', 'accounts', 'wallets', 'dashboard'] as const;
export const subjectOf = (id: bigint): string => `gold_order:${id}`;

/** What a platform would not do now (its server rests) is asked for again after so long, where nothing else can follow. */
const restSeconds = 60;

/** Goes on with an order as far as its platform answers: how it stands then. */
export async function carryOn(platforms: Platforms, carrying: Carrying, id: bigint): Promise<KeptOrder> {
  let order = await orderOf(carrying.sql, id);
  // A sale has two operations, one after the other.
  for (let turn = 0; turn < 2 && isOpen(order); turn += 1) {
    const before = order.phase;
    order = await carryOnce(platforms, carrying, order);
    if (order.phase === before) break;
  }
  return order;
}

const isOpen = ({ phase }: KeptOrder): boolean => phase !== 'done' && phase !== 'refused';

async function carryOnce(platforms: Platforms, carrying: Carrying, order: KeptOrder): Promise<KeptOrder> {
  const platform = platforms[order.platform];
  const parts = { ...carrying, platform };
  if (order.phase === 'sold') {
    const { total } = order;
    if (total === null) throw new Error(`${subjectOf(order.id)} has brought nothing`);
    const outcome = await carryOut(parts, operationOf(order, { letter: 'b', kind: 'balance', amount: total }));
    return conclude(carrying, { order, outcome }, { done: paidIn, refused: paidElsewhere });
  }
  if (order.kind === 'pledge') {
    const operation = operationOf(order, { letter: 'c', kind: 'credit', amount: order.credit });
    const outcome = await carryOut(parts, operation, { mayNot: () => whyNotGiven(carrying, order) });
    return conclude(carrying, { order, outcome }, { done: given, refused: notGiven });
  }
  const operation = operationOf(order, { letter: 'c', kind: 'credit', amount: -order.credit });
  if (order.kind === 'sale') {
    // It was lent and is not any more, whatever its margin needs: nothing else can follow.
    const outcome = await carryOut(parts, operation, { restAfterRefusal: restSeconds });
    return conclude(carrying, { order, outcome }, { done: takenOff, refused: notTaken });
  }
  const outcome = await carryOut(parts, operation, { mayNot: () => whyNotTaken(platform, order) });
  return conclude(carrying, { order, outcome }, { done: givenBack, refused: notTaken });
}

interface Asked {
  readonly letter: 'b' | 'c';
  readonly kind: 'balance' | 'credit';
  readonly amount: bigint;
}

function operationOf(order: KeptOrder, { letter, kind, amount }: Asked): MoneyOperation {
  const { id, platform, number: login, clientId, companyId } = order;
  const facts = { purpose: 'gold', subject: subjectOf(id), platform, login, clientId, companyId } as const;
  // What forced sales take off may leave less than the margin asks for: the account would be closed out by its platform.
  const checkMargin = order.kind !== 'sale';
  return { ...facts, tag: `gold-${id}-${letter}`, kind, amount, currency: goldCurrency, checkMargin };
}

/** An account that was closed meanwhile gets no credit. */
async function whyNotGiven({ sql }: Carrying, { number }: KeptOrder): Promise<string | undefined> {
  const account = await accountOf(sql, number);
  return account?.status === 'active' ? undefined : 'account_disabled';
}

/** Asked for just before: only what free margin leaves is given back. */
async function whyNotTaken(platform: Pick<Platform, 'account'>, { number, credit }: KeptOrder): Promise<string | undefined> {
  const told = await platform.account(number);
  if (told.outcome !== 'done') return 'not_connected';
  return told.account.marginFree < credit ? 'not_enough_money' : undefined;
}

interface Concluding {
  readonly order: KeptOrder;
  readonly pledge: KeptPledge;
  readonly now: Date;
}

type Conclude = (sql: Sql, concluding: Concluding) => Promise<void>;

/** Posts what has happened, once, whoever learns of it first. */
async function conclude(
  { transact, sql, now }: Carrying,
  { order, outcome }: { readonly order: KeptOrder; readonly outcome: Outcome },
  follows: { readonly done: Conclude; readonly refused: Conclude },
): Promise<KeptOrder> {
  if (outcome.outcome === 'pending') return order;
  await transact(async (inside) => {
    // The pledge first, as everybody locks them.
    const pledge = await lockPledge(inside, order.number);
    const current = await lockOrder(inside, order.id);
    if (!pledge || current.phase !== order.phase) return;
    await follows[outcome.outcome](inside, { order: current, pledge, now });
    if (outcome.outcome === 'done') await finish(inside, outcome.finished);
  });
  return orderOf(sql, order.id);
}

async function finish(sql: Sql, finished: Finished | undefined): Promise<void> {
  if (finished) await finishOperation(sql, finished);
}

async function given(sql: Sql, { order, pledge, now }: Concluding): Promise<void> {
  await moveOf(sql, { order, now, kind: 'gold_credit_granted', legs: [creditLeg(order, 'given')] });
  await keepAmounts(sql, { ...pledge, credit: pledge.credit + order.credit });
  await end(sql, order, { phase: 'done', now });
  await tellOf(sql, { order, now, type: 'gold_pledged' });
}

async function notGiven(sql: Sql, { order, pledge, now }: Concluding): Promise<void> {
  const owner = ownerOf(order);
  const leg = { from: chart.pledge(owner, order.number), to: chart.gold(owner), minor: order.weight };
  await moveOf(sql, { order, now, kind: 'gold_unpledged', legs: [leg] });
  await keepAmounts(sql, { ...pledge, weight: pledge.weight - order.weight });
  await end(sql, order, { phase: 'refused', now });
  await tellOf(sql, { order, now, type: 'gold_pledge_refused' });
}

async function givenBack(sql: Sql, { order, pledge, now }: Concluding): Promise<void> {
  await moveOf(sql, { order, now, kind: 'gold_credit_removed', legs: [creditLeg(order, 'taken')] });
  await giveGoldBack(sql, { order, pledge: { ...pledge, credit: pledge.credit - order.credit }, now });
}

/** The gold is the client's to use again; the caller has taken the credit off. */
export async function giveGoldBack(sql: Sql, { order, pledge, now }: Concluding): Promise<void> {
  const owner = ownerOf(order);
  const leg = { from: chart.pledge(owner, order.number), to: chart.gold(owner), minor: order.weight };
  await moveOf(sql, { order, now, kind: 'gold_unpledged', legs: [leg] });
  await keepAmounts(sql, { ...pledge, weight: pledge.weight - order.weight });
  await end(sql, order, { phase: 'done', now });
  await tellOf(sql, { order, now, type: 'gold_pledge_returned' });
}

async function notTaken(sql: Sql, { order, now }: Concluding): Promise<void> {
  await end(sql, order, { phase: 'refused', now });
}

/** What the gold has brought is on the account. */
async function paidIn(sql: Sql, concluding: Concluding): Promise<void> {
  const { order, now } = concluding;
  const { transit, minor } = broughtBy(order);
  const leg = { from: transit, to: chart.trading(ownerOf(order), goldCurrency, order.number), minor };
  await moveOf(sql, { order, now, kind: 'gold_sale_credited', legs: [leg] });
  await afterPayment(sql, concluding);
}

/** The account takes no money any more: what the gold has brought is in the wallet instead. */
async function paidElsewhere(sql: Sql, concluding: Concluding): Promise<void> {
  const { order, now } = concluding;
  const { clientId, companyId } = order;
  await ensureWallet(sql, { clientId, companyId, currency: goldCurrency, now });
  const { transit, minor } = broughtBy(order);
  const leg = { from: transit, to: chart.wallet(ownerOf(order), goldCurrency), minor };
  await moveOf(sql, { order, now, kind: 'gold_sale_returned', legs: [leg] });
  await afterPayment(sql, concluding);
}

async function afterPayment(sql: Sql, { order, now }: Concluding): Promise<void> {
  if (order.credit > 0n) return setPhase(sql, order.id, { phase: 'paid_in', now });
  await end(sql, order, { phase: 'done', now });
  await tellOf(sql, { order, now, type: 'gold_pledge_sold' });
}

async function takenOff(sql: Sql, { order, pledge, now }: Concluding): Promise<void> {
  await moveOf(sql, { order, now, kind: 'gold_credit_removed', legs: [creditLeg(order, 'taken')] });
  await keepAmounts(sql, { ...pledge, credit: pledge.credit - order.credit });
  await end(sql, order, { phase: 'done', now });
  await tellOf(sql, { order, now, type: 'gold_pledge_sold' });
}

function broughtBy({ id, companyId, total }: KeptOrder): { readonly transit: chart.Account; readonly minor: bigint } {
  if (total === null) throw new Error(`${subjectOf(id)} has brought nothing`);
  return { transit: chart.transit(companyId, goldCurrency, 'in'), minor: total };
}

function creditLeg(order: KeptOrder, way: 'given' | 'taken'): Leg {
  const [broker, credit] = [
    chart.lending(order.companyId, goldCurrency),
    chart.goldCredit(ownerOf(order), goldCurrency, order.number),
  ];
  const [from, to] = way === 'given' ? [broker, credit] : [credit, broker];
  return { from, to, minor: order.credit };
}

async function end(sql: Sql, { id }: KeptOrder, to: { readonly phase: 'done' | 'refused'; readonly now: Date }): Promise<void> {
  await setPhase(sql, id, to);
}

export const ownerOf = ({ companyId, clientId }: Pick<KeptOrder, 'companyId' | 'clientId'>): chart.Owner => ({
  company: companyId,
  clientId,
});

interface Moving {
  readonly order: Pick<KeptOrder, 'id' | 'clientId'>;
  readonly now: Date;
  readonly kind: MovementKind;
  readonly legs: readonly [Leg, ...Leg[]];
  /** The broker's own doing when left out. */
  readonly actor?: Actor;
}

/** Posts a movement of an order; false where the client has not as much gold any more. */
export async function moveIfThere(sql: Sql, { order, now, kind, legs, actor = system }: Moving): Promise<boolean> {
  const posted = await post(sql, {
    movement: { key: `${kind}:${order.id}`, kind, legs, at: now },
    audit: { actor, action: kind.replace('gold_', 'gold.'), subject: subjectOf(order.id), clientId: order.clientId },
    outbox: [{ ...staleLine(staleByOrder), clientId: order.clientId }],
  });
  if (posted.outcome === 'posted') return true;
  if (posted.code === 'below_floor') return false;
  throw new Error(`${kind} of ${subjectOf(order.id)} was not posted: ${posted.code}`);
}

const system = { kind: 'system', id: 'goldCollateral' } as const;

export async function moveOf(sql: Sql, moving: Moving): Promise<void> {
  if (!(await moveIfThere(sql, moving))) throw new Error(`${moving.kind} of ${subjectOf(moving.order.id)} was not posted`);
}

interface Telling {
  readonly order: KeptOrder;
  readonly now: Date;
  readonly type: 'gold_pledged' | 'gold_pledge_refused' | 'gold_pledge_returned' | 'gold_pledge_sold';
}

export async function tellOf(sql: Sql, { order, now, type }: Telling): Promise<void> {
  const { id, clientId, number, weight, credit, total } = order;
  await notify(sql, {
    clientId,
    notice: goldCollateralNotices[type],
    values: {
      number: String(number),
      weight: formatWeight(weight, 'g'),
      amount: { amount: formatMinor(total ?? credit, goldCurrency), currency: goldCurrency },
    },
    key: `${subjectOf(id)}:${type}`,
    now,
  });
}
