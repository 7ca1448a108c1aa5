import type { Verdict } from '../../base/refusal.ts';
import { isFieldAsked, type FieldSpec, type Typed } from '../../protocol/form.ts';
import { stockParts, stocksContract, type StockForm, type StockPart } from './contract.ts';

/* A form as it was sent: whether what was asked is complete, and what of it is kept. */

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
