import { utcDay } from '../../base/time.ts';

/** Delegated Regulation (EU) 2017/565, article 62: a loss of ten per cent, and each ten more. */
const tenths = 10n;

/** Reporting periods are quarters of a year (article 60(3)): the first day of the one that an instant is in. */
export function periodOf(at: Date): string {
  return utcDay(new Date(Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 3) * 3, 1)));
}

/** What an account is beside what it was: minor units of its currency. */
export interface Compared {
  /** At the beginning of the period. */
  readonly began: bigint;
  /** What came since then by payments, less what they took. */
  readonly flow: bigint;
  readonly equity: bigint;
}

/** How many whole tenths are lost of what would be there without trading; ten at most, none where nothing was there. */
export function lostTenths({ began, flow, equity }: Compared): number {
  const untouched = began + flow;
  const lost = untouched - equity;
  if (untouched <= 0n || lost <= 0n) return 0;
  const step = (lost * tenths) / untouched;
  return step > tenths ? Number(tenths) : Number(step);
}
