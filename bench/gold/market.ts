import type { GoldPrices } from '../../src/areas/gold/market.ts';

/** A market whose price the drill makes: it jumps by five per cent, up and down in turn, whenever it is told to. */
export interface DrillMarket extends GoldPrices {
  jump(): void;
  /** Falls by five per cent, whatever it did before. */
  fall(): void;
}

const digits = 2;
const gap = 22n;

export function openDrillMarket(now: () => Date): DrillMarket {
  let bid = 405_000n;
  let isUp = false;
  const written = (points: bigint): string => `${points / 100n}.${String(points % 100n).padStart(2, '0')}`;
  return {
    jump() {
      isUp = !isUp;
      bid = isUp ? (bid * 105n) / 100n : (bid * 95n) / 100n;
    },
    fall() {
      bid = (bid * 95n) / 100n;
    },
    now: async () => {
      const ask = bid + gap;
      return { bid, ask, digits, told: { bid: written(bid), ask: written(ask) }, at: now(), state: { isOpen: true } };
    },
    course: async () => [],
  };
}
