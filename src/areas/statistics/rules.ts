import { divideRounded } from '../../base/money.ts';

/** A day's end of an account, with what came in since the one before, less what went out. Minor units of one currency. */
interface Day {
  /** yyyy-MM-dd. */
  readonly day: string;
  readonly equity: bigint;
  readonly flow: bigint;
}

export interface DrawdownDay {
  readonly day: string;
  readonly equity: bigint;
  /** Hundredths of a per cent, zero or negative. */
  readonly drawdown: bigint;
}

/** The index of an account's return begins with it; large enough that a thousand days of rounding stay far below a hundredth. */
const indexStart = 1_000_000_000_000n;
const whole = 10_000n;

/**
 * How far an account's return stood below its best at the end of each day: money taken out is no loss, and money paid in hides none.
 * Each day's equity is divided by that of the day before; what came in counts from the day's beginning, what went out until its end
 * (time-weighted return, CFA Institute: GIPS 2020, 2.A.21, by daily valuation).
 */
export function drawdownsOf(days: readonly Day[]): DrawdownDay[] {
  let index = indexStart;
  let best = indexStart;
  let before: bigint | undefined;
  return days.map(({ day, equity, flow }) => {
    if (before !== undefined) {
      const [began, ended] = flow >= 0n ? [before + flow, equity] : [before, equity - flow];
      // Nothing can be made of nothing; what is below it is all lost, and the account begins anew with what comes next.
      if (began > 0n) index = ended > 0n ? divideRounded(index * ended, began) : 0n;
      if (index === 0n && equity > 0n) [index, best] = [indexStart, indexStart];
    }
    before = equity;
    if (index > best) best = index;
    return { day, equity, drawdown: divideRounded((index - best) * whole, best) };
  });
}

/** The deepest; of several the first. Undefined where the account never stood below its best. */
export function deepestOf(days: readonly DrawdownDay[]): DrawdownDay | undefined {
  return days.reduce<DrawdownDay | undefined>(
    (deepest, day) => (day.drawdown < (deepest?.drawdown ?? 0n) ? day : deepest),
    undefined,
  );
}

/** Hundredths as a decimal string: -1250n is "-12.50". */
export function hundredths(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(3, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A share in per cent with two decimals; zero of nothing. */
export function percentOf(part: bigint, of: bigint): string {
  return hundredths(of === 0n ? 0n : divideRounded(part * whole, of));
}

/** One divided by the other with two decimals; null where there is nothing to divide by. */
export function ratioOf(part: bigint, by: bigint): string | null {
  return by === 0n ? null : hundredths(divideRounded(part * 100n, by));
}
