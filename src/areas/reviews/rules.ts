import { isCoin, isCurrency, type Currency } from '../../base/currency.ts';
import { parseMinor } from '../../base/money.ts';

/** An amount with its sign, in minor units; undefined where it is none, or nothing. */
export function signedMinor(text: string, currency: Currency): bigint | undefined {
  const isLess = text.startsWith('-');
  const minor = parseMinor(isLess ? text.slice(1) : text, currency);
  if (minor === undefined || minor <= 0n) return undefined;
  return isLess ? -minor : minor;
}

/** What can be decided of a case, and by which call. */
export type CaseAction =
  | { readonly call: 'transfer'; readonly action: 'approve' | 'decline' | 'send_back' | 'retry' | 'split' | 'ask_document' }
  | { readonly call: 'transaction'; readonly action: 'approve' | 'decline' | 'send_back' }
  | { readonly call: 'negative'; readonly action: 'approve' | 'decline' }
  | { readonly call: 'settlement'; readonly action: 'explain' }
  | { readonly call: 'payout'; readonly action: 'explain' }
  | { readonly call: 'secondTrade'; readonly action: 'explain' }
  | { readonly call: 'unseen'; readonly action: 'retry' }
  | { readonly call: 'adjust'; readonly action: 'adjust' };

export interface CaseFacts {
  /** As `thing:id`. */
  readonly subject: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The thing and the number of a case's subject. */
export function subjectOf({ subject }: Pick<CaseFacts, 'subject'>): { readonly thing: string; readonly id: string } {
  const [thing = '', id = ''] = subject.split(':');
  return { thing, id };
}

/** What staff may decide of a case; the server says the last word. */
export function actionsOf(facts: CaseFacts): readonly CaseAction[] {
  const { thing } = subjectOf(facts);
  if (thing === 'remittance') {
    const { kind, amount, currency } = facts.detail;
    if (kind === 'deposit' && !isCreditable(currency, amount)) return ofUncreditable;
    return ofRemittance[String(kind)] ?? ofReversal;
  }
  // A transaction with an amount of ours stands in suspense; of one without, nothing can follow.
  if (thing === 'transaction') {
    const { kind, amount, currency, worth } = facts.detail;
    if (!isCurrency(String(currency)) || !amount) return ofNothing;
    if (kind === 'payout_returned') return ofReturned;
    return isCreditable(currency, amount) || worth ? ofSuspense : ofCoins;
  }
  return byThing[thing] ?? [];
}

/** A coin on review is another than was asked for, and has no rate of a day. */
function isCreditable(currency: unknown, amount: unknown): boolean {
  const code = String(currency);
  return Boolean(amount) && isCurrency(code) && !isCoin(code);
}

// The button that is meant stands last, where dialogs have it.
const ofDeposit = [
  { call: 'transfer', action: 'ask_document' },
  { call: 'transfer', action: 'send_back' },
  { call: 'transfer', action: 'approve' },
] as const;
const ofUncreditable = [
  { call: 'transfer', action: 'ask_document' },
  { call: 'transfer', action: 'send_back' },
] as const;
const ofWithdrawal = [
  { call: 'transfer', action: 'ask_document' },
  { call: 'transfer', action: 'send_back' },
  { call: 'transfer', action: 'decline' },
  { call: 'transfer', action: 'split' },
  { call: 'transfer', action: 'approve' },
] as const;
const ofRest = [
  { call: 'transfer', action: 'ask_document' },
  { call: 'transfer', action: 'send_back' },
  { call: 'transfer', action: 'decline' },
  { call: 'transfer', action: 'approve' },
] as const;
const ofRefused = [
  { call: 'transfer', action: 'ask_document' },
  { call: 'transfer', action: 'send_back' },
  { call: 'transfer', action: 'retry' },
] as const;
const ofReversal = [
  { call: 'transfer', action: 'decline' },
  { call: 'transfer', action: 'approve' },
] as const;
const ofSuspense = [
  { call: 'transaction', action: 'send_back' },
  { call: 'transaction', action: 'approve' },
] as const;
// Nobody has a wallet in coins: whoever has paid twice to an address is given it back where nobody can say what it was worth.
const ofCoins = [{ call: 'transaction', action: 'send_back' }] as const;
// What came back of a withdrawal has nobody to go back to but the client.
const ofReturned = [{ call: 'transaction', action: 'approve' }] as const;
const ofNothing = [{ call: 'transaction', action: 'decline' }] as const;

const ofRemittance: Readonly<Record<string, readonly CaseAction[]>> = {
  deposit: ofDeposit,
  withdrawal: ofWithdrawal,
  withdrawal_rest: ofRest,
  payout_refused: ofRefused,
};

const byThing: Readonly<Record<string, readonly CaseAction[]>> = {
  debt: [
    { call: 'transfer', action: 'decline' },
    { call: 'transfer', action: 'retry' },
  ],
  negative: [
    { call: 'negative', action: 'decline' },
    { call: 'negative', action: 'approve' },
  ],
  settlement: [{ call: 'settlement', action: 'explain' }],
  payout: [{ call: 'payout', action: 'explain' }],
  second_trade: [{ call: 'secondTrade', action: 'explain' }],
  operation: [{ call: 'unseen', action: 'retry' }],
  difference: [{ call: 'adjust', action: 'adjust' }],
};
