import type { Sql } from '../../base/sql.ts';
import { notify } from '../notices/face.ts';
import { copyReasons } from './contract.ts';
import type { Due, Concluded } from './decisions.ts';
import { copyingNotices } from './notices.ts';

interface Told {
  readonly due: Due;
  readonly concluded: Pick<Concluded, 'state' | 'reason'>;
  readonly now: Date;
}

/** A follower whose account was to have a copy and has none is told so beside the list. */
export async function tellOutcome(sql: Sql, { due, concluded, now }: Told): Promise<void> {
  if (due.kind !== 'open' || (concluded.state !== 'refused' && concluded.state !== 'lost')) return;
  const reason = copyReasons.find((each) => each === concluded.reason) ?? 'refused_by_platform';
  await notify(sql, {
    clientId: due.clientId,
    notice: copyingNotices.copy_refused,
    values: {
      investment: due.investmentId,
      symbol: due.symbol,
      lots: due.lots ?? '',
      reason: { phrase: `copying.reason.${reason}` },
    },
    key: `copy:${due.id}`,
    now,
  });
}
