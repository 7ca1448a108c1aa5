/** All that a client is told of: each has the sentences `notice.<type>.title` and `notice.<type>.text`. */
const noticeTypes = [
  'deposit_on_review',
  'deposit_completed',
  'deposit_in_wallet',
  'deposit_declined',
  'deposit_cancelled',
  'deposit_failed',
  'transfer_completed',
  'transfer_declined',
  'transfer_failed',
  'reversal_completed',
  'account_opened',
  'account_opened_late',
  'account_not_opened',
  'order_filled_late',
  'order_not_filled',
] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** What is sent: notices, and what is never shown on a screen. */
export const messageTypes = [...noticeTypes, 'pin'] as const;
export type MessageType = (typeof messageTypes)[number];

/** These have words of their own for a letter: `mail.<type>.subject` and `mail.<type>.text`. */
const ownLetters = ['pin', 'account_opened'] as const;
/** These have words of their own for a text message or a call: `sms.<type>.text`. */
const ownTexts = ['pin'] as const;

export function hasOwnLetter(type: MessageType): type is (typeof ownLetters)[number] {
  return ownLetters.some((own) => own === type);
}

export function hasOwnText(type: MessageType): type is (typeof ownTexts)[number] {
  return ownTexts.some((own) => own === type);
}

/** How much a notice matters (document 3 §3). */
export type NoticeLevel = 'success' | 'processing' | 'error' | 'warning' | 'info';

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
