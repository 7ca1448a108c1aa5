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

/** The instant that many milliseconds later (or earlier, when negative). */
export function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

/** The UTC calendar day of an instant, `yyyy-MM-dd`. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
