import type { Sql } from '../../base/sql.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Account } from '../../ledger/chart.ts';
import type { MovementKind } from '../../ledger/entries.ts';
import { balanceOf } from '../../ledger/statement.ts';
import { finishOperation, postBonusRemoval, type Finished } from '../platformOperations/face.ts';
import type { Move, MoveAccount } from './store.ts';

/* What a move posts. Each movement is of one company's book, so both books sum to zero after every one of them. */

type Crossing = Pick<Move, 'id' | 'clientId' | 'from' | 'to'>;
type Sides = Omit<Crossing, 'id'>;

export interface Posted {
  readonly move: Crossing;
  readonly account: MoveAccount;
  readonly at: Date;
  /** What the platform has done for it, where nobody has written that down yet. */
  readonly finished?: Finished | undefined;
}

const before = ({ from, clientId }: Sides): chart.Owner => ({ company: from, clientId });
const after = ({ to, clientId }: Sides): chart.Owner => ({ company: to, clientId });

/** What the old account held is on its way. */
export async function postCollected(sql: Sql, { move, account, at, finished }: Posted): Promise<void> {
  const { number, currency } = account;
  const from = chart.trading(before(move), currency, number);
  await postLeg(sql, 'move_collected', {
    key: keyOf(move, number),
    from,
    to: wayOut(move, account),
    minor: account.amount ?? 0n,
    at,
  });
  if (finished) await finishOperation(sql, finished);
}

/** It is back where it was. */
export async function postGivenBack(sql: Sql, { move, account, at, finished }: Posted): Promise<void> {
  const { number, currency } = account;
  const to = chart.trading(before(move), currency, number);
  await postLeg(sql, 'move_given_back', {
    key: keyOf(move, number),
    from: wayOut(move, account),
    to,
    minor: account.amount ?? 0n,
    at,
  });
  if (finished) await finishOperation(sql, finished);
}

/** It would not be taken back there: it is in the wallet, of the company where the client still is. */
export async function postBackIntoWallet(sql: Sql, { move, account, at }: Posted): Promise<void> {
  const to = chart.wallet(before(move), account.currency);
  const name = `${keyOf(move, account.number)}:back`;
  await postLeg(sql, 'move_to_wallet', { key: name, from: wayOut(move, account), to, minor: account.amount ?? 0n, at });
}

/** What an account held is the other company's from now on: on its way to the new account, or in the wallet. */
export async function postAccountCrossed(sql: Sql, { move, account, at }: Posted): Promise<void> {
  const { currency, toNumber } = account;
  const to = toNumber === null ? chart.wallet(after(move), currency) : wayIn(move, account);
  const name = keyOf(move, account.number);
  await postCrossed(sql, { move, name, from: wayOut(move, account), to, minor: account.amount ?? 0n, at });
}

/** And a wallet: what is on it goes along. */
export async function postWalletCrossed(
  sql: Sql,
  {
    move,
    name,
    currency,
    at,
  }: { readonly move: Sides; readonly name: string; readonly currency: Account['unit']; readonly at: Date },
): Promise<void> {
  const from = chart.wallet(before(move), currency);
  const minor = await balanceOf(sql, from);
  await postCrossed(sql, { move, name, from, to: chart.wallet(after(move), currency), minor, at });
}

/** The new account has it. */
export async function postCredited(sql: Sql, { move, account, at, finished }: Posted): Promise<void> {
  const { number, toNumber, currency } = account;
  if (toNumber === null) throw new Error(`account ${number} has nowhere to settle`);
  const to = chart.trading(after(move), currency, toNumber);
  await postLeg(sql, 'move_settled', {
    key: keyOf(move, number),
    from: wayIn(move, account),
    to,
    minor: account.amount ?? 0n,
    at,
  });
  if (finished) await finishOperation(sql, finished);
}

/** The new account's platform would not take it. */
export async function postIntoWallet(sql: Sql, { move, account, at }: Posted): Promise<void> {
  const to = chart.wallet(after(move), account.currency);
  await postLeg(sql, 'move_to_wallet', {
    key: keyOf(move, account.number),
    from: wayIn(move, account),
    to,
    minor: account.amount ?? 0n,
    at,
  });
}

/** The bonus of an account does not move: as far as the ledger has it, it is the promotion's again. */
export async function postBonusEnded(sql: Sql, { move, account, at, finished }: Posted): Promise<void> {
  const { number: login, currency, credit } = account;
  await postBonusRemoval(
    { sql, post: (intent) => post(sql, intent) },
    { name: `move-${move.id}-${login}`, owner: before(move), currency, login, credit: credit ?? 0n, at },
  );
  if (finished) await finishOperation(sql, finished);
}

const keyOf = ({ id }: Crossing, number: number): string => `${id}:${number}`;
const wayOut = ({ from }: Crossing, { currency }: MoveAccount): Account => chart.transit(from, currency, 'out');
const wayIn = ({ to }: Crossing, { currency }: MoveAccount): Account => chart.transit(to, currency, 'in');

interface Leg {
  readonly key: string;
  readonly from: Account;
  readonly to: Account;
  readonly minor: bigint;
  readonly at: Date;
}

/** Both sides of what goes from one company's book into the other's. */
async function postCrossed(
  sql: Sql,
  { move, name, from, to, minor, at }: Omit<Leg, 'key'> & { readonly move: Sides; readonly name: string },
): Promise<void> {
  const owes = chart.intercompany(move.from, from.unit, move.to);
  const isOwed = chart.intercompany(move.to, to.unit, move.from);
  await postLeg(sql, 'company_left', { key: name, from, to: owes, minor, at });
  await postLeg(sql, 'company_joined', { key: name, from: isOwed, to, minor, at });
}

async function postLeg(sql: Sql, kind: MovementKind, { key, from, to, minor, at }: Leg): Promise<void> {
  if (minor === 0n) return;
  const posted = await post(sql, { movement: { key: `${kind}:${key}`, kind, legs: [{ from, to, minor }], at } });
  if (posted.outcome === 'refused') throw new Error(`${kind}:${key} was not posted: ${posted.code}`);
}
