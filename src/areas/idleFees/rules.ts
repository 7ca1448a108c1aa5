/** The same day so many months later, or that month's last where it has no such day (UTC). */
export function monthsLater(instant: Date, months: number): Date {
  const first = Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(instant.getUTCDate(), last);
  const timeMs = instant.getTime() - Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth(), instant.getUTCDate());
  return new Date(first + (day - 1) * dayMs + timeMs);
}

const dayMs = 86_400_000;

interface DueQuestion {
  /** The last time that anything was done. */
  readonly idleSince: Date;
  /** When the last fee since then was due, whatever became of it; null before the first. */
  readonly lastDueAt: Date | null;
  /** Idle months before the first. */
  readonly months: number;
  readonly noticeDays: number;
  readonly now: Date;
}

/**
 * When the next fee is due, once it is to be announced; undefined while that is too early. Never sooner than its notice says, nor than a
 * month after the one before: a month in which nothing could be charged is not made up for.
 */
export function announcedFor({ idleSince, lastDueAt, months, noticeDays, now }: DueQuestion): Date | undefined {
  const due = lastDueAt ? monthsLater(lastDueAt, 1) : monthsLater(idleSince, months);
  const soonest = new Date(now.getTime() + noticeDays * dayMs);
  return soonest < due ? undefined : soonest;
}

/** Something that a fee can be taken from, in minor units of its currency. */
export interface Source {
  readonly available: bigint;
  /** The whole fee there. */
  readonly fee: bigint;
}

/** The first that has the whole of it, else the one that has the largest part; undefined where none has anything. Never below zero. */
export function chosenSource<Each extends Source>(sources: readonly Each[]): { source: Each; taken: bigint } | undefined {
  const usable = sources.filter(({ available, fee }) => available > 0n && fee > 0n);
  const whole = usable.find(({ available, fee }) => available >= fee);
  if (whole) return { source: whole, taken: whole.fee };
  const [most] = usable.toSorted((one, other) => (one.available * other.fee > other.available * one.fee ? -1 : 1));
  return most && { source: most, taken: most.available };
}
