import { dayMs, hourMs, minuteMs } from '../../base/time.ts';
import { dealActions, dealEntries, type GroupFacts } from './groups.ts';
import type { Market } from './market.ts';
import { mix, seedOf, share } from './noise.ts';
import type { Deal } from './rows.ts';
import { symbolByName, type SymbolFacts } from './symbols.ts';
import { commissionOf, profitOf, volumeLimits, worthOf } from './worth.ts';

/** What a past is made from. Amounts are minor units of the group's currency. */
export interface Past {
  readonly login: number;
  readonly seed: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly tradesPerWeek: number;
  readonly leverage: number;
  /** Money that came and went, oldest first. Without any, one deposit of four fifths of the end is made up. */
  readonly movements: readonly Movement[];
  /** The balance after the last deal, exactly. */
  readonly endBalance: bigint;
}

export interface Movement {
  readonly atMs: number;
  readonly amount: bigint;
  readonly comment: string;
}

/** A deal before it has a ticket; `trade` counts the trades, so that both deals of one get the same position. */
export type PastDeal = Omit<Deal, 'ticket' | 'position'> & { readonly trade: number | undefined };

interface Trade {
  readonly symbol: SymbolFacts;
  readonly openedMs: number;
  readonly closedMs: number;
  readonly lane: number;
}

const weekMs = 7 * dayMs;
const favourites = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD', 'US500', 'EURJPY', 'AUDUSD', 'NAS100', 'BRENT', 'GER40', 'USDCAD'];
/** Of the last trades each one goes straight for the end, so that what is left over is small. */
const steeredTrades = 25;

/**
 * A plausible past: trades at the market's own prices of their time, winning and losing, that end at exactly the given
 * balance. Sides and sizes are chosen so that the balance follows the line from the money paid in to the end; what
 * remains after the last trade is that trade's swap.
 */
export function pastDeals(past: Past, parts: { readonly market: Market; readonly group: GroupFacts }): PastDeal[] {
  const movements =
    past.movements.length > 0 ? past.movements : [{ atMs: past.fromMs, amount: (past.endBalance * 4n) / 5n, comment: 'deposit' }];
  const trades = drawTrades(past, parts.market);
  const deals = movements.map((movement) => moneyDealOf(past.login, movement));
  const gain = past.endBalance - movements.reduce((sum, movement) => sum + movement.amount, 0n);
  if (trades.length === 0 && gain !== 0n) throw new RangeError('without trades the end must be what was paid in');

  let realised = 0n;
  trades.forEach((trade, number) => {
    const paidIn = movements.reduce((sum, movement) => (movement.atMs <= trade.openedMs ? sum + movement.amount : sum), 0n);
    const rest = trades.length - 1 - number;
    const done = BigInt(trade.closedMs - past.fromMs);
    const line = rest < steeredTrades ? gain : (gain * done) / BigInt(past.toMs - past.fromMs);
    const [opening, closing] = dealsOf(trade, {
      ...parts,
      past,
      number,
      balance: paidIn + realised,
      wanted: line - realised,
      isSteered: rest < steeredTrades,
    });
    realised += opening.commission + closing.commission + closing.profit;
    const remainder = rest === 0 ? gain - realised : 0n;
    realised += remainder;
    deals.push(opening, { ...closing, storage: remainder });
  });
  return deals.toSorted((left, right) => left.timeMs - right.timeMs);
}

function moneyDealOf(login: number, movement: Movement): PastDeal {
  return {
    login,
    action: dealActions.balance,
    entry: 0,
    symbol: '',
    volume: 0,
    price: 0,
    openPrice: 0,
    profit: movement.amount,
    storage: 0n,
    commission: 0n,
    comment: movement.comment,
    timeMs: movement.atMs,
    trade: undefined,
  };
}

/** Openings spread evenly with some chance, each moved into its market's hours, one after the other so that few overlap in time. */
function drawTrades(past: Past, market: Market): Trade[] {
  const count = Math.max(0, Math.round(((past.toMs - past.fromMs) / weekMs) * past.tradesPerWeek));
  const slotMs = (past.toMs - past.fromMs) / Math.max(1, count);
  const seed = seedOf(`${past.seed}/${past.login}`);
  return Array.from({ length: count }, (_, number) => number).flatMap((number) => {
    const lane = mix(seed, number);
    const symbol = symbolByName.get(favourites[Math.floor(share(mix(lane, 1)) * favourites.length)] ?? '');
    if (!symbol) return [];
    const openedMs = nextOpen(market, symbol, past.fromMs + Math.floor((number + share(mix(lane, 2)) * 0.5) * slotMs));
    const heldMs = Math.max(20 * minuteMs, Math.min(slotMs * 0.4, share(mix(lane, 3)) ** 2 * 30 * hourMs));
    const closedMs = nextOpen(market, symbol, openedMs + Math.floor(heldMs));
    return closedMs < past.toMs ? [{ symbol, openedMs, closedMs, lane }] : [];
  });
}

/** The instant itself, or by whole hours later the first at which the market is open. */
export function nextOpen(market: Market, symbol: SymbolFacts, atMs: number): number {
  for (let hours = 0; hours < 24 * 8; hours++) {
    const candidate = atMs + hours * hourMs;
    if (market.isOpen(symbol, candidate)) return candidate;
  }
  throw new Error(`${symbol.name} does not open within eight days`);
}

interface Steering {
  readonly past: Past;
  readonly market: Market;
  readonly group: GroupFacts;
  readonly number: number;
  readonly balance: bigint;
  /** How much profit would bring the balance onto its line. */
  readonly wanted: bigint;
  readonly isSteered: boolean;
}

function dealsOf(trade: Trade, steering: Steering): [PastDeal, PastDeal] {
  const { market, past, group } = steering;
  const [before, after] = [market.quote(trade.symbol, trade.openedMs), market.quote(trade.symbol, trade.closedMs)];
  const isWinner = steering.isSteered ? steering.wanted > 0n : share(mix(trade.lane, 4)) < winningShare(steering);
  const buyWins = after.bid - before.ask > 0;
  const action = buyWins === isWinner ? dealActions.buy : dealActions.sell;
  const [openPrice, closePrice] = action === dealActions.buy ? [before.ask, after.bid] : [before.bid, after.ask];
  const volume = volumeOf(trade, steering, { action, openPrice, closePrice, isWinner });
  const exposure = { symbol: trade.symbol.name, action, volume, price: openPrice };
  const profit = profitOf(exposure, closePrice, { market, currency: group.currency, atMs: trade.closedMs });
  const commission = commissionOf(group, volume);
  const shared = {
    login: past.login,
    symbol: trade.symbol.name,
    volume,
    storage: 0n,
    commission,
    comment: '',
    trade: steering.number,
  };
  return [
    { ...shared, action, entry: dealEntries.in, price: openPrice, openPrice, profit: 0n, timeMs: trade.openedMs },
    { ...shared, action: 1 - action, entry: dealEntries.out, price: closePrice, openPrice, profit, timeMs: trade.closedMs },
  ];
}

/** How often trades win: about half the time, more or less the further the balance is off its line. */
function winningShare({ wanted, balance }: Steering): number {
  if (wanted > balance / 20n) return 0.74;
  if (-wanted > balance / 20n) return 0.34;
  return wanted > 0n ? 0.6 : 0.46;
}

/** As many lots as win or lose up to some two per cent of the balance, no more than a fifth of it in margin. */
function volumeOf(
  trade: Trade,
  steering: Steering,
  fill: { readonly action: number; readonly openPrice: number; readonly closePrice: number; readonly isWinner: boolean },
): number {
  const { market, group, past, balance } = steering;
  const { min, max, step } = volumeLimits(trade.symbol);
  const exposure = { symbol: trade.symbol.name, action: fill.action, volume: step, price: fill.openPrice };
  const counting = { market, currency: group.currency, atMs: trade.closedMs };
  const profit = profitOf(exposure, fill.closePrice, counting);
  const isGain = profit > 0n;
  const onStep = magnitude(profit);
  const risked = (balance * BigInt(Math.floor(20 + share(mix(trade.lane, 5)) * 180))) / 10_000n;
  const aim = steering.isSteered ? smaller(magnitude(steering.wanted), balance / 40n) : risked;
  // Where the spread ate what should have been a gain, only a little was at stake.
  const stake = isGain === fill.isWinner ? aim : aim / 20n;
  const byProfit = onStep > 0n ? stake / onStep : 1n;
  const byMargin = (balance * BigInt(past.leverage)) / 5n / larger(1n, worthOf(exposure, { ...counting, atMs: trade.openedMs }));
  const steps = Number(larger(1n, smaller(smaller(byProfit, byMargin), 100_000n)));
  return Math.min(max, Math.max(min, steps * step));
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);
const smaller = (left: bigint, right: bigint) => (left < right ? left : right);
const larger = (left: bigint, right: bigint) => (left > right ? left : right);
