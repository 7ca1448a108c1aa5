/** Chance that a seed repeats (mulberry32): what is drawn in the same order falls the same way. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item;
}

export function openDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}
