import type { Currency } from '../../../base/currency.ts';
import { money, neededFor, paidOutFor, type ExactRate, type Money } from '../../../base/money.ts';

/** Where money goes to outside. */
export interface ReturnTarget {
  /** The deposit that it gives back; null: it is the rest, for a destination in the client's own name. */
  readonly id: number | null;
  /** The method that pays it. */
  readonly methodId: number;
  readonly provider: string;
  /** What tells a card from another one, its masked number, or how the destination is called; undefined where the provider named none. */
  readonly label: string | undefined;
  /** It goes to the destination that the client has named. */
  readonly isByDestination: boolean;
}

/** A payment that a client made by something that money can go back to, as far as nothing was taken back of it or has gone back. */
export interface ReturnSource extends ReturnTarget {
  /** The deposit. */
  readonly id: number;
  /** Lower ranks are paid back first. */
  readonly rank: number;
  /** What of it is left, in the currency that was paid. */
  readonly left: Money;
  /** Whether it is young enough to be refunded; else it is paid out to what paid it. */
  readonly isRefundable: boolean;
}

export interface ReturnQuestion {
  /** What is to be paid out, the fee taken off. */
  readonly net: Money;
  readonly sources: readonly ReturnSource[];
  /** Units of a source's currency for one of the net's; undefined where there is no rate. */
  readonly rateTo: (currency: Currency) => ExactRate | undefined;
  /** The most lines. */
  readonly most: number;
  /** What takes the rest, in the currency that it pays; left out where the method that was chosen takes none. */
  readonly restTo?: RestTarget | undefined;
}

export interface RestTarget extends ReturnTarget {
  readonly id: null;
  readonly isByDestination: true;
  readonly currency: Currency;
}

/** So much goes back to one payment. */
export interface ReturnLine {
  readonly source: ReturnTarget;
  readonly way: 'refund' | 'payout';
  /** What of the net it is, in minor units. */
  readonly part: bigint;
  /** What arrives of it. */
  readonly pays: Money;
  /** What of the part that does not need, since what arrives is rounded down. */
  readonly leftOver: bigint;
}

export interface ReturnPlan {
  readonly lines: readonly ReturnLine[];
  /** What of the net has nowhere to go, in minor units. */
  readonly rest: bigint;
  /** Why it has not: this waits for a withdrawal by its own method. */
  readonly first?: GoesFirst | undefined;
}

/** What came in by a payment goes back by that method before any rest goes out. */
export interface GoesFirst {
  readonly methodId: number;
  /** Of all that came in that way in that currency. */
  readonly left: Money;
}

/**
 * How a withdrawal goes back to where the money came from (trade rules, "Return to source"): cards first, up to what each brought,
 * refunds before payouts, what was paid in the same currency first, and the oldest payment first; then sources of the next rank; what
 * they leave, to the client's own destination, once none of them has anything left. Whatever the order of the sources, the plan is the same.
 */
export function planReturn({ net, sources, rateTo, most, restTo }: ReturnQuestion): ReturnPlan {
  const lines: ReturnLine[] = [];
  let rest = net.minor;
  let isOpen = restTo !== undefined;
  for (const source of sources.toSorted((one, other) => inOrder(one, other, net.currency))) {
    if (rest <= 0n || lines.length === most) break;
    // What goes back by a destination waits until a withdrawal names one of its kind, and nothing passes it by.
    if (source.isByDestination && source.methodId !== restTo?.methodId) {
      isOpen &&= source.left.minor <= 0n;
      continue;
    }
    // What cannot be exchanged now is still where the money came from: nothing passes it by.
    if (source.left.minor > 0n && source.left.currency !== net.currency && !rateTo(source.left.currency)) isOpen = false;
    const line = lineFor(named(source, restTo), money(rest, net.currency), rateTo);
    if (!line) continue;
    lines.push(line);
    rest -= line.part;
  }
  const own =
    isOpen && restTo && rest > 0n && lines.length < most ? restLine(restTo, money(rest, net.currency), rateTo) : undefined;
  if (own) return { lines: [...lines, own], rest: 0n };
  const first = restTo && rest > 0n && lines.length < most ? goesFirst(sources, restTo) : undefined;
  return first ? { lines, rest, first } : { lines, rest };
}

/** Of what goes back by a destination of another kind, that of the least number comes first. */
function goesFirst(sources: readonly ReturnSource[], restTo: RestTarget): GoesFirst | undefined {
  const waiting = sources.filter(
    (source) => source.isByDestination && source.methodId !== restTo.methodId && source.left.minor > 0n,
  );
  const [first] = waiting.toSorted((one, other) => one.rank - other.rank || one.id - other.id);
  if (!first) return undefined;
  const { methodId, left } = first;
  const alike = waiting.filter((each) => each.methodId === methodId && each.left.currency === left.currency);
  return {
    methodId,
    left: money(
      alike.reduce((sum, each) => sum + each.left.minor, 0n),
      left.currency,
    ),
  };
}

/** What goes back by a destination is called by its name. */
function named(source: ReturnSource, restTo: RestTarget | undefined): ReturnSource {
  return source.isByDestination ? { ...source, label: restTo?.label } : source;
}

/** All of the rest, to the client's own destination; undefined where it would arrive as nothing. */
function restLine({ currency, ...source }: RestTarget, rest: Money, rateTo: ReturnQuestion['rateTo']): ReturnLine | undefined {
  if (currency === rest.currency) return { source, way: 'payout', part: rest.minor, pays: rest, leftOver: 0n };
  const rate = rateTo(currency);
  const pays = rate && paidOutFor(rest, currency, rate);
  if (!pays || pays.minor <= 0n) return undefined;
  return { source, way: 'payout', part: rest.minor, pays, leftOver: rest.minor - neededFor(pays, rest.currency, rate).minor };
}

function inOrder(one: ReturnSource, other: ReturnSource, currency: Currency): number {
  // Of refunds, and of payouts, those first that need no exchange.
  const isForeign = ({ left }: ReturnSource): number => Number(left.currency !== currency);
  return (
    one.rank - other.rank ||
    Number(other.isRefundable) - Number(one.isRefundable) ||
    isForeign(one) - isForeign(other) ||
    one.id - other.id
  );
}

/** As much of the rest as the payment takes; undefined where that is nothing. */
function lineFor(source: ReturnSource, rest: Money, rateTo: ReturnQuestion['rateTo']): ReturnLine | undefined {
  const { left } = source;
  const way = source.isRefundable ? 'refund' : 'payout';
  if (left.minor <= 0n) return undefined;
  if (left.currency === rest.currency) {
    const part = left.minor < rest.minor ? left.minor : rest.minor;
    return { source, way, part, pays: money(part, rest.currency), leftOver: 0n };
  }
  const rate = rateTo(left.currency);
  if (!rate) return undefined;
  const worth = paidOutFor(rest, left.currency, rate);
  const pays = worth.minor < left.minor ? worth : left;
  if (pays.minor <= 0n) return undefined;
  const needed = neededFor(pays, rest.currency, rate).minor;
  // What is too little to arrive as anything goes along with the last of it.
  const part = pays.minor === worth.minor ? rest.minor : needed;
  return { source, way, part, pays, leftOver: part - needed };
}

/** Each line with its share of the fee: what leaves the account for it. The shares are the fee, to the last unit. */
export function withFee(
  lines: readonly ReturnLine[],
  fee: bigint,
): readonly (ReturnLine & { readonly fee: bigint; readonly amount: bigint })[] {
  const net = lines.reduce((sum, { part }) => sum + part, 0n);
  let before = 0n;
  let given = 0n;
  return lines.map((line) => {
    before += line.part;
    const share = (fee * before) / net - given;
    given += share;
    return { ...line, fee: share, amount: line.part + share };
  });
}
