import type { Currency } from '../../base/currency.ts';

/**
 * What else is asked of whoever issues prepaid cards: taking an application, telling how it and its card stand, and blocking the card.
 * Nothing of a card but its last four digits and its expiry ever comes here. Never throws for what the issuer may answer.
 */
export interface CardDesk {
  /** The same reference is the same application, however often it arrives. */
  apply(asked: CardApplication): Promise<CardFound | CardRefused>;
  /** How the application with our reference stands, and its card. */
  lookUp(reference: string): Promise<CardFound | { readonly outcome: 'absent' }>;
  /** Blocks the card of an application, or takes that back. Asked again it is the same. */
  setBlocked(reference: string, isBlocked: boolean): Promise<CardFound | CardRefused>;
  /** Reads what the issuer tells by itself: only a hint, that this application is to be looked up. */
  readMessage(raw: Uint8Array, headers: CardMessageHeaders): CardMessage;
  /** Where its messages go, below our own address of cards. */
  readonly path: string;
}

export interface CardApplication {
  /** Ours, at most fifty characters. */
  readonly reference: string;
  readonly clientId: number;
  /** As it is to stand on the card. */
  readonly nameOnCard: string;
  readonly currency: Currency;
  readonly email: string;
  readonly delivery: CardDelivery;
  /** Absolute address that the issuer's messages go to. */
  readonly notificationUrl: string;
}

export interface CardDelivery {
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** `requested`: the issuer has it. From `approved` on there is a card; `expired` and `declined` are ends. */
export const cardPhases = ['requested', 'in_review', 'approved', 'shipped', 'active', 'blocked', 'expired', 'declined'] as const;
export type CardPhase = (typeof cardPhases)[number];

/** Why an application was declined, as far as the issuer says. */
export const cardReasons = ['identity', 'address', 'country', 'not_eligible', 'other'] as const;
export type CardReason = (typeof cardReasons)[number];

export interface CardState {
  readonly reference: string;
  /** Rises with each change at the issuer: what is told late is known by it. */
  readonly version: number;
  readonly phase: CardPhase;
  /** Of one that was declined. */
  readonly reason: CardReason | undefined;
  /** From its approval on. */
  readonly card: IssuedCard | undefined;
}

export interface IssuedCard {
  /** The issuer's own name of it. */
  readonly id: string;
  readonly lastFour: string;
  /** The last month in which it can be used: `2029-11`. */
  readonly expires: string;
  readonly currency: Currency;
}

export type CardFound =
  | { readonly outcome: 'found'; readonly state: CardState }
  /** It may or may not have been done. */
  | { readonly outcome: 'unknown'; readonly reason: string };
/** It has not been done, and never will be under that reference. */
export type CardRefused = { readonly outcome: 'refused'; readonly message: string };

export type CardMessageHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type CardMessage =
  | { readonly verified: true; readonly reference: string }
  | { readonly verified: false; readonly reason: 'malformed' | 'wrong_merchant' | 'wrong_signature' };
