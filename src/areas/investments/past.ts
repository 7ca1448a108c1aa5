import type { AccountNumber, ClientId, RemittanceId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Intent } from '../../ledger/batch.ts';
import { newestOffer } from '../strategies/face.ts';
import { comingIn, markBooked, noteFlow } from './flows.ts';
import { withMoneyIn, type Shares } from './rules.ts';
import { bringShare } from './shares/past.ts';
import type { PastShare } from './shares/rows.ts';
import { changeInvestment, insertInvestment, writeShares } from './store.ts';

/** A follow that goes on, as it began, with the shares of profits that were decided since. */
export interface PastFollow {
  readonly clientId: ClientId;
  readonly strategyId: number;
  readonly number: AccountNumber;
  readonly safetyMode: boolean;
  readonly protection: number;
  readonly askedAt: Date;
  /** Its first money, by its payment; in minor units of the account. */
  readonly first: { readonly remittanceId: RemittanceId; readonly at: Date; readonly amount: bigint };
  readonly shares: readonly PastShare[];
  /** The high-water mark after all of them. */
  readonly highWater: bigint;
}

/** Writes it by the newest offer of its strategy. Answers its number, and what the ledger has to be told of its shares. */
export async function bringFollow(
  sql: Sql,
  of: PastFollow,
): Promise<{ readonly id: number; readonly postings: readonly Intent[] }> {
  const { strategyId, first, shares, highWater } = of;
  const offer = await newestOffer(sql, strategyId);
  const id = await insertInvestment(sql, { ...of, offerId: offer.id, share: offer.share });
  if (id === undefined) throw new Error(`client ${of.clientId} follows the strategy ${strategyId} already`);
  const begun: Shares = withMoneyIn({ invested: 0n, highWater: 0n }, first.amount);
  await noteFlow(sql, { ...comingIn, remittanceId: first.remittanceId, investmentId: id }, first.at);
  await markBooked(sql, { ...first, highWater: begun.highWater });
  await changeInvestment(sql, { id, from: 'opening', to: 'active', why: 'first_money', at: first.at });
  const postings: Intent[] = [];
  for (const share of shares) postings.push(...(await bringShare(sql, { investmentId: id, percent: offer.share, share })));
  await writeShares(sql, id, { invested: begun.invested, highWater });
  return { id, postings };
}
