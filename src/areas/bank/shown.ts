import { formatMinor } from '../../base/money.ts';
import type { EntryLine } from './contract.ts';
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
