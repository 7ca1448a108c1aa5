/**
 * Repeatable chance: the same numbers in always give the same number out, on every machine and after every restart.
 * Nothing is stored, so a price of two years ago costs as much as a price of now.
 */

/** A whole number out of a text, to start from (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Mixes a seed with a number into a new seed (the finish of MurmurHash3, twice, so that neighbours do not resemble). */
export function mix(seed: number, value: number): number {
  let hash = Math.imul(seed ^ Math.imul(value | 0, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A seed as a number from 0 up to, not including, 1. */
export function share(seed: number): number {
  return seed / 0x1_0000_0000;
}

/** Roughly normal around 0 with deviation 1: the sum of four even numbers. */
export function bell(seed: number): number {
  const sum = share(mix(seed, 1)) + share(mix(seed, 2)) + share(mix(seed, 3)) + share(mix(seed, 4));
  return (sum - 2) * Math.sqrt(3);
}

/** How many scales the walk has: the longest swing is two to the power of eight days. */
const octaves = 9;
/** Weight of each scale; chosen so that the change from one day to the next has a deviation of about 1. */
const octaveWeight = 0.62;

/**
 * Where a walk stands on a day, in deviations of one day. It looks like a random walk up to about a year
 * and comes home beyond that, so that no price ever runs off to nothing or to the sky.
 */
export function walk(seed: number, day: number): number {
  let level = 0;
  for (let octave = 0; octave < octaves; octave++) {
    const length = 2 ** octave;
    const knot = Math.floor(day / length);
    const way = day / length - knot;
    const lane = mix(seed, octave + 101);
    level += octaveWeight * Math.sqrt(length) * (bell(mix(lane, knot)) * (1 - way) + bell(mix(lane, knot + 1)) * way);
  }
  return level;
}
