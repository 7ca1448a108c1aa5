/** What a password has, as document 1 §5 counts it. */
const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/] as const;

/** The most that so many kinds of characters are worth (document 1 §5): one 10, two 20, three 40; four are not capped. */
const mostOfKinds = [0, 10, 20, 40, Number.POSITIVE_INFINITY] as const;
const mostOfShort = 10;
const shortLength = 6;

/** The score of a password: two for each character, one more from ten on, ten for each kind of character, under the caps. */
export function strengthOf(password: string): number {
  const length = [...password].length;
  const found = kinds.filter((kind) => kind.test(password)).length;
  const score = 2 * length + (length >= 10 ? 1 : 0) + 10 * found;
  return Math.min(score, length <= shortLength ? mostOfShort : score, mostOfKinds[found] ?? score);
}

export const levels = [1, 2, 3, 4, 5] as const;
export type Level = (typeof levels)[number];

/** The thresholds of document 1 §9. */
const thresholds = [10, 20, 30, 40] as const;

/** One of five levels; 0 while nothing is typed. */
export function levelOf(password: string): Level | 0 {
  if (password === '') return 0;
  const score = strengthOf(password);
  return levels[thresholds.filter((threshold) => score > threshold).length] ?? 5;
}
