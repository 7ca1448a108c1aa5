/** Promotions whose accounts are told nothing of their bonus when money leaves, and are not asked to give it up (document 1 §9). */
export const exemptPromotions: readonly number[] = [46, 58, 59, 62, 100, 101, 111];

/** Of an account: whether it holds bonus money, and from which promotion; null where nobody said. */
export interface PromoAccount {
  readonly isPromo: boolean;
  readonly promotionId: number | null;
}

/** Whether a client is told, and agrees, that the bonus goes before money leaves such an account (document 1 §4, §8). */
export function givesUpBonus({ isPromo, promotionId }: PromoAccount): boolean {
  return isPromo && (promotionId === null || !exemptPromotions.includes(promotionId));
}
