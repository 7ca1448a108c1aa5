import type { DeclaredColumns } from '../../base/columns.ts';
import type { Currency } from '../../base/currency.ts';
import type { RemittanceId } from '../../base/id.ts';
import { companyName } from '../../law/companyNames.ts';
import type { BankBalance, EntryLine, Why } from './contract.ts';

/** A deposit by transfer that a text names. */
export interface Payable {
  readonly id: RemittanceId;
  readonly reference: string;
  readonly companyId: number;
  readonly currency: Currency;
  /** Its client is closed, or the account that it was to go into. */
  readonly isClosed: boolean;
}

/** What a booked entry says, as far as it decides whose it is. */
export interface Arrived {
  readonly companyId: number;
  /** Null: none of ours. */
  readonly currency: string | null;
}

export type Match =
  | { readonly outcome: 'handed'; readonly remittanceId: RemittanceId; readonly reference: string }
  | { readonly outcome: 'suspense'; readonly why: Why };

/** Which payment it is for: the one that is named, in its own currency, at the company's own account. Nothing is guessed. */
export function matchOf(arrived: Arrived, named: readonly Payable[]): Match {
  const [payable] = named;
  if (!payable) return suspense('unknown_reference');
  if (named.length > 1) return suspense('two_references');
  if (payable.currency !== arrived.currency) return suspense('wrong_currency');
  if (payable.companyId !== arrived.companyId) return suspense('wrong_account');
  if (payable.isClosed) return suspense('closed_account');
  return { outcome: 'handed', remittanceId: payable.id, reference: payable.reference };
}

const suspense = (why: Why): Match => ({ outcome: 'suspense', why });

/** A reference is `r<number>-<8 hexadecimal figures>`; the number has at most so many figures. */
const numberMost = 9;
const tailLength = 8;
/** Whoever writes more of them means none. */
const mostStarts = 40;
const mostLetters = 4000;

/**
 * Every reference that the texts may mean. Banks break lines anywhere, change capitals and drop hyphens, so all texts are read as one,
 * and each alone, without anything but letters and figures.
 */
export function referencesIn(texts: readonly string[]): string[] {
  return [...new Set(readingsOf(texts).flatMap(referencesOf))];
}

function readingsOf(texts: readonly string[]): string[] {
  return [...texts, texts.join('')].map((text) =>
    text
      .slice(0, mostLetters)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
}

/**
 * Every name of a payout that the texts may mean, read like those of deposits: `w<number>-<line>-<8 hexadecimal figures>`, and one letter
 * more where it went another way.
 */
export function payoutReferencesIn(texts: readonly string[]): string[] {
  return [...new Set(readingsOf(texts).flatMap(payoutReferencesOf))];
}

/** A withdrawal has fewer lines than a hundred. */
const lineMost = 2;

function payoutReferencesOf(text: string): string[] {
  const starts = [...text.matchAll(/w/g)].map(({ index }) => index).slice(0, mostStarts);
  return starts.flatMap((start) => {
    const digits = /^\d{0,11}/.exec(text.slice(start + 1, start + 1 + numberMost + lineMost))?.[0] ?? '';
    const cuts = Array.from({ length: digits.length }, (_, index) => index + 1);
    return cuts.flatMap((number) =>
      [1, 2].flatMap((line) => {
        const end = start + 1 + number + line;
        const [place, tail] = [text.slice(start + 1 + number, end), text.slice(end, end + tailLength)];
        const name = `w${digits.slice(0, number)}-${place}-${tail}`;
        return /^\d{1,2}$/.test(place) && /^[0-9a-f]{8}$/.test(tail) ? [name] : [];
      }),
    );
  });
}

function referencesOf(text: string): string[] {
  const starts = [...text.matchAll(/r/g)].map(({ index }) => index).slice(0, mostStarts);
  return starts.flatMap((start) => {
    const digits = /^\d{0,9}/.exec(text.slice(start + 1, start + 1 + numberMost))?.[0] ?? '';
    return Array.from({ length: digits.length }, (_, index) => index + 1).flatMap((length) => {
      const tail = text.slice(start + 1 + length, start + 1 + length + tailLength);
      return /^[0-9a-f]{8}$/.test(tail) ? [`r${digits.slice(0, length)}-${tail}`] : [];
    });
  });
}

/** What the list of a statement's transactions shows of one, and its file. */
export const entryColumns = {
  id: { title: 'bank.entry.number', kind: 'code', share: 0.7, text: ({ id }) => String(id) },
  statement: {
    title: 'bank.entry.statement',
    kind: 'code',
    share: 0.8,
    isFileOnly: true,
    text: ({ statement_id: id }) => String(id),
  },
  booked: { title: 'bank.booked', kind: 'instant', share: 1.4, text: ({ booked_at: at }) => at },
  account: { title: 'bank.entry.account', kind: 'code', share: 1.8, isFileOnly: true, text: ({ account }) => account },
  company: {
    title: 'bank.entry.company',
    kind: 'text',
    share: 1,
    isFileOnly: true,
    text: ({ company }, say) => companyName(company, say),
  },
  direction: {
    title: 'bank.entry.direction',
    kind: 'text',
    share: 0.9,
    text: ({ direction, is_reversal: isReversal }, say) =>
      say(isReversal ? `bank.entry.reversal.${direction}` : `bank.entry.direction.${direction}`),
  },
  amount: {
    title: 'bank.entry.amount',
    kind: 'decimal',
    share: 1.2,
    text: ({ amount }) => amount,
    currency: ({ currency }) => currency,
  },
  currency: { title: 'bank.entry.currency', kind: 'code', share: 0.8, isFileOnly: true, text: ({ currency }) => currency },
  payer: { title: 'bank.payer', kind: 'text', share: 1.6, text: ({ payer }) => payer ?? '' },
  texts: { title: 'bank.texts', kind: 'text', share: 2.2, isFileOnly: true, text: ({ texts }) => texts.join(' ') },
  outcome: {
    title: 'bank.entry.outcome',
    kind: 'text',
    share: 1.2,
    text: ({ outcome }, say) => say(`bank.entry.outcome.${outcome}`),
  },
  why: {
    title: 'bank.why',
    kind: 'text',
    share: 1.4,
    isFileOnly: true,
    text: ({ why }, say) => (why === null ? '' : say(`bank.why.${why}`)),
  },
  transfer: {
    title: 'bank.entry.transfer',
    kind: 'code',
    share: 0.9,
    text: ({ transfer_id: id }) => (id === null ? '' : String(id)),
  },
} satisfies DeclaredColumns<EntryLine>;

const currency = (row: { readonly currency: string }): string => row.currency;

/** What the bank says lies there beside what was read of it and beside the book, on the screen and as a file. */
export const balanceColumns = {
  company: { title: 'bank.entry.company', kind: 'text', share: 1, text: ({ company }, say) => companyName(company, say) },
  currency: { title: 'bank.entry.currency', kind: 'code', share: 0.8, text: currency },
  stated: { title: 'bank.balance.stated', kind: 'decimal', share: 1.4, currency, text: ({ stated }) => stated },
  at: { title: 'bank.balance.at', kind: 'instant', share: 1.4, text: ({ stated_at: at }) => at },
  book: { title: 'bank.balance.book', kind: 'decimal', share: 1.4, currency, text: ({ book }) => book },
  missing: { title: 'bank.balance.missing', kind: 'decimal', share: 1.4, currency, text: ({ missing }) => missing },
  difference: { title: 'bank.balance.difference', kind: 'decimal', share: 1.4, currency, text: ({ difference }) => difference },
  explained: { title: 'bank.balance.explained', kind: 'decimal', share: 1.4, currency, text: ({ explained }) => explained },
  findings: {
    title: 'bank.balance.findings',
    kind: 'text',
    share: 2.6,
    text: ({ findings }, say) =>
      findings.map(({ of, amount, why }) => `${of} ${amount} (${say(`bank.balance.why.${why}`)})`).join('; '),
  },
  state: { title: 'bank.balance.state', kind: 'text', share: 1.2, text: ({ state }, say) => say(`bank.balance.state.${state}`) },
} satisfies DeclaredColumns<BankBalance>;
