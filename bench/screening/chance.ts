/** Numbers that look like chance and are the same in every run (mulberry32). */
export interface Chance {
  /** From 0 up to and without 1. */
  next(): number;
  below(count: number): number;
  of<Item>(items: readonly Item[]): Item;
  isLess(share: number): boolean;
}

export function openChance(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    isLess: (share) => next() < share,
    of: <Item>(items: readonly Item[]) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to choose from');
      return item;
    },
  };
}
