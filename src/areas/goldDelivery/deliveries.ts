import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { formatWeight } from '../../base/weight.ts';
import type { Actor } from '../../ledger/audit.ts';
import { post, type PostedOutcome } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Leg, MovementKind } from '../../ledger/entries.ts';
import { staleLine } from '../../protocol/topics.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import { dollarWallet, goldCurrency } from '../gold/face.ts';
import { notify } from '../notices/face.ts';
import { allocateBars, moveBars } from '../vaults/face.ts';
import { goldDeliveryNotices } from './notices.ts';
import { deliveryQueue } from './queues.ts';
import { setPhase, setTracking, tellBrowsers, type KeptDelivery } from './store.ts';

/*
 * How a delivery goes on. Each of these is done in the caller's transaction, on a row that it has locked in a phase from which it may:
 * register, book, queue and notice say the same, or nothing has happened.
 */

export interface Doing {
  readonly delivery: KeptDelivery;
  readonly now: Date;
  /** Whose doing the trail says it is. */
  readonly actor: Actor;
}

export const subjectOf = ({ id }: Pick<KeptDelivery, 'id'>): string => `gold_delivery:${id}`;
const ownerOf = ({ companyId, clientId }: KeptDelivery): chart.Owner => ({ company: companyId, clientId });

/** The gold is set aside; false when there is not as much any more. */
export async function hold(sql: Sql, doing: Doing): Promise<boolean> {
  const { delivery, now } = doing;
  const owner = ownerOf(delivery);
  const leg = { from: chart.gold(owner), to: chart.delivery(owner), minor: delivery.weight };
  const posted = await move(sql, doing, { kind: 'gold_delivery_held', legs: [leg] });
  if (posted.outcome === 'refused') return requireShort(posted, doing);
  await setPhase(sql, delivery.id, { phase: 'requested', now });
  return true;
}

/** What it costs is taken out of the wallet, and the desk has it to do; false when the wallet does not cover it. */
export async function pay(sql: Sql, doing: Doing, settings: Settings): Promise<boolean> {
  const { delivery, now } = doing;
  if (!(await dollarWallet(sql, delivery.clientId))) return false;
  const [wallet, fees] = [chart.wallet(ownerOf(delivery), goldCurrency), chart.fees(delivery.companyId, goldCurrency)];
  const posted = await move(sql, doing, { kind: 'gold_delivery_paid', legs: costsOf(delivery, { from: wallet, to: fees }) });
  if (posted.outcome === 'refused') return requireShort(posted, doing);
  await setPhase(sql, delivery.id, { phase: 'paid', now });
  await openCase(sql, {
    queue: { ...deliveryQueue, promisedHours: settings.goldDelivery.promisedHours },
    subject: subjectOf(delivery),
    clientId: delivery.clientId,
    detail: {
      bars: `${delivery.count} × ${formatWeight(delivery.size, 'g')} g`,
      vault: delivery.vault,
      country: delivery.country,
    },
    now,
    hours: settings.desk.businessHours,
  });
  await tell(sql, doing, 'gold_delivery_requested');
  return true;
}

/** It has its bars; false when one of them is not free any more: the caller's transaction has to end then. */
export async function allocate(sql: Sql, { delivery, now }: Doing, bars: readonly number[]): Promise<boolean> {
  const of = { vault: delivery.vault, company: delivery.companyId, weight: delivery.size };
  if (!(await allocateBars(sql, { ids: bars, deliveryId: delivery.id, of }))) return false;
  await setPhase(sql, delivery.id, { phase: 'allocated', now });
  await tellBrowsers(sql, { client: delivery.clientId, topics: ['gold'], now });
  return true;
}

/** Its bars leave the vault: from now on the client holds them, and no gold with the broker. */
export async function ship(sql: Sql, doing: Doing, way: { readonly carrier: string; readonly tracking: string }): Promise<void> {
  const { delivery, now } = doing;
  const leg = {
    from: chart.delivery(ownerOf(delivery)),
    to: chart.vault(delivery.companyId, delivery.vault),
    minor: delivery.weight,
  };
  await mustMove(sql, doing, { kind: 'gold_delivered', legs: [leg] });
  await moveBars(sql, { deliveryId: delivery.id, to: 'client', now });
  await setTracking(sql, delivery.id, way);
  await setPhase(sql, delivery.id, { phase: 'shipped', now });
  await tell(sql, { ...doing, delivery: { ...delivery, ...way } }, 'gold_delivery_shipped');
}

/** It has arrived. */
export async function arrive(sql: Sql, doing: Doing): Promise<void> {
  await end(sql, { ...doing, phase: 'delivered', isTold: true });
  await tellBrowsers(sql, { client: doing.delivery.clientId, topics: ['gold'], now: doing.now });
}

/** It came back: the bars lie in the vault, and the gold is the client's with the broker as before. What it cost was spent. */
export async function comeBack(sql: Sql, doing: Doing): Promise<void> {
  const { delivery, now } = doing;
  const leg = {
    from: chart.vault(delivery.companyId, delivery.vault),
    to: chart.gold(ownerOf(delivery)),
    minor: delivery.weight,
  };
  await mustMove(sql, doing, { kind: 'gold_delivery_returned', legs: [leg] });
  await moveBars(sql, { deliveryId: delivery.id, to: 'vault', now });
  await end(sql, { ...doing, phase: 'returned', isTold: true });
}

/** It is not made: gold, and what was paid, are the client's to use again. `isTold`: somebody else than the client has cancelled it. */
export async function cancel(sql: Sql, doing: Doing, { isTold }: { readonly isTold: boolean }): Promise<void> {
  const { delivery, now } = doing;
  const owner = ownerOf(delivery);
  const leg = { from: chart.delivery(owner), to: chart.gold(owner), minor: delivery.weight };
  await mustMove(sql, doing, { kind: 'gold_delivery_released', legs: [leg] });
  if (delivery.paidAt) {
    // A wallet that was closed meanwhile is opened again: money never lies where nobody sees it.
    await ensureWallet(sql, { clientId: delivery.clientId, companyId: delivery.companyId, currency: goldCurrency, now });
    const [fees, wallet] = [chart.fees(delivery.companyId, goldCurrency), chart.wallet(owner, goldCurrency)];
    await mustMove(sql, doing, { kind: 'gold_delivery_refunded', legs: costsOf(delivery, { from: fees, to: wallet }) });
  }
  await moveBars(sql, { deliveryId: delivery.id, to: 'stock', now });
  await end(sql, { ...doing, phase: 'cancelled', isTold });
}

const endings = {
  delivered: 'gold_delivery_delivered',
  returned: 'gold_delivery_returned',
  cancelled: 'gold_delivery_cancelled',
} as const;

interface Ending extends Doing {
  readonly phase: 'delivered' | 'returned' | 'cancelled';
  readonly isTold: boolean;
}

async function end(sql: Sql, { phase, isTold, ...doing }: Ending): Promise<void> {
  const { delivery, now } = doing;
  await setPhase(sql, delivery.id, { phase, now });
  await closeCase(sql, { queue: deliveryQueue.name, subject: subjectOf(delivery), outcome: phase, at: now });
  if (isTold) await tell(sql, doing, endings[phase]);
}

/** Making and way, and insurance, each a leg of its own. */
function costsOf({ fee, insurance }: KeptDelivery, between: Pick<Leg, 'from' | 'to'>): [Leg, ...Leg[]] {
  return [{ ...between, minor: fee }, ...(insurance > 0n ? [{ ...between, minor: insurance }] : [])];
}

interface Posting {
  readonly kind: MovementKind;
  readonly legs: readonly [Leg, ...Leg[]];
}

function move(sql: Sql, { delivery, now, actor }: Doing, { kind, legs }: Posting): Promise<PostedOutcome> {
  const subject = subjectOf(delivery);
  return post(sql, {
    movement: { key: `${kind}:${delivery.id}`, kind, legs, at: now },
    audit: { actor, action: kind.replace('gold_', 'gold.'), subject, clientId: delivery.clientId },
    outbox: [{ ...staleLine(['gold', 'wallets', 'dashboard']), clientId: delivery.clientId }],
  });
}

async function mustMove(sql: Sql, doing: Doing, posting: Posting): Promise<void> {
  const posted = await move(sql, doing, posting);
  if (posted.outcome !== 'posted')
    throw new Error(`${posting.kind} of ${subjectOf(doing.delivery)} was not posted: ${posted.code}`);
}

function requireShort(posted: PostedOutcome, { delivery }: Doing): false {
  if (posted.outcome === 'refused' && posted.code === 'below_floor') return false;
  throw new Error(`${subjectOf(delivery)} could not be posted: ${JSON.stringify(posted)}`);
}

/** A PIN is no notice. */
type ToldType = Exclude<keyof typeof goldDeliveryNotices, 'gold_delivery_pin'>;

async function tell(sql: Sql, { delivery, now }: Doing, type: ToldType): Promise<void> {
  const { id, clientId, weight, fee, insurance, carrier, tracking } = delivery;
  await notify(sql, {
    clientId,
    notice: goldDeliveryNotices[type],
    values: {
      weight: formatWeight(weight, 'g'),
      total: { amount: formatMinor(fee + insurance, goldCurrency), currency: goldCurrency },
      ...(carrier === null || tracking === null ? {} : { carrier, tracking }),
    },
    key: `${subjectOf(delivery)}:${type}:${id}`,
    now,
  });
}
