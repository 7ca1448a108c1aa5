import type { Account } from './chart.ts';
import { factName, type Leg } from './entries.ts';

/** What is set aside for, of what. */
export interface HoldFacts {
  readonly remittanceId: number;
  readonly purpose: 'transfer' | 'withdrawal';
  /** Whose money it was before, and is again when it is released. */
  readonly source: 'wallet' | 'trading' | 'gold';
}

/**
 * The hold that a posting is about: one that it opens, or one that is there and that it takes from. How much, its legs at the
 * hold account say; what a hold has not got cannot be taken from it, whatever else is set aside on the same account.
 */
export interface HoldChange {
  /** The fact's name, such as `transfer:512`; a hold is opened once. */
  readonly key: string;
  readonly opens?: HoldFacts;
}

/** What a posting brings to a hold or, below zero, takes from it, and on which account. */
export interface HeldMinor {
  readonly account: Account;
  readonly minor: bigint;
}

interface HoldPosting {
  readonly movement: { readonly key: string; readonly legs: readonly Leg[] };
  readonly hold?: HoldChange;
}

/**
 * What the posting does to its hold; undefined when it has none. Throws where its legs and its hold do not say the same: a
 * fault of the calling code.
 */
export function heldBy({ movement, hold }: HoldPosting): HeldMinor | undefined {
  let account: Account | undefined;
  let minor = 0n;
  for (const leg of movement.legs) {
    if (leg.from.kind === 'hold') [account, minor] = [leg.from, minor - leg.minor];
    if (leg.to.kind === 'hold') [account, minor] = [leg.to, minor + leg.minor];
  }
  if (!account && !hold) return undefined;
  if (!account || !hold)
    throw new Error(`${movement.key} may not be posted: a leg at a hold account names its hold, and only that`);
  if (!factName.test(hold.key)) throw new Error(`${movement.key} may not be posted: ${hold.key} is not of the shape kind:id`);
  if (hold.opens ? minor <= 0n : minor >= 0n) {
    throw new Error(`${movement.key} may not be posted: it would ${hold.opens ? 'open' : 'take from'} ${hold.key} with ${minor}`);
  }
  return { account, minor };
}
