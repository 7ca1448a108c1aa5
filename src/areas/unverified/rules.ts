import type { Currency } from '../../base/currency.ts';
import { money, type Money } from '../../base/money.ts';
import { dayMs } from '../../base/time.ts';

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

/** How a withdrawal that gives money back stands. */
export function returnState(phase: string | null, reason: string | null): 'under_way' | 'returned' | 'not_taken' {
  if (phase === 'completed') return reason === null ? 'returned' : 'not_taken';
  return phase === 'failed' || phase === 'declined' || phase === 'cancelled' ? 'not_taken' : 'under_way';
}

interface Part {
  readonly minor: bigint;
  readonly currency: Currency;
}

/** What parts come to that are in the currency of the first. */
export function sumOf(parts: readonly Part[]): Money {
  const [first] = parts;
  if (!first) throw new Error('nothing has no sum');
  const same = parts.filter(({ currency }) => currency === first.currency);
  return money(
    same.reduce((sum, { minor }) => sum + minor, 0n),
    first.currency,
  );
}
