import type { Verdict } from '../../base/refusal.ts';
import { dayMs } from '../../base/time.ts';
import { accountTypeById, type AccountType } from '../../law/accountTypes.ts';
import { isFieldAsked, type FieldSpec, type Typed } from '../../protocol/form.ts';
import { stockParts, stocksContract, type StockForm, type StockPart } from './contract.ts';

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

/** The parts that are still to be filled in before an account of that type. */
export function missingParts(type: Pick<AccountType, 'id'>, facts: StockFacts, today: string): StockPart[] {
  const { state } = w8benStateOf(facts.validUntil, today);
  return [
    ...(facts.hasCommon ? [] : (['common'] as const)),
    ...(facts.hasExtra || type.id !== asksExtra ? [] : (['extra'] as const)),
    ...(state === 'none' || state === 'lapsed' ? (['w8ben'] as const) : []),
  ];
}

/** So long before its end a client is reminded and may sign anew. */
export const endingDays = 60;

export interface W8benState {
  readonly state: 'none' | 'valid' | 'ending' | 'lapsed';
  readonly valid_until: string | null;
  readonly days_left: number | null;
}

/** How a W-8BEN stands on a day (both yyyy-MM-dd): it counts until the end of its last day. */
export function w8benStateOf(validUntil: string | undefined, today: string): W8benState {
  if (validUntil === undefined) return { state: 'none', valid_until: null, days_left: null };
  const days = Math.round((Date.parse(validUntil) - Date.parse(today)) / dayMs);
  const state = days < 0 ? 'lapsed' : days < endingDays ? 'ending' : 'valid';
  return { state, valid_until: validUntil, days_left: Math.max(0, days) };
}

/** What of a form belongs to a part, as it is kept: only what is asked and was told. */
export function answersOf(part: StockPart, sent: StockForm): Readonly<Record<string, string | boolean>> {
  const typed = typedOf(sent);
  const told = stockParts[part].filter((field) => isAsked(field, typed));
  return Object.fromEntries(told.flatMap((field) => (typed[field] === undefined ? [] : [[field, typed[field]]])));
}

type SaveRefusal = 'field_required' | 'signature_wrong';

/** Whether the parts that are asked are complete, the first field that is not at fault. */
export function checkStockForm(
  sent: StockForm,
  of: { readonly parts: readonly StockPart[]; readonly name: string },
): Verdict<true, SaveRefusal> {
  const typed = typedOf(sent);
  for (const part of of.parts) {
    const missing = stockParts[part].find((field) => isAsked(field, typed) && isRequired(field) && !isTold(typed[field]));
    if (missing !== undefined) return { ok: false, code: 'field_required', field: missing };
  }
  if (of.parts.includes('w8ben') && plainName(sent.signature ?? '') !== plainName(of.name))
    return { ok: false, code: 'signature_wrong', field: 'signature', values: { name: of.name } };
  return { ok: true, value: true };
}

const fields: Readonly<Record<string, FieldSpec>> = stocksContract.forms.stocks.fields;

function typedOf(sent: StockForm): Readonly<Record<string, string | boolean | undefined>> {
  return { ...sent, account_type_id: undefined };
}

/** A field that hangs on one which is not asked is not asked either. */
function isAsked(field: string, typed: Readonly<Record<string, string | boolean | undefined>>): boolean {
  const spec = fields[field];
  if (!isFieldAsked(spec, typed as Typed)) return false;
  return spec?.when === undefined || isAsked(spec.when.field, typed);
}

function isRequired(field: string): boolean {
  return field !== 'is_different_address';
}

function isTold(value: string | boolean | undefined): boolean {
  return value !== undefined && value !== '';
}

/** Names are compared without regard to case, marks and blanks: who signs types as the keyboard does. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\s'’.-]/g, '')
    .toLowerCase();
}
