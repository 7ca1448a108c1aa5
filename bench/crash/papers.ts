import type { DecisionTaken, FundingAccount, Line, MoveId, Terms, WithdrawalTerms } from './journal.ts';
import type { HeldBefore, TakenPayment } from './provider.ts';

/* The clients' own papers, and what they come to: nothing here asks a server or a database. */

export interface Move {
  readonly id: MoveId;
  readonly terms: Terms;
  isAsked: boolean;
  isPaid: boolean;
  /** What the save was answered with. */
  told: string | undefined;
  /** Of a withdrawal: what was decided of it last, and answered. */
  decided: DecisionTaken | undefined;
  /** All decisions that were sent, answered or not. */
  readonly tried: Set<DecisionTaken>;
}

export interface Tellings {
  readonly places: readonly FundingAccount[];
  readonly held: HeldBefore | undefined;
  readonly moves: ReadonlyMap<MoveId, Move>;
}

export function tellingsOf(lines: readonly Line[]): Tellings {
  const moves = new Map<MoveId, Move>();
  let places: readonly FundingAccount[] = [];
  let held: HeldBefore | undefined;
  for (const line of lines) {
    if (line.event === 'begun') ({ places, held } = line);
    if (line.event === 'confirmed') moves.set(line.id, moveOf(line.id, line.terms));
    const move = 'id' in line ? moves.get(line.id) : undefined;
    if (!move) continue;
    if (line.event === 'save_asked') move.isAsked = true;
    if (line.event === 'save_answered') move.told = line.status;
    if (line.event === 'pay_answered') move.isPaid = true;
    if (line.event === 'decide_asked') move.tried.add(line.action);
    if (line.event === 'decided') move.decided = line.action;
  }
  return { places, held, moves };
}

export function moveOf(id: MoveId, terms: Terms): Move {
  return { id, terms, isAsked: false, isPaid: false, told: undefined, decided: undefined, tried: new Set() };
}

/** How a movement stands with the server. */
export interface End {
  readonly id: MoveId;
  readonly phase: string;
  readonly status: string;
}

/** Which lines of each withdrawal providers have paid, counted from 1: what they were asked for carries both numbers in its name. */
export type PaidLines = ReadonlyMap<MoveId, ReadonlySet<number>>;

export function paidLinesIn(paid: readonly Pick<TakenPayment, 'reference'>[]): PaidLines {
  const lines = new Map<MoveId, Set<number>>();
  for (const { reference } of paid) {
    const [, id, line] = /^w(\d+)-(\d+)-/.exec(reference) ?? [];
    if (id === undefined) continue;
    const own = lines.get(Number(id)) ?? new Set<number>();
    lines.set(Number(id), own.add(Number(line)));
  }
  return lines;
}

/** What ought to be on each place by now, by its code in the ledger: what was there, and what came and went of what was done. */
export function expectedOf(
  { places, moves }: Pick<Tellings, 'places' | 'moves'>,
  ends: ReadonlyMap<MoveId, End>,
  paid: PaidLines,
): ReadonlyMap<string, bigint> {
  const expected = new Map(places.map(({ code, minor }) => [code, BigInt(minor)]));
  const codes = new Map(places.map(({ number, code }) => [number, code]));
  const add = (code: string | undefined, minor: bigint) => {
    if (code !== undefined) expected.set(code, (expected.get(code) ?? 0n) + minor);
  };
  for (const { id, terms } of moves.values()) {
    const status = ends.get(id)?.status;
    const from = terms.from === undefined ? undefined : codes.get(terms.from);
    if (terms.type === 'withdrawal') {
      const gone = goneOf(terms, paid.get(id));
      add(from, -gone);
      // What was approved left the account as a whole: what nobody has paid of it comes back to the wallet.
      if (status === undefined || !approvedEnds.has(status)) continue;
      add(from, gone - BigInt(terms.leaves));
      add(from && walletOf(from), BigInt(terms.leaves) - gone);
    } else if (status === 'completed') {
      add(from, -BigInt(terms.leaves));
      add(terms.to === undefined ? undefined : codes.get(terms.to), BigInt(terms.arrives));
    }
  }
  return expected;
}

const approvedEnds: ReadonlySet<string> = new Set(['completed', 'failed']);

/** What providers have paid of it, as it leaves the account. */
const goneOf = ({ lines }: WithdrawalTerms, paid: ReadonlySet<number> = new Set()): bigint =>
  lines.reduce((sum, leaves, index) => (paid.has(index + 1) ? sum + BigInt(leaves) : sum), 0n);

/** The wallet beside a place. */
const walletOf = (code: string): string => code.replace(/:trading:\d{1,12}$/, ':wallet');

/** Where a decision may lead. */
const decidedEnds: Readonly<Record<DecisionTaken, readonly string[]>> = {
  approve: ['completed', 'failed'],
  decline: ['declined'],
  give_back: ['completed', 'failed'],
  cancel: ['cancelled'],
};

/** Where a withdrawal has come to that its decision does not lead to. */
export function faultsOfDecision({ id, decided, tried }: Move, { phase, status }: End): string[] {
  const ends = decided === undefined ? Object.values(decidedEnds).flat() : decidedEnds[decided];
  const isAllowed = ends.includes(status) || (decided === 'decline' && tried.has('approve') && approvedEnds.has(status));
  return isAllowed ? [] : [`withdrawal ${id} (decided: ${decided ?? 'not acknowledged'}) is ${phase} at the end`];
}

/**
 * What differs between how a withdrawal has ended and what providers have paid of it: completed is what at least a part of was paid,
 * and a part that was not is given back by staff alone. A decline may be of such a part where the approval before had no answer.
 */
export function faultsOfLines(
  { id, tried }: Pick<Move, 'id' | 'tried'>,
  { lines }: WithdrawalTerms,
  { status, paid = new Set() }: { readonly status: string; readonly paid: ReadonlySet<number> | undefined },
): string[] {
  if (!approvedEnds.has(status))
    return paid.size === 0 ? [] : [`withdrawal ${id} is ${status}, and providers have paid ${paid.size} of its lines`];
  if ((status === 'completed') !== paid.size > 0)
    return [`withdrawal ${id} is ${status}, and providers have paid ${paid.size} of its lines`];
  const isGivenBack = tried.has('give_back') || (tried.has('approve') && tried.has('decline'));
  const left = lines.flatMap((_leaves, index) => (paid.has(index + 1) ? [] : [index + 1]));
  return isGivenBack ? [] : left.map((line) => `line ${line} of withdrawal ${id} is not paid, and nobody has given it back`);
}
