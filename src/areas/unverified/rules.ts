import type { Currency } from '../../base/currency.ts';
import { money, type Money } from '../../base/money.ts';
import { dayMs } from '../../base/time.ts';
import { mostExtraDays } from './contract.ts';

/** What of a client's unverified money the clock looks at. */
export interface Clocked {
  readonly arrivedAt: Date | null;
  readonly dueAt: Date | null;
}

/** Until when what has come at an instant may stay: all of a client's goes back with the first of it. */
export function dueOf(arrivedAt: Date, days: number, others: readonly Clocked[]): Date {
  const dues = others.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt.getTime()]));
  return new Date(Math.min(arrivedAt.getTime() + days * dayMs, ...dues));
}

/** When no more time is given for any of it. */
export function lastDueOf(deposits: readonly { readonly arrivedAt: Date | null; readonly days: number }[]): Date {
  const ends = deposits.flatMap(({ arrivedAt, days }) =>
    arrivedAt ? [arrivedAt.getTime() + (days + mostExtraDays) * dayMs] : [],
  );
  return new Date(Math.min(...ends));
}

/**
 * Which of the notices before the end is due, in days; undefined where none is. A notice that would have come with the money itself is none,
 * and of several that are late the last one is told.
 */
export function noticeDue(
  { dueAt, days }: { readonly dueAt: Date; readonly days: number },
  noticeDays: readonly number[],
  now: Date,
): number | undefined {
  if (dueAt <= now) return undefined;
  const reached = noticeDays.filter((before) => before < days && dueAt.getTime() - before * dayMs <= now.getTime());
  return reached.length === 0 ? undefined : Math.min(...reached);
}

/** What became of a deposit, in minor units of the wallet's currency. */
export interface Stood {
  readonly minor: bigint;
  readonly taken: bigint;
  readonly gone: bigint;
  readonly isUnderWay: boolean;
}

/** What of a deposit was neither taken back nor given back. */
export function remainingOf({ minor, taken, gone }: Omit<Stood, 'isUnderWay'>): bigint {
  const left = minor - taken - gone;
  return left > 0n ? left : 0n;
}

/** How a deposit that has come stands; `taken`: all of it was taken back before any of it could go. */
export function howStands(deposit: Stood): 'here' | 'on_way' | 'returned' | 'taken' {
  if (remainingOf(deposit) > 0n) return 'here';
  if (deposit.isUnderWay) return 'on_way';
  return deposit.gone > 0n ? 'returned' : 'taken';
}

/** What becomes of what is here, once its time is over. */
export function afterwards(here: bigint, dueAt: Date, now: Date): 'goes_back' | 'staff' | 'nothing_left' {
  if (here === 0n) return 'nothing_left';
  return dueAt > now ? 'goes_back' : 'staff';
}

interface Part extends Omit<Stood, 'isUnderWay'> {
  readonly currency: Currency;
}

/** What is here of deposits that are in the currency of the first. */
export function remainderOf(parts: readonly Part[]): Money {
  const [first] = parts;
  if (!first) throw new Error('nothing has no sum');
  const same = parts.filter(({ currency }) => currency === first.currency);
  return money(
    same.reduce((sum, part) => sum + remainingOf(part), 0n),
    first.currency,
  );
}

type Some<Item> = readonly [Item, ...Item[]];

export function byCurrency<Each extends { readonly currency: Currency }>(parts: readonly Each[]): Map<Currency, Some<Each>> {
  const found = new Map<Currency, Some<Each>>();
  for (const part of parts) {
    const before = found.get(part.currency);
    found.set(part.currency, before ? [...before, part] : [part]);
  }
  return found;
}

/** A line of a withdrawal: what leaves the wallet for it, and the deposit that it says it gives back. */
export interface WithdrawnLine {
  readonly id: number;
  readonly sourceId: number | null;
  readonly minor: bigint;
}

export interface Given {
  readonly line: number;
  readonly deposit: number;
  readonly minor: bigint;
}

/**
 * Which deposits the lines of a payout to a named account give back, and how much of each: the one that a line names as far as that
 * is here, and for the rest whatever is here, in the order given. No more than is here of any, and nothing of a line twice.
 */
export function givenBy(
  lines: readonly WithdrawnLine[],
  deposits: readonly (Omit<Stood, 'isUnderWay'> & { readonly id: number })[],
): Given[] {
  const here = new Map(deposits.map((deposit) => [deposit.id, remainingOf(deposit)]));
  const open = new Map(lines.map(({ id, minor }) => [id, minor]));
  const given = new Map<string, Given>();
  const give = (line: number, deposit: number): void => {
    const [left, rest] = [here.get(deposit) ?? 0n, open.get(line) ?? 0n];
    const minor = left < rest ? left : rest;
    if (minor <= 0n) return;
    here.set(deposit, left - minor);
    open.set(line, rest - minor);
    const key = `${line} ${deposit}`;
    given.set(key, { line, deposit, minor: minor + (given.get(key)?.minor ?? 0n) });
  };
  for (const { id, sourceId } of lines) if (sourceId !== null) give(id, sourceId);
  for (const { id } of lines) for (const deposit of deposits) give(id, deposit.id);
  return [...given.values()];
}
