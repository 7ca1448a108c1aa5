/** What a transaction of a provider does, by the words of its port. */
export type TransactionKind = 'payment' | 'payout' | 'refund' | 'chargeback' | 'won_back';

/** A line of a provider's report with what the book has of the same transaction. Amounts are minor units of the line's currency. */
export interface ReportedLine {
  readonly transactionId: string;
  readonly kind: TransactionKind;
  readonly reference: string;
  /** It brings back what a payout had taken out. */
  readonly isReturn: boolean;
  /** More than zero, as the report says it. */
  readonly amount: bigint;
  /** What has followed from the transaction; null: nothing, undefined: it is not known here. */
  readonly outcome: string | null | undefined;
  /** What the book has of it: more than zero came in; null: nothing. */
  readonly posted: bigint | null;
  /** Whether the book has it on the day of the report. */
  readonly isSameDay: boolean;
}

/** What the book has of a provider's account that day, with the day on which the report has the same transaction. */
export interface PostedLine {
  readonly key: string;
  readonly minor: bigint;
  /** `2026-11-22`; null: no report has it. */
  readonly reportedOn: string | null;
}

export interface Finding {
  /** The provider's number of the transaction, or the movement's key. */
  readonly of: string;
  /** By how much the report is more than the book because of it. */
  readonly minor: bigint;
  readonly why: 'on_review' | 'returned' | 'refused' | 'other_day' | 'unknown' | 'amount_differs' | 'not_reported';
  readonly isExplained: boolean;
}

export interface DayCompared {
  readonly reported: bigint;
  readonly posted: bigint;
  readonly explained: bigint;
  readonly state: 'same' | 'explained' | 'open';
  /** The largest first. */
  readonly findings: readonly Finding[];
}

/** Which way the money of a transaction goes at the provider. */
const signs: Readonly<Record<TransactionKind, bigint>> = {
  payment: 1n,
  payout: -1n,
  refund: -1n,
  chargeback: -1n,
  won_back: 1n,
};

/** Why the book may rightly have nothing of a transaction. */
const explaining: Readonly<Record<string, Finding['why']>> = { on_review: 'on_review', returned: 'returned', refused: 'refused' };

/** What makes a day of the report differ from the book, and whether each is explained. */
export function comparedDay(day: string, lines: readonly ReportedLine[], posted: readonly PostedLine[]): DayCompared {
  const findings = [...lines.flatMap(findingOf), ...posted.flatMap((each) => findingOfPosted(day, each))];
  const reported = sum(lines.map(signed));
  const book = sum(posted.map(({ minor }) => minor));
  const explained = sum(findings.filter(({ isExplained }) => isExplained).map(({ minor }) => minor));
  const isOpen = findings.some(({ isExplained }) => !isExplained) || reported - book !== explained;
  return {
    reported,
    posted: book,
    explained,
    state: isOpen ? 'open' : findings.length > 0 ? 'explained' : 'same',
    findings: findings.toSorted((one, other) => (size(one) < size(other) ? 1 : size(one) > size(other) ? -1 : 0)),
  };
}

/** More than zero came in. */
function signed({ kind, isReturn, amount }: Pick<ReportedLine, 'kind' | 'isReturn' | 'amount'>): bigint {
  return isReturn ? amount : signs[kind] * amount;
}

function findingOf(line: ReportedLine): Finding[] {
  const { transactionId: of, outcome, posted, isSameDay } = line;
  const minor = signed(line);
  if (posted === null) {
    const why = outcome ? explaining[outcome] : undefined;
    return [{ of, minor, why: why ?? 'unknown', isExplained: why !== undefined }];
  }
  const differs = minor - posted;
  if (!isSameDay) {
    const here: Finding = { of, minor: posted, why: 'other_day', isExplained: true };
    return differs === 0n ? [here] : [here, { of, minor: differs, why: 'amount_differs', isExplained: false }];
  }
  return differs === 0n ? [] : [{ of, minor: differs, why: 'amount_differs', isExplained: false }];
}

function findingOfPosted(day: string, { key, minor, reportedOn }: PostedLine): Finding[] {
  if (reportedOn === day) return [];
  const isExplained = reportedOn !== null;
  return [{ of: key, minor: -minor, why: isExplained ? 'other_day' : 'not_reported', isExplained }];
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function size({ minor }: Finding): bigint {
  return minor < 0n ? -minor : minor;
}
