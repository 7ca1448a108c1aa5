import { formatMinor } from '../../base/money.ts';
import type { KeptCheck } from './balances.ts';
import type { BankBalance, EntryLine } from './contract.ts';
import type { KeptEntry, StatedEntry } from './store.ts';

/** A transaction as the desk reads it. What is in no currency of ours is told in the bank's own figures. */
export function wholeOf(found: KeptEntry) {
  const { id, account, companyId, minor, currency, letters, direction, why, payerName, texts, bookedAt } = found;
  return {
    id,
    account,
    company: companyId,
    amount: currency === null ? String(minor) : formatMinor(minor, currency),
    currency: letters || (currency ?? ''),
    direction,
    why,
    payer: payerName,
    texts: [...texts],
    booked_at: bookedAt.toISOString(),
  };
}

export function shownEntry(found: StatedEntry): EntryLine {
  const { statementId, isReversal, outcome, remittanceId } = found;
  return { ...wholeOf(found), statement_id: statementId, is_reversal: isReversal, outcome, transfer_id: remittanceId };
}

/** How the bank's balances of a company and currency compare. */
export function shownBalance(check: KeptCheck): BankBalance {
  const { id, companyId, currency, state, statedAt, openSince, findings } = check;
  const written = (minor: bigint): string => formatMinor(minor, currency);
  return {
    id,
    company: companyId,
    currency,
    stated: written(check.stated),
    stated_at: statedAt.toISOString(),
    book: written(check.book),
    missing: written(check.missing),
    difference: written(check.difference),
    explained: written(check.explained),
    state,
    open_since: openSince?.toISOString() ?? null,
    findings: findings.map(({ of, minor, why, isExplained }) => ({
      of,
      amount: written(BigInt(minor)),
      why,
      is_explained: isExplained,
    })),
  };
}
