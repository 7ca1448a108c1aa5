import { dayMs } from '../../base/time.ts';
import { accountTypeById, type AccountType } from '../../law/accountTypes.ts';
import type { StockPart } from './contract.ts';

/** What is known of a client's form. */
export interface StockFacts {
  readonly hasCommon: boolean;
  readonly hasExtra: boolean;
  /** The last day of the newest W-8BEN, yyyy-MM-dd. */
  readonly validUntil: string | undefined;
}

/** The type of that number, if accounts of it are for shares. */
export function stockType(id: number): AccountType | undefined {
  const type = accountTypeById(id);
  return type?.opening === 'stock' ? type : undefined;
}

/** The advantage account asks the second questionnaire too (document 2 §7 shows both; which asks which is our own). */
const asksExtra = 60;

/** The platform's folder of shares whose dividends the United States tax. */
export function isUsShare(path: string): boolean {
  return /^shares\\us(\\|$)/i.test(path);
}

/** The parts that are still to be filled in before an account of that type. */
export function missingParts(type: Pick<AccountType, 'id'>, facts: StockFacts, today: string): StockPart[] {
  return [
    ...(facts.hasCommon ? [] : (['common'] as const)),
    ...(facts.hasExtra || type.id !== asksExtra ? [] : (['extra'] as const)),
    ...(doesW8benCount(facts.validUntil, today) ? [] : (['w8ben'] as const)),
  ];
}

/** So long before its end a client is reminded and may sign anew. */
export const endingDays = 60;

export interface W8benState {
  readonly state: 'none' | 'valid' | 'ending' | 'lapsed';
  readonly valid_until: string | null;
  readonly days_left: number | null;
}

/** Whether a W-8BEN counts on a day. */
export function doesW8benCount(validUntil: string | undefined, today: string): boolean {
  return validUntil !== undefined && validUntil >= today;
}

/** How a W-8BEN stands on a day (both yyyy-MM-dd): it counts until the end of its last day. */
export function w8benStateOf(validUntil: string | undefined, today: string): W8benState {
  if (validUntil === undefined) return { state: 'none', valid_until: null, days_left: null };
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / dayMs);
  const state = days < 0 ? 'lapsed' : days < endingDays ? 'ending' : 'valid';
  return { state, valid_until: validUntil, days_left: Math.max(0, days) };
}
