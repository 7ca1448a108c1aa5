import { type AccountNumber } from '../../base/id.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { Intent, PostedOutcome } from '../../ledger/book.ts';
import { bonusCredit, promotions, type Owner } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';

export interface RemovedBonus {
  /** Which removal it was: `512` of a transfer, `negative-7` of a loss, `move-3-70001` of an account that moves. */
  readonly name: string;
  readonly owner: Owner;
  readonly currency: Currency;
  /** The account on the platform that had the credit. */
  readonly login: AccountNumber;
  /** What has gone from the platform, in minor units. */
  readonly credit: bigint;
  readonly at: Date;
}

/** By the book, or in a transaction of the caller's. */
export interface BonusPosting {
  readonly sql: Sql;
  readonly post: (intent: Intent) => Promise<PostedOutcome>;
}

/** The credit has gone from the platform; the ledger may know of less than that, since staff can give credit there. */
export async function postBonusRemoval({ sql, post }: BonusPosting, removed: RemovedBonus): Promise<void> {
  const { name, owner, currency, login, credit, at } = removed;
  if (credit <= 0n) return;
  const bonus = bonusCredit(owner, currency, login);
  const held = await balanceOf(sql, bonus);
  const minor = held < credit ? held : credit;
  if (minor <= 0n) return;
  const key = `bonus_removed:${name}`;
  const legs = [{ from: bonus, to: promotions(owner.company, currency), minor }] as const;
  const posted = await post({ movement: { key, kind: 'bonus_removed', legs, at } });
  // Posted before by a worker that died, when more was held.
  if (posted.outcome === 'refused' && posted.code !== 'key_reused')
    throw new Error(`the ledger would not take ${key}: ${posted.code}`);
}
