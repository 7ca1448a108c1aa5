import { divideUp } from '../../base/money.ts';
import { sellFor, sellWeight, type GoldTerms, type OuncePrice } from '../gold/face.ts';
import type { Level } from './contract.ts';

/** What is lent of pledged gold's worth, and the levels, in basis points of that worth. */
export interface PledgeTerms {
  readonly haircutBasisPoints: number;
  readonly warningBasisPoints: number;
  readonly callBasisPoints: number;
  readonly saleBasisPoints: number;
  readonly restBasisPoints: number;
}

/** At which price gold is valued: what selling it to the broker would bring. */
export interface Valuing {
  readonly market: OuncePrice;
  readonly terms: GoldTerms;
}

const whole = 10_000n;

/** What selling a weight would bring, in cents. */
export function worthAt(weight: bigint, { market, terms }: Valuing): bigint {
  return weight === 0n ? 0n : sellWeight(weight, market, terms).total;
}

/** What is lent on gold of that worth: rounded down. */
export function lentOn(worth: bigint, { haircutBasisPoints }: Pick<PledgeTerms, 'haircutBasisPoints'>): bigint {
  return (worth * (whole - BigInt(haircutBasisPoints))) / whole;
}

/** The same with what a price may move between being shown and being agreed to. */
export function slackOf({ haircutBasisPoints, restBasisPoints }: PledgeTerms): Pick<PledgeTerms, 'haircutBasisPoints'> {
  return { haircutBasisPoints: haircutBasisPoints - restBasisPoints };
}

/** How much of its worth is lent, in basis points, rounded up; undefined where nothing is worth anything. */
export function coverageOf({ credit, worth }: { readonly credit: bigint; readonly worth: bigint }): number | undefined {
  return worth <= 0n ? undefined : Number(divideUp(credit * whole, worth));
}

const levels: readonly Level[] = ['none', 'warning', 'call', 'sale'];

/** The level of a credit, where it was told one before: a higher one at once, a lower one when it has come down some way. */
export function levelOf(
  { credit, worth }: { readonly credit: bigint; readonly worth: bigint },
  told: Level,
  terms: PledgeTerms,
): Level {
  if (credit === 0n) return 'none';
  const coverage = coverageOf({ credit, worth }) ?? Infinity;
  const begins = [0, terms.warningBasisPoints, terms.callBasisPoints, terms.saleBasisPoints];
  const reached = begins.findLastIndex((from) => coverage >= from);
  const held = levels.indexOf(told);
  // Around a level a price goes up and down: who was told of it is not told again and again.
  const left = begins.findLastIndex((from, index) => coverage >= from - (index <= held ? terms.restBasisPoints : 0));
  return levels[reached >= held ? reached : Math.min(left, held)] ?? 'none';
}

interface Lending {
  readonly lends: Pick<PledgeTerms, 'haircutBasisPoints'>;
}

interface Pledged {
  readonly weight: bigint;
  readonly credit: bigint;
}

/** The credit that comes with gold that is added: what is lent on all of it, less what is lent already. */
export function creditWith(added: bigint, { weight, credit }: Pledged, by: Valuing & Lending): bigint {
  const most = lentOn(worthAt(weight + added, by), by.lends);
  return most > credit ? most - credit : 0n;
}

/** The credit that has to go when gold is given back: nothing while what is left carries all of it. */
export function creditWithout(taken: bigint, { weight, credit }: Pledged, by: Valuing & Lending): bigint {
  const most = lentOn(worthAt(weight - taken, by), by.lends);
  return credit > most ? credit - most : 0n;
}

/** The most gold that can be given back when no more than `free` of the credit can go. */
export function returnable({ weight, credit }: Pledged, { free, ...by }: Valuing & Lending & { readonly free: bigint }): bigint {
  const goes = free <= 0n ? 0n : free < credit ? free : credit;
  const kept = keptFor(credit - goes, by);
  return weight > kept ? weight - kept : 0n;
}

/** The least gold on which so much is lent. */
function keptFor(credit: bigint, { market, terms, lends }: Valuing & Lending): bigint {
  if (credit === 0n) return 0n;
  const worth = divideUp(credit * whole, whole - BigInt(lends.haircutBasisPoints));
  return sellFor(worth, market, terms).weight;
}

/**
 * How much pledged gold is sold so that what is lent is no more than the rest carries: what it brings takes the place of as much
 * credit, so that the account has as much as before. All of it where no part would do.
 */
export function soldForLevel(pledged: Pledged, by: Valuing & Lending): bigint {
  const { weight, credit } = pledged;
  const worth = worthAt(weight, by);
  const haircut = BigInt(by.lends.haircutBasisPoints);
  const missing = credit * whole - worth * (whole - haircut);
  if (missing <= 0n) return 0n;
  // Of what is sold and of what is left, each is rounded down to the cent.
  return atMost(weight, sellFor(divideUp(missing, haircut) + roundingCents, by.market, by.terms).weight);
}

const roundingCents = 4n;

/** How much pledged gold is sold to pay what an account has lost beyond its own. */
export function soldForLoss({ weight }: Pledged, loss: bigint, { market, terms }: Valuing): bigint {
  return atMost(weight, sellFor(loss, market, terms).weight);
}

const atMost = (most: bigint, wanted: bigint): bigint => (wanted < most ? wanted : most);

/** The credit that goes with a sale: as much as it brought, and all of it once no gold is left. */
export function creditSold({ weight, credit }: Pledged, sold: { readonly weight: bigint; readonly total: bigint }): bigint {
  return sold.weight === weight || sold.total > credit ? credit : sold.total;
}

/** Gold is valued at what the broker would pay for it. */
export function valuingAt(market: OuncePrice, { gold }: { readonly gold: { readonly spreadBasisPoints: number } }): Valuing {
  return { market, terms: { spread: BigInt(gold.spreadBasisPoints), tax: 0n } };
}
