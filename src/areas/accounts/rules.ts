import { divideRounded } from '../../base/money.ts';
import type { Verdict } from '../../base/refusal.ts';
import type { AccountType } from '../../law/accountTypes.ts';
import { demoLeverageList, leverageList, type LeverageState } from '../../law/leverage.ts';
import type { AccountStatus } from './contract.ts';

/** From which status an account goes to which. */
export const nextStatuses: Readonly<Record<AccountStatus, readonly AccountStatus[]>> = {
  opening: ['active', 'failed'],
  active: ['archived', 'disabled'],
  archived: ['active', 'disabled'],
  disabled: ['active'],
  failed: [],
};

export function mayChangeStatus(from: AccountStatus, to: AccountStatus): boolean {
  return nextStatuses[from].includes(to);
}

/** Live accounts that hold nothing are the documents' zero accounts. */
export function isZero(account: {
  readonly isDemo: boolean;
  readonly snapshot: { readonly balance: bigint; readonly credit: bigint } | undefined;
}): boolean {
  return !account.isDemo && (account.snapshot?.balance ?? 0n) === 0n && (account.snapshot?.credit ?? 0n) === 0n;
}

/** What the platform says of an account at the moment, as far as the rules look at it. */
interface Holding {
  readonly balance: bigint;
  readonly credit: bigint;
  /** Margin does not tell: where opposite positions cover each other wholly, a platform may ask none for them. */
  readonly hasPositions: boolean;
}

/** An account can be put away when nothing is open on it and, for live ones, nothing is left on it, bonus included. */
export function mayArchive(
  account: { readonly isDemo: boolean; readonly status: AccountStatus },
  holding: Holding,
): Verdict<true, ArchiveRefusal> {
  if (account.status !== 'active') return { ok: false, code: 'account_not_active' };
  if (holding.hasPositions) return { ok: false, code: 'account_has_positions' };
  if (!account.isDemo && (holding.balance !== 0n || holding.credit !== 0n)) return { ok: false, code: 'account_has_money' };
  return { ok: true, value: true };
}
type ArchiveRefusal = 'account_not_active' | 'account_has_positions' | 'account_has_money';

/** The leverages that an account may have. */
export function leveragesOf(
  account: { readonly type: AccountType; readonly isDemo: boolean },
  client: LeverageState,
): readonly number[] {
  return (account.isDemo ? demoLeverageList : leverageList)(account.type, client);
}

interface LeverageRequest {
  readonly type: AccountType;
  readonly isDemo: boolean;
  readonly client: LeverageState;
  readonly status: AccountStatus;
  readonly leverage: number;
  readonly hasPositions: boolean;
}

/** A leverage has to be on the type's list under the law's cap (document 2 §5), and nothing may be open meanwhile. */
export function mayChangeLeverage(request: LeverageRequest): Verdict<number, LeverageRefusal> {
  const offered = leveragesOf(request, request.client);
  if (request.status !== 'active') return { ok: false, code: 'account_not_active' };
  if (!offered.includes(request.leverage)) {
    return { ok: false, code: 'leverage_not_offered', field: 'leverage', values: { offered: offered.join(', ') } };
  }
  // Another leverage would ask another margin for what is open already, which could close it out.
  if (request.hasPositions) return { ok: false, code: 'leverage_has_positions', field: 'leverage' };
  return { ok: true, value: request.leverage };
}
type LeverageRefusal = 'account_not_active' | 'leverage_not_offered' | 'leverage_has_positions';

/** An account at the end of a day, or now. Amounts are minor units of its currency. */
interface CoursePoint {
  /** yyyy-MM-dd, UTC. */
  readonly day: string;
  readonly equity: bigint;
}

/** What was paid in less what was taken out on a day: deposits, payouts, transfers, bonus given and taken. */
export interface DayFlow {
  readonly day: string;
  readonly flow: bigint;
}

export type CourseDay<Point> = Point & {
  /** What has come in since the point before, less what has gone out. */
  readonly flow: bigint;
  /** What was made since the first point: what equity has grown by, less what was paid in. */
  readonly profit: bigint;
};

/** The course with what is no profit told apart. Points and flows are the oldest first, one of each a day at most. */
export function courseOf<Point extends CoursePoint>(points: readonly Point[], flows: readonly DayFlow[]): CourseDay<Point>[] {
  const steps: CourseDay<Point>[] = [];
  for (const point of points) {
    const before = steps.at(-1);
    const since = flows.filter(({ day }) => day <= point.day && (before === undefined ? day === point.day : day > before.day));
    const flow = since.reduce((sum, one) => sum + one.flow, 0n);
    const profit = before === undefined ? 0n : before.profit + point.equity - before.equity - flow;
    steps.push({ ...point, flow, profit });
  }
  return steps;
}

/** A part of a whole in per cent, with two decimals at most. */
export function percentText(part: bigint, whole: bigint): string {
  const hundredths = divideRounded(part * 10_000n, whole);
  const [units, rest] = [hundredths / 100n, hundredths % 100n];
  if (rest === 0n) return String(units);
  return rest % 10n === 0n ? `${units}.${rest / 10n}` : `${units}.${String(rest).padStart(2, '0')}`;
}
