import { parseMinor } from '../../base/money.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { formatWeight, parseWeight, type WeightUnit } from '../../base/weight.ts';
import { isCopied } from '../../law/accountTypes.ts';
import * as chart from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { accountOf, type TradingAccount } from '../accounts/face.ts';
import { goldCurrency, type GoldMarket, type GoldPrices } from '../gold/face.ts';
import { carryOn, giveGoldBack, moveIfThere, ownerOf, tellOf, type Carrying, type Platforms } from './orders.ts';
import {
  addOrder,
  keepAmounts,
  lockOrder,
  lockOrOpen,
  openOrderOf,
  pledgeOf,
  setPhase,
  type KeptOrder,
  type KeptPledge,
} from './store.ts';
import { creditWith, creditWithout, lentOn, returnable, slackOf, valuingAt, worthAt, type Valuing } from './valuing.ts';

/* Pledging gold and giving it back: what is asked for is reckoned at the price of now, first to be looked at, then to be done. */

export interface PledgeWish {
  readonly account: string;
  readonly by: WeightUnit;
  readonly amount: string;
}

type WishCode =
  | 'bad_amount'
  | 'unknown_account'
  | 'gold_market_closed'
  | 'gold_pledge_under_way'
  | 'platform_unavailable'
  | 'gold_short'
  | 'gold_account_not_pledgeable'
  | 'gold_pledge_too_small'
  | 'gold_not_pledged'
  | 'gold_margin_needed'
  | 'gold_price_moved'
  | 'platform_refused';

export interface Asking<Code extends WishCode = WishCode> extends Carrying {
  readonly settings: Settings;
  readonly client: Pick<ClientIdentity, 'id' | 'profile'>;
  readonly refuse: (code: Code, detail?: RefusalDetail) => never;
}

export interface Parties {
  readonly prices: GoldPrices;
  readonly platforms: Platforms;
}

/** What is asked for, reckoned. */
export interface Reckoned {
  readonly kind: 'pledge' | 'return';
  readonly account: TradingAccount;
  readonly market: GoldMarket;
  /** What the pledge had when it was reckoned with. */
  readonly before: Pick<KeptPledge, 'weight' | 'credit'>;
  readonly weight: bigint;
  readonly credit: bigint;
  readonly creditThen: bigint;
  readonly worthThen: bigint;
}

type ReadCode = 'bad_amount' | 'unknown_account' | 'gold_market_closed' | 'gold_pledge_under_way' | 'platform_unavailable';
type PledgeCode = ReadCode | 'gold_short' | 'gold_account_not_pledgeable' | 'gold_pledge_too_small';
type ReturnCode = ReadCode | 'gold_not_pledged' | 'gold_margin_needed';

/** What would come of pledging so much. */
export async function reckonPledge(wish: PledgeWish, parties: Parties, asking: Asking<PledgeCode>): Promise<Reckoned> {
  const { sql, client, settings, refuse } = asking;
  const { account, weight, market, by } = await readWish(wish, parties, asking);
  if (!isPledgeable(account)) return refuse('gold_account_not_pledgeable', { field: 'account' });
  const held = await balanceOf(sql, chart.gold({ company: client.profile.company, clientId: client.id }));
  if (held < weight) return refuse('gold_short', { field: 'amount', values: { held: formatWeight(held, 'g') } });
  const pledge = (await pledgeOf(sql, account.number)) ?? nothing;
  const credit = creditWith(weight, pledge, { ...by, lends: settings.goldCollateral });
  // What pays a call brings no credit; what brings none otherwise is not worth the way.
  if (credit === 0n && pledge.credit === 0n) return refuse('gold_pledge_too_small', { field: 'amount' });
  const worthThen = worthAt(pledge.weight + weight, by);
  return { kind: 'pledge', account, market, before: pledge, weight, credit, creditThen: pledge.credit + credit, worthThen };
}

/** What would come of giving so much back. */
export async function reckonReturn(wish: PledgeWish, parties: Parties, asking: Asking<ReturnCode>): Promise<Reckoned> {
  const { sql, settings, refuse } = asking;
  const { account, weight, market, by } = await readWish(wish, parties, asking);
  const pledge = await pledgeOf(sql, account.number);
  if (!pledge || pledge.weight === 0n) return refuse('gold_not_pledged', { field: 'account', values: { pledged: '0' } });
  if (weight > pledge.weight)
    return refuse('gold_not_pledged', { field: 'amount', values: { pledged: formatWeight(pledge.weight, 'g') } });
  const free = (await freeOn(parties, account)) ?? refuse('platform_unavailable');
  const lends = settings.goldCollateral;
  if (creditWithout(weight, pledge, { ...by, lends: slackOf(lends) }) > free) {
    const most = returnable(pledge, { ...by, free, lends });
    return refuse('gold_margin_needed', { field: 'amount', values: { most: formatWeight(most, 'g') } });
  }
  const needed = creditWithout(weight, pledge, { ...by, lends });
  const credit = needed < free || needed === 0n ? needed : free;
  const worthThen = worthAt(pledge.weight - weight, by);
  return { kind: 'return', account, market, before: pledge, weight, credit, creditThen: pledge.credit - credit, worthThen };
}

const nothing = { weight: 0n, credit: 0n } as const;

/**
 * Gold is pledged for live accounts in the currency that it is priced in; a bonus and such credit cannot be told apart there. On the
 * account of a strategy it would carry positions that followers copy with nothing but their money, so it is given neither there nor to them.
 */
export function isPledgeable({ isDemo, status, currency, isPromo, type }: TradingAccount): boolean {
  const isOfStrategy = type.opening === 'provider' || isCopied(type);
  return !isDemo && status === 'active' && currency === goldCurrency && !isPromo && !isOfStrategy;
}

/** What of an account's funds its positions do not need; undefined while the platform does not answer. */
export async function freeOn(
  { platforms }: Pick<Parties, 'platforms'>,
  { platform, number }: Pick<TradingAccount, 'platform' | 'number'>,
): Promise<bigint | undefined> {
  const told = await platforms[platform].account(number);
  return told.outcome === 'done' ? told.account.marginFree : undefined;
}

interface ReadWish {
  readonly account: TradingAccount;
  readonly weight: bigint;
  readonly market: GoldMarket;
  readonly by: Valuing;
}

async function readWish(wish: PledgeWish, { prices }: Parties, asking: Asking<ReadCode>): Promise<ReadWish> {
  const { sql, settings, client, refuse } = asking;
  const account = await accountOf(sql, Number(wish.account));
  if (account?.clientId !== client.id) return refuse('unknown_account', { field: 'account' });
  const weight = parseWeight(wish.amount, wish.by);
  if (weight === undefined || weight <= 0n) return refuse('bad_amount', { field: 'amount' });
  if (await openOrderOf(sql, account.number)) return refuse('gold_pledge_under_way', { field: 'account' });
  const market = (await prices.now(settings)) ?? refuse('platform_unavailable');
  if (!market.state.isOpen)
    return refuse('gold_market_closed', { data: { opens_at: market.state.opensAt?.toISOString() ?? null } });
  return { account, weight, market, by: valuingAt(market, settings) };
}

/** Does what was shown: the gold is set aside, and the platform gives credit for it. */
export async function pledge(
  wish: PledgeWish & { readonly credit: string },
  parties: Parties,
  asking: Asking<PledgeCode | 'gold_price_moved' | 'platform_refused'>,
): Promise<KeptOrder> {
  const { transact, refuse, now, client } = asking;
  const reckoned = agreedIn(await reckonPledge(wish, parties, asking), wish.credit, asking);
  const id = await transact(async (sql) => {
    const begun = (await begin(sql, { reckoned, asking })) ?? refuse('gold_pledge_under_way', { field: 'account' });
    const { order, kept } = begun;
    const owner = ownerOf(order);
    const leg = { from: chart.gold(owner), to: chart.pledge(owner, order.number), minor: order.weight };
    const actor = { kind: 'client', id: String(client.id) } as const;
    if (!(await moveIfThere(sql, { order, now, kind: 'gold_pledged', legs: [leg], actor })))
      return refuse('gold_short', { field: 'amount', values: { held: '0' } });
    await keepAmounts(sql, { ...kept, weight: kept.weight + order.weight });
    if (order.credit === 0n) {
      await setPhase(sql, order.id, { phase: 'done', now });
      await tellOf(sql, { order, now, type: 'gold_pledged' });
    }
    return order.id;
  });
  return concluded(parties, asking, id);
}

/** Does what was shown: the platform takes the credit off, and the gold is the client's to use again. */
export async function giveBack(
  wish: PledgeWish & { readonly credit: string },
  parties: Parties,
  asking: Asking<ReturnCode | 'gold_price_moved' | 'platform_refused'>,
): Promise<KeptOrder> {
  const { transact, refuse, now } = asking;
  const reckoned = agreedIn(await reckonReturn(wish, parties, asking), wish.credit, asking);
  const id = await transact(async (sql) => {
    const begun = (await begin(sql, { reckoned, asking })) ?? refuse('gold_pledge_under_way', { field: 'account' });
    const { order, kept } = begun;
    if (order.credit === 0n) await giveGoldBack(sql, { order, pledge: kept, now });
    return order.id;
  });
  return concluded(parties, asking, id);
}

/**
 * The credit that was shown is what is given or taken, though the price goes up and down meanwhile: as long as no more than a little
 * beyond what is lent on the gold would be. Whoever agrees to less credit gets less.
 */
function agreedIn(reckoned: Reckoned, shown: string, { settings, refuse }: Asking<'gold_price_moved'>): Reckoned {
  const { kind, before, worthThen } = reckoned;
  const credit = parseMinor(shown, goldCurrency) ?? 0n;
  const creditThen = kind === 'pledge' ? before.credit + credit : before.credit - credit;
  const most = lentOn(worthThen, slackOf(settings.goldCollateral));
  // A pledge that brings no credit may pay a call in part.
  const isCarried = creditThen <= most || (kind === 'pledge' && credit === 0n);
  return isCarried && creditThen >= 0n ? { ...reckoned, credit, creditThen } : refuse('gold_price_moved', { field: 'amount' });
}

interface Beginning {
  readonly reckoned: Reckoned;
  readonly asking: Pick<Asking, 'now'>;
}

/** Writes the order down as long as the pledge is as it was reckoned with; undefined where somebody else was first. */
async function begin(
  sql: Sql,
  { reckoned, asking: { now } }: Beginning,
): Promise<{ readonly order: KeptOrder; readonly kept: KeptPledge } | undefined> {
  const { kind, account, market, before, weight, credit } = reckoned;
  const kept = await lockOrOpen(sql, account, now);
  if (kept.weight !== before.weight || kept.credit !== before.credit) return undefined;
  const id = await addOrder(sql, {
    ...account,
    kind,
    why: null,
    weight,
    credit,
    metal: null,
    spread: null,
    total: null,
    phase: 'asked',
    createdAt: now,
    ...market.told,
    priceAt: market.at,
  });
  return id === undefined ? undefined : { order: await lockOrder(sql, id), kept };
}

async function concluded(parties: Parties, asking: Asking<'platform_refused'>, id: bigint): Promise<KeptOrder> {
  const order = await carryOn(parties.platforms, asking, id);
  return order.phase === 'refused' ? asking.refuse('platform_refused', { field: 'account' }) : order;
}
