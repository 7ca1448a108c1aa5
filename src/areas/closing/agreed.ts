import type { ToldDestination } from '../payments/face.ts';

/** Staff has decided that a closed client's gold is sold. */
export const goldTopic = 'closing.gold';

export const payAction = 'closing.pay';

/** What is to be paid back of a closed client, wallet by wallet; minor units as text. */
export interface PayPayload {
  readonly clientId: number;
  readonly wallets: readonly {
    readonly number: number;
    readonly minor: string;
    /** Where what has no way back goes; nowhere when left out. */
    readonly told?: ToldDestination;
  }[];
}

/** All the gold is to be sold into the wallet, at the price of then. */
export interface SellPayload {
  readonly clientId: number;
  readonly sells: 'gold';
}
