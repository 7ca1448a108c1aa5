import type { Sql } from '../../base/sql.ts';
import { formatMinor } from '../../base/money.ts';
import type { ShownFollower } from '../../protocol/investment.ts';
import { accountOf } from '../accounts/face.ts';
import { paidByFollow } from './shares/rows.ts';
import { factsOf } from './shown.ts';
import { followCounts, followsOf, type FollowCounts } from './store.ts';

/* Follows as the provider of their strategy is shown them: by their accounts, and nothing of whose they are. */

export interface FollowersPage extends FollowCounts {
  readonly rows: readonly ShownFollower[];
  readonly page: number;
}

/** A page of all that ever followed a strategy, those that go on first. */
export async function followersShown(
  sql: Sql,
  of: { readonly strategyId: number; readonly page: number; readonly size: number },
): Promise<FollowersPage> {
  const counts = await followCounts(sql, of.strategyId);
  const page = Math.min(of.page, Math.max(1, Math.ceil(counts.all / of.size)));
  const follows = await followsOf(sql, { strategyId: of.strategyId, offset: (page - 1) * of.size, limit: of.size });
  const paid = await paidByFollow(
    sql,
    follows.map(({ id }) => id),
  );
  const rows: ShownFollower[] = [];
  for (const follow of follows) {
    const { id, acc_no, currency, status, remun_fee, invested, high_water, equity, result, share_now, ...times } = factsOf(
      follow,
      await accountOf(sql, follow.number),
    );
    const { started_at, ended_at, equity_as_of } = times;
    const facts = { id, acc_no, currency, status, remun_fee, invested, high_water, equity, result, share_now };
    rows.push({ ...facts, started_at, ended_at, equity_as_of, paid: formatMinor(paid.get(id) ?? 0n, follow.currency) });
  }
  return { ...counts, rows, page };
}
