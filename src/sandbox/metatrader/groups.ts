import type { Currency } from '../../base/currency.ts';
import type { MarginClass } from './symbols.ts';

/** A group of the server: what its accounts are counted in and how they may trade. */
export interface GroupFacts {
  /** The platform's path, such as `global\retail\advantage-mt5-USD`. */
  readonly name: string;
  readonly currency: Currency;
  /** The most leverage an account of the group may have. */
  readonly leverageMax: number;
  /** Caps on top of the account's leverage, by class of instrument (retail clients in the EU and UK); 0 is not tradable at all. */
  readonly leverageCaps?: Readonly<Partial<Record<MarginClass, number>>>;
  /** Margin level in per cent under which positions are closed, 50 unless said otherwise. */
  readonly stopOutPercent?: number;
  readonly marginCallPercent?: number;
  /** Charged for each lot at opening and at closing, in minor units of the group's currency. */
  readonly commissionPerLot?: bigint;
  readonly isSwapFree?: boolean;
  /** Its symbols are set to EnTradeMode TRADE_CLOSEONLY. */
  readonly isCloseOnly?: boolean;
}

/** EnDealAction. */
export const dealActions = {
  buy: 0,
  sell: 1,
  balance: 2,
  credit: 3,
  charge: 4,
  correction: 5,
  bonus: 6,
  dividend: 15,
  tax: 17,
} as const;
/** EnDealReason: a split of the symbol. */
export const reasonSplit = 18;
/** EnTradeMode of a group's symbols, as far as it is used here. */
export const tradeModes = { closeOnly: 3, full: 4 } as const;
/** EnEntryFlags; `outBy` closes a position by an opposite one. */
export const dealEntries = { in: 0, out: 1, outBy: 3 } as const;
/** EnUsersRights: the account may be used, may change its password, may not trade. */
export const userRights = { enabled: 0x1, password: 0x2, tradeDisabled: 0x4 } as const;

const stopOutPercentUsual = 50;
const marginCallPercentUsual = 100;

/** Margin levels in per cent: at which the client is warned, under which positions are closed. */
export function marginLevels(group: GroupFacts): { readonly call: number; readonly stopOut: number } {
  return { call: group.marginCallPercent ?? marginCallPercentUsual, stopOut: group.stopOutPercent ?? stopOutPercentUsual };
}
