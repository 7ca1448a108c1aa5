/** How much a notice matters (document 3 §3). */
export type NoticeLevel = 'success' | 'processing' | 'error' | 'warning' | 'info';

/** At most so many are shown; the older ones come up when newer ones are closed. */
export const maxShown = 50;

/** Document 3 §4: these are displayed once. */
const shownOnce: ReadonlySet<string> = new Set(['appropriateness', 'can_open_stoks_mt5_account', 'opened_stoks_mt5_account']);

export function displayOf(type: string): 'once' | 'always' {
  return shownOnce.has(type) ? 'once' : 'always';
}

interface Shown {
  readonly type: string;
  readonly typeGroup: 'live' | 'demo' | null;
}

/** Whether a notice is shown at all. Document 3 §4: deposit suggestions show only for live accounts. */
export function isShown(notice: Shown): boolean {
  return notice.type !== 'deposit_suggestion' || notice.typeGroup === 'live';
}

/**
 * The status of a notice beside the others. Document 3 §4: whoever is asked to log in to the new UK account cannot
 * also be moved there by a batch transfer.
 */
export function statusBeside(type: string, others: ReadonlySet<string>): 'open' | 'decline' {
  return type === 'mv_to_uk_b2b_transfer' && others.has('login_to_new_uk_account') ? 'decline' : 'open';
}
