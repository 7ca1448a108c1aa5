import { copySize, type LotLimits, type NoCopy, type Worth } from '../src/areas/copying/face.ts';
import type { ToldDeal } from '../src/areas/deals/face.ts';
import { markAfterShare, performanceShare, shareDays, type PastShare } from '../src/areas/investments/face.ts';
import type { PastPlatformMove } from '../src/areas/payments/face.ts';
import { after, dayMs, minuteMs, secondMs } from '../src/base/time.ts';
import type { PlannedAccount } from './plan.ts';

/** A trade of the strategy's that is over, with what its follower had of it. */
export interface PlannedCopy {
  readonly opening: TradeDeal;
  readonly closing: TradeDeal;
  readonly worth: Worth;
  readonly copy: { readonly reason: NoCopy } | CopiedTrade;
}

/** Amounts are minor units of the follower's account. */
export interface CopiedTrade {
  readonly lots: string;
  readonly profit: bigint;
  readonly swap: bigint;
  /** Of each of its two deals. */
  readonly commission: bigint;
  readonly opened: { readonly at: Date; readonly tag: string };
  readonly closed: { readonly at: Date; readonly tag: string };
}

type TradeDeal = ToldDeal & { readonly symbol: string; readonly position: string };

/** A follow as it has gone since its first money. */
export interface PlannedFollow {
  readonly account: PlannedAccount;
  readonly leader: PlannedAccount;
  readonly first: PastPlatformMove;
  readonly copies: readonly PlannedCopy[];
  readonly shares: readonly PastShare[];
  readonly highWater: bigint;
}

export interface FollowFacts {
  readonly account: PlannedAccount;
  readonly leader: PlannedAccount;
  /** Its first money. */
  readonly first: PastPlatformMove;
  /** All of the strategy's account, oldest first. */
  readonly deals: readonly ToldDeal[];
  readonly limits: ReadonlyMap<string, LotLimits>;
  readonly now: Date;
}

/** How long after the strategy a copy is filled, and after its decision a share has left. */
const copyingMs = 2 * secondMs;
const takingMs = 20 * secondMs;

/** What came of following: each trade copied by the sizes of copying, each period's share by the sums of investments. */
export function planFollow(facts: FollowFacts): PlannedFollow {
  const { account, leader, first, now } = facts;
  const trades = tradesOf(facts);
  const walk = new Walk(facts);
  const shares = shareMoments(trades, { startedAt: first.at, now }).map((moment) => ({
    at: moment.decidedAt,
    run: () => walk.share(moment),
  }));
  const openings = trades.map((trade, index) => ({ at: copied(trade.opening), run: () => walk.open(trade, index) }));
  const closings = trades.map((trade, index) => ({ at: copied(trade.closing), run: () => walk.close(index) }));
  for (const { run } of [...shares, ...openings, ...closings].toSorted((one, other) => one.at.getTime() - other.at.getTime()))
    run();
  return { account, leader, first, copies: walk.copies, shares: walk.shares, highWater: walk.highWater };
}

interface Trade {
  readonly opening: TradeDeal;
  readonly closing: TradeDeal;
}

const copied = ({ at }: ToldDeal): Date => after(at, copyingMs);

/** Those that were opened since, and are over. */
function tradesOf({ deals, leader, first }: FollowFacts): Trade[] {
  const own = deals.filter(
    (deal): deal is TradeDeal => deal.login === leader.login && deal.position !== undefined && isSymbol(deal),
  );
  const closings = new Map(own.filter(({ entry }) => entry === 'out').map((deal) => [deal.position, deal]));
  return own
    .filter(({ entry, at }) => entry === 'in' && at > first.at)
    .flatMap((opening) => {
      const closing = closings.get(opening.position);
      return closing ? [{ opening, closing }] : [];
    });
}

const isSymbol = ({ symbol }: ToldDeal): boolean => symbol !== undefined;

interface ShareMoment {
  readonly nth: number;
  readonly dueAt: Date;
  readonly decidedAt: Date;
}

/** When each period was over, and from when on nothing was open, so that the equity is the balance. */
function shareMoments(
  trades: readonly Trade[],
  { startedAt, now }: { readonly startedAt: Date; readonly now: Date },
): ShareMoment[] {
  const periods = Math.floor((now.getTime() - startedAt.getTime()) / (shareDays * dayMs));
  return Array.from({ length: Math.max(0, periods) }, (_none, index) => {
    const dueAt = after(startedAt, (index + 1) * shareDays * dayMs);
    return { nth: index + 1, dueAt, decidedAt: quietFrom(trades, dueAt) };
  }).filter(({ decidedAt }) => after(decidedAt, takingMs) < now);
}

function quietFrom(trades: readonly Trade[], at: Date): Date {
  const open = trades.find(({ opening, closing }) => copied(opening) <= at && copied(closing) >= at);
  return open ? quietFrom(trades, after(copied(open.closing), minuteMs)) : at;
}

/** Both accounts, moment by moment. */
class Walk {
  readonly copies: PlannedCopy[] = [];
  readonly shares: PastShare[] = [];
  highWater: bigint;
  #balance: bigint;
  readonly #facts: FollowFacts;

  constructor(facts: FollowFacts) {
    this.#facts = facts;
    this.highWater = facts.first.amount;
    this.#balance = facts.first.amount;
  }

  open(trade: Trade, index: number): void {
    const { account, leader, deals, limits } = this.#facts;
    const { opening, closing } = trade;
    const before = deals.filter(({ login, kind, at }) => login === leader.login && kind !== 'credit' && at < opening.at);
    const worth = { follower: this.#balance, strategy: before.reduce((sum, deal) => sum + moneyOf(deal), 0n) };
    const limit = limits.get(opening.symbol);
    if (!limit) throw new Error(`nobody knows how ${opening.symbol} is traded`);
    const isSafe = account.holding.follows?.isSafe ?? false;
    const size = copySize({ lots: opening.lots, worth, isSafe, limits: limit });
    if (!size.ok) {
      this.copies.push({ ...trade, worth, copy: { reason: size.reason } });
      return;
    }
    const partOf = (minor: bigint): bigint => (minor * hundredths(size.lots)) / hundredths(opening.lots);
    const commission = partOf(opening.commission);
    const tag = `k-seed-${account.login}-${index + 1}`;
    const copy = {
      lots: size.lots,
      profit: partOf(closing.profit),
      swap: partOf(closing.swap),
      commission,
      opened: { at: copied(opening), tag: `${tag}o` },
      closed: { at: copied(closing), tag: `${tag}c` },
    };
    this.#balance += commission;
    this.copies.push({ ...trade, worth, copy });
  }

  close(index: number): void {
    const copy = this.copies[index]?.copy;
    if (copy && 'lots' in copy) this.#balance += copy.profit + copy.swap + copy.commission;
  }

  share({ nth, dueAt, decidedAt }: ShareMoment): void {
    const { account, leader } = this.#facts;
    const [equity, highWater] = [this.#balance, this.highWater];
    const amount = performanceShare({ equity, highWater, share: leader.holding.strategy?.share ?? 0 });
    const [tag, takenAt] = [`h-seed-${account.login}-${nth}`, after(decidedAt, takingMs)];
    this.shares.push({ nth, dueAt, decidedAt, equity, highWater, amount, tag, takenAt });
    this.highWater = markAfterShare({ equity, highWater, paid: amount });
    this.#balance -= amount;
  }
}

const moneyOf = ({ profit, swap, commission }: ToldDeal): bigint => profit + swap + commission;

/** Lots of the seeds have two decimals. */
const hundredths = (lots: string): bigint => BigInt(Math.round(Number(lots) * 100));
