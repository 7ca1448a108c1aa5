import type { Sql } from '../../base/sql.ts';
import { accountTypeNamed } from '../../law/accountTypes.ts';
import type { PlatformAccount } from '../../ports/platform/port.ts';
import { keepSnapshot } from './snapshots.ts';
import { lockAccount } from './found.ts';
import { changeStatus, insertAccount, type NewAccount } from './opened.ts';

export { shownAccount, shownEnded, shownPending, shownPosition, type Showing } from './shown.ts';
export { accessTopic } from './changes.ts';
export { courseOf, type CourseDay, type DayFlow } from './rules.ts';
export { drawEquityFromDeals, equitySince, flowsSince, keepSnapshot, type EquityPoint } from './snapshots.ts';
export { setToldMark, toldMark, type ToldMark } from './snapshots.ts';
export { accountOf, accountsOf, countAccounts, isSwapFreeTakenAway, type Snapshot, type TradingAccount } from './found.ts';
export { applyLeverage, becomeType, followLeverage, holdForOrder, setSwapFree, wantLeverage } from './leverage.ts';
export { lowerDue, lowerLeverages, type LoweringNeeds, type LoweringTold } from './lowering.ts';
export { changeStatus, insertAccount, takeLogin, type NewAccount } from './opened.ts';

/** An account that stands on the platform already, as a seed or a move from another system brings it. */
export interface ExistingAccount extends Omit<NewAccount, 'type'> {
  readonly typeName: string;
  /** What the platform says of it. */
  readonly told: PlatformAccount;
}

/** Takes such an account in. A number that is known already is left as it is. */
export async function openAccountForSeed(sql: Sql, existing: ExistingAccount): Promise<void> {
  const type = accountTypeNamed(existing.typeName);
  if (!type) throw new Error(`there is no account type ${existing.typeName}`);
  if (await lockAccount(sql, existing.number)) return;
  await insertAccount(sql, { ...existing, type });
  await changeStatus(sql, { number: existing.number, from: 'opening', to: 'active', at: existing.openedAt });
  await keepSnapshot(sql, existing.told);
}
