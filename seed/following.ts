import { bringCopies, type PastCopy } from '../src/areas/copying/face.ts';
import type { ToldDeal } from '../src/areas/deals/face.ts';
import { bringFollow } from '../src/areas/investments/face.ts';
import type { ImportedTransfer } from '../src/areas/payments/face.ts';
import { accountNumber, remittanceId } from '../src/base/id.ts';
import type { Sql } from '../src/base/sql.ts';
import type { Intent } from '../src/ledger/batch.ts';
import type { PlannedCopy, PlannedFollow } from './follows.ts';

export interface Following {
  readonly follows: readonly PlannedFollow[];
  readonly transfers: readonly ImportedTransfer[];
  /** Of the platform that all of them are on. */
  readonly deals: readonly ToldDeal[];
  /** The strategies that there are, by their accounts. */
  readonly strategies: ReadonlyMap<number, number>;
  readonly now: Date;
}

/** Writes who follows whom, with what was copied and what was paid for it; answers what the ledger has to be told. */
export async function seedFollowing(sql: Sql, { follows, transfers, deals, strategies, now }: Following): Promise<Intent[]> {
  const byTag = new Map(deals.map((deal) => [deal.tag, deal]));
  const postings: Intent[] = [];
  for (const follow of follows) {
    const { account, leader, first, copies, shares, highWater } = follow;
    const strategyId = strategies.get(leader.login);
    const payment = transfers.find(({ platformMoves }) => platformMoves.includes(first));
    const terms = account.holding.follows;
    if (strategyId === undefined || !payment || !terms)
      throw new Error(`the account ${account.login} cannot follow ${leader.login}`);
    const brought = await bringFollow(sql, {
      clientId: account.client.id,
      strategyId,
      number: accountNumber(account.login),
      safetyMode: terms.isSafe ?? false,
      protection: terms.protection,
      askedAt: account.openedAt,
      first: { remittanceId: remittanceId(payment.remittance.id), at: first.at, amount: first.amount },
      shares,
      highWater,
    });
    postings.push(...brought.postings);
    await bringCopies(sql, {
      strategyId,
      investmentId: brought.id,
      platform: account.type.platform,
      copies: copies.map((copy) => pastCopy(copy, byTag)),
      readTo: now,
    });
  }
  return postings;
}

function pastCopy({ opening, closing, worth, copy }: PlannedCopy, byTag: ReadonlyMap<string, ToldDeal>): PastCopy {
  const { position, symbol, lots, kind } = opening;
  const of = { position, symbol, lots, worth, opened: opening, closed: closing, side: kind === 'buy' ? 'buy' : 'sell' } as const;
  if ('reason' in copy) return { ...of, copy };
  const [opened, closed] = [byTag.get(copy.opened.tag), byTag.get(copy.closed.tag)];
  if (opened?.position === undefined || !closed) throw new Error(`the platform knows nothing of the copy ${copy.opened.tag}`);
  return { ...of, copy: { lots: copy.lots, position: opened.position, opened, closed } };
}
