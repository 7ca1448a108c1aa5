/** What a drill may take on two cores, so that it is run before each release: ten minutes. */
const mostSeconds = 600;

/** The fault of a drill that has taken longer, in milliseconds of one clock; none where more was asked of it than it does by itself. */
export function tooLong(begunMs: number, nowMs: number, asksMore = false): string[] {
  const seconds = (nowMs - begunMs) / 1000;
  return asksMore || seconds <= mostSeconds ? [] : [`it took ${seconds.toFixed(0)} s, and may take ${mostSeconds}`];
}
