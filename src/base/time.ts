/** Application time. In sandbox mode it may run ahead of the wall clock; sessions and vendors' signatures use the wall clock. */
export interface Clock {
  /** Application time now. */
  now(): Date;
  /** Wall-clock time now. */
  wall(): Date;
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Milliseconds by a clock that only goes on: nobody sets it, and it counts while the process stands still. */
export type MonotonicMs = () => number;
export const monotonicMs: MonotonicMs = () => performance.now();

/** Until when something may be begun. */
export interface Deadline {
  /** What is left of it; nothing or less once it is over. */
  leftMs(): number;
}

/** What acts is not sent any more when its deadline is over: whoever asked has given it up by then, and another may be asking. */
export interface SendLimit {
  readonly deadline?: Deadline | undefined;
}

/** So long after that instant of the clock, which is now when left out. */
export function deadlineAfter(ms: number, clock: MonotonicMs = monotonicMs, sinceMs = clock()): Deadline {
  return { leftMs: () => sinceMs + ms - clock() };
}

/** The instant that many milliseconds later (or earlier, when negative). */
export function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

/** The UTC calendar day of an instant, `yyyy-MM-dd`. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
