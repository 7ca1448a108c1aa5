import { expect, test } from 'vitest';
import type { DecisionTaken, FundingAccount, WithdrawalTerms } from './journal.ts';
import { expectedOf, faultsOfDecision, faultsOfLines, moveOf, paidLinesIn, type Move } from './papers.ts';

const wallet: FundingAccount = { number: 1, code: '3:USD:client:9:wallet', platform: undefined, currency: 'USD', minor: '10000' };
const account: FundingAccount = { ...wallet, number: 2, code: '3:USD:client:9:trading:2', platform: 'mt5' };
const id = 7;
const terms: WithdrawalTerms = { type: 'withdrawal', from: 1, leaves: '3900', lines: ['1487', '2413'] };

function withdrawal(
  of: Partial<WithdrawalTerms> & { readonly tried?: readonly DecisionTaken[]; readonly decided?: DecisionTaken },
): Move {
  const { tried = [], decided, ...changed } = of;
  return { ...moveOf(id, { ...terms, ...changed }), tried: new Set(tried), decided };
}

/** What ought to be on the wallet and on the account. */
function expected(status: string, paid: readonly number[], from = 1): readonly (bigint | undefined)[] {
  const moves = new Map([[id, withdrawal({ from })]]);
  const ends = new Map([[id, { id, phase: status, status }]]);
  const books = expectedOf({ places: [wallet, account], moves }, ends, new Map([[id, new Set(paid)]]));
  return [books.get(wallet.code), books.get(account.code)];
}

test.each([
  { what: 'paid as a whole', status: 'completed', paid: [1, 2], left: 10_000n - 3_900n },
  { what: 'of which one part was paid and the other has come back', status: 'completed', paid: [1], left: 10_000n - 1_487n },
  { what: 'of which the first part has come back', status: 'completed', paid: [2], left: 10_000n - 2_413n },
  { what: 'of which nothing was paid', status: 'failed', paid: [], left: 10_000n },
  { what: 'declined', status: 'declined', paid: [], left: 10_000n },
  { what: 'that still waits', status: 'awaiting_approval', paid: [], left: 10_000n },
])('by the papers, what is gone of a withdrawal $what is what providers have paid', ({ status, paid, left }) => {
  expect(expected(status, paid)).toEqual([left, 10_000n]);
});

test('by the papers, what is not paid of a withdrawal from a trading account is in the wallet', () => {
  expect(expected('completed', [1], 2)).toEqual([10_000n + 2_413n, 10_000n - 3_900n]);
  expect(expected('failed', [], 2)).toEqual([10_000n + 3_900n, 10_000n - 3_900n]);
  expect(expected('cancelled', [], 2)).toEqual([10_000n, 10_000n]);
});

test('a release that is lost, and one that is doubled, is not what the papers say', () => {
  const [said = 0n] = expected('completed', [1]);
  const held = 10_000n - 3_900n;
  expect([held, held + 2n * 2_413n, held + 2_413n].map((found) => found === said)).toEqual([false, false, true]);
});

test('providers’ names for what they have paid tell the withdrawal and the line, whichever way and try it was', () => {
  const paid = ['w7-1-0a1b2c3d', 'w7-2-0a1b2c3dpr1', 'w12-1-ffffffffr2', 'r7'].map((reference) => ({ reference }));
  expect(paidLinesIn(paid)).toEqual(
    new Map([
      [7, new Set([1, 2])],
      [12, new Set([1])],
    ]),
  );
});

interface Ended {
  readonly what: string;
  readonly status: string;
  readonly paid: readonly number[];
  readonly tried: readonly DecisionTaken[];
}

const faultsOf = ({ status, paid, tried }: Ended): readonly string[] =>
  faultsOfLines(withdrawal({ tried }), terms, { status, paid: new Set(paid) });

const just: readonly Ended[] = [
  { what: 'paid as a whole', status: 'completed', paid: [1, 2], tried: ['approve'] },
  { what: 'paid in part, with the rest given back', status: 'completed', paid: [1], tried: ['approve', 'give_back'] },
  { what: 'paid in part and declined, its approval unanswered', status: 'completed', paid: [2], tried: ['approve', 'decline'] },
  { what: 'paid by nobody and given back', status: 'failed', paid: [], tried: ['approve', 'give_back'] },
  { what: 'declined', status: 'declined', paid: [], tried: ['decline'] },
];

test.each(just)('a withdrawal may be $what', (ended) => {
  expect(faultsOf(ended)).toEqual([]);
});

const wrong: readonly Ended[] = [
  { what: 'completed in part, and nobody has given the rest back', status: 'completed', paid: [1], tried: ['approve'] },
  { what: 'completed in part, and declined before anybody approved it', status: 'completed', paid: [1], tried: ['decline'] },
  { what: 'completed, and nothing of it was paid', status: 'completed', paid: [], tried: ['approve', 'give_back'] },
  { what: 'failed, and a part of it was paid', status: 'failed', paid: [1], tried: ['approve', 'give_back'] },
  { what: 'declined, and a part of it was paid', status: 'declined', paid: [1], tried: ['decline'] },
];

test.each(wrong)('a withdrawal may not be $what', (ended) => {
  expect(faultsOf(ended)).toHaveLength(1);
});

test('a decision leads where it says; a decline after an approval without an answer, to what is left of it', () => {
  const faults = (decided: DecisionTaken, tried: readonly DecisionTaken[], status: string) =>
    faultsOfDecision(withdrawal({ decided, tried }), { id, phase: status, status });
  expect(faults('give_back', ['approve', 'give_back'], 'completed')).toEqual([]);
  expect(faults('decline', ['approve', 'decline'], 'completed')).toEqual([]);
  expect(faults('decline', ['decline'], 'completed')).toHaveLength(1);
  expect(faults('approve', ['approve'], 'declined')).toHaveLength(1);
});
