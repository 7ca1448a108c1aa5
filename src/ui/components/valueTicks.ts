export interface ValueTicks {
  readonly values: readonly number[];
  /** With so many digits behind the point each is written whole. */
  readonly decimals: number;
}

/** Round values between two, at most so many steps apart: ones, twos, quarters or halves of a power of ten. */
export function valueTicks(from: number, to: number, most: number): ValueTicks {
  const least = (to - from) / Math.max(1, most);
  if (!(least > 0)) return { values: [], decimals: 0 };
  const power = Math.floor(Math.log10(least));
  const count = [1, 2, 2.5, 5, 10].find((each) => each * 10 ** power >= least * (1 - 1e-9)) ?? 10;
  const decimals = Math.max(0, (count === 10 ? -1 : count === 2.5 ? 1 : 0) - power);
  // A power below zero is divided by, or sums of tenths would miss the nought.
  const valueOf = (index: number): number => (power < 0 ? (index * count) / 10 ** -power : index * count * 10 ** power);
  const step = valueOf(1);
  const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)];
  return { values: Array.from({ length: Math.max(0, last - first + 1) }, (_tick, index) => valueOf(first + index)), decimals };
}
