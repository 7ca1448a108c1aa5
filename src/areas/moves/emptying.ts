import type { Sql, Transact } from '../../base/sql.ts';
import type { MonotonicMs } from '../../base/time.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { isPassing, type Platform } from '../../ports/platform/port.ts';
import type { Settings } from '../../settings/index.ts';
import { accountOf } from '../accounts/face.ts';
import { openUnasked } from '../opening/face.ts';
import { carryOut, operationTagged, type MoneyOperation, type Outcome } from '../platformOperations/face.ts';
import { leavable } from '../payments/face.ts';
import { wantedAccess } from '../restrictions/face.ts';
import { bookBlockers } from './clientRows.ts';
import { postBonusEnded, postCollected } from './postings.ts';
import type { GivenUp } from './rules.ts';
import { keepLease, moveAccounts, seeAccount, setAccountState, type DrivenMove, type Move, type MoveAccount } from './store.ts';

/* The first half of a move: new accounts are opened, old ones shut, read and emptied. The client is still the old company's. */

/** What driving a move runs in: a call's parts or a job's. */
export interface DriveNeeds {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly now: Date;
  readonly settings: Settings;
  readonly platforms: Readonly<Record<PlatformKey, Platform>>;
  /** A whole number from zero up to, and without, its argument. */
  readonly pick: (below: number) => number;
  readonly monotonicMs?: MonotonicMs | undefined;
  readonly lookEverySeconds?: number | undefined;
}

export type Emptied =
  | { readonly outcome: 'ready' }
  /** Nobody knows yet, or a platform does not answer: later. */
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'impossible'; readonly reason: GivenUp };

const ready: Emptied = { outcome: 'ready' };
const pending: Emptied = { outcome: 'pending' };
const impossible = (reason: GivenUp): Emptied => ({ outcome: 'impossible', reason });

/** Goes on with it as far as platforms answer. Everything may be done again: what was asked before is looked up. */
export async function emptyAccounts(needs: DriveNeeds, move: DrivenMove): Promise<Emptied> {
  for (const work of [openNew, shutAndRead, takeOut]) {
    for (const account of await moveAccounts(needs.sql, move.id)) {
      await keepLease(needs.sql, move);
      const done = await work(needs, move, account);
      if (done.outcome !== 'ready') return done;
    }
  }
  return ready;
}

async function openNew(needs: DriveNeeds, _move: DrivenMove, { toNumber }: MoveAccount): Promise<Emptied> {
  const account = toNumber === null ? undefined : await accountOf(needs.sql, toNumber);
  if (account?.status !== 'opening') return ready;
  const outcome = await openUnasked({ ...needs, platform: needs.platforms[account.platform] }, account);
  if (outcome.outcome === 'pending') return pending;
  return outcome.outcome === 'done' ? ready : impossible('not_opened');
}

/** Nothing can happen on it any more; then what is on it is read, once. */
async function shutAndRead(needs: DriveNeeds, move: DrivenMove, account: MoveAccount): Promise<Emptied> {
  if (account.state !== 'begun') return ready;
  const platform = needs.platforms[account.platform];
  const shut = await platform.changeAccess(account.number, 'closed');
  if (shut.outcome !== 'done') return isFinal(shut) ? impossible('not_let_go') : pending;
  const [told, open, orders] = [
    await platform.account(account.number),
    await platform.positions(account.number),
    await platform.orders(account.number),
  ];
  if (told.outcome !== 'done' || open.outcome !== 'done' || orders.outcome !== 'done')
    return [told, open, orders].some(isFinal) ? impossible('not_let_go') : pending;
  if (open.positions.length > 0) return impossible('positions');
  if (orders.orders.length > 0) return impossible('waiting_orders');
  const { balance: amount, credit } = told.account;
  if (amount < 0n) return impossible('negative_balance');
  const owned = await ownedOn(needs, move, account);
  if (owned === undefined) return pending;
  if (owned < amount || (await bookBlockers(needs.sql, move.clientId)).includes('gold')) return impossible('not_let_go');
  await seeAccount(needs.sql, { move, number: account.number, amount, credit });
  return ready;
}

/** What of it is the client's, by the ledger; undefined while nobody can say. A difference that is looked at is nobody's yet. */
async function ownedOn(needs: DriveNeeds, move: Move, account: MoveAccount): Promise<bigint | undefined> {
  const { platform, number, currency } = account;
  const left = { platform, number, currency, clientId: move.clientId, companyId: move.from };
  const may = await leavable(
    { platforms: needs.platforms, clock: { now: () => needs.now, wall: () => needs.now } },
    needs.sql,
    left,
  );
  if (may.outcome === 'unknown') return undefined;
  return may.outcome === 'done' ? may.minor : -1n;
}

const isFinal = (answer: { readonly outcome: string; readonly code?: string }): boolean =>
  answer.outcome === 'refused' && !isPassing(answer.code ?? '');

async function takeOut(needs: DriveNeeds, move: DrivenMove, account: MoveAccount): Promise<Emptied> {
  if (account.state !== 'seen') return ready;
  const bonus = await endBonus(needs, move, account);
  return bonus.outcome === 'ready' ? collect(needs, move, account) : bonus;
}

/** The bonus goes first: some platforms let no more be taken out than what is covered without it. */
async function endBonus(needs: DriveNeeds, move: DrivenMove, account: MoveAccount): Promise<Emptied> {
  const credit = account.credit ?? 0n;
  if (credit === 0n) return ready;
  const asked = await ask(needs, { ...operationOf(move, account, 'u'), kind: 'credit', amount: -credit });
  if (asked.outcome === 'pending') return pending;
  if (asked.outcome === 'refused') return impossible('not_let_go');
  const { finished } = asked;
  await needs.transact(async (sql) => {
    await keepLease(sql, move);
    await postBonusEnded(sql, { move, account, at: needs.now, finished });
  });
  return ready;
}

/** Takes what is on it out, and posts that with what the platform said. */
async function collect(needs: DriveNeeds, move: DrivenMove, account: MoveAccount): Promise<Emptied> {
  const amount = account.amount ?? 0n;
  const asked = amount === 0n ? nothing : await ask(needs, { ...operationOf(move, account, 'o'), amount: -amount });
  if (asked.outcome === 'pending') return pending;
  if (asked.outcome === 'refused') return impossible('not_let_go');
  await needs.transact(async (sql) => {
    await postCollected(sql, { move, account, at: needs.now, finished: asked.finished });
    await setAccountState(sql, { move, number: account.number, state: 'collected' });
  });
  return ready;
}

/** What became of taking it out, where somebody has asked for that: nothing is given back before it is known. */
export async function knowCollected(needs: DriveNeeds, move: DrivenMove, account: MoveAccount): Promise<boolean> {
  if (account.state !== 'seen') return true;
  const begun = await operationTagged(needs.sql, operationOf(move, account, 'o').tag);
  if (!begun || begun.state === 'refused') return true;
  return (await collect(needs, move, account)).outcome !== 'pending';
}

const nothing: Outcome = { outcome: 'done', ticket: '' };

/** What is asked of a platform for a move: `o` out of the old account, `u` its bonus, `i` into the new one, `r` back. */
export function operationOf(
  { id, clientId, from, to }: Move,
  { number, toNumber, platform, currency }: MoveAccount,
  way: 'o' | 'u' | 'i' | 'r',
): Omit<MoneyOperation, 'amount'> {
  const [login, companyId] = way === 'i' ? [toNumber ?? number, to] : [number, from];
  const of = { purpose: 'move', subject: `company_move:${id}`, clientId, companyId } as const;
  return { ...of, tag: `m${id}-${number}-${way}`, platform, login, kind: 'balance', currency };
}

export function ask(needs: DriveNeeds, operation: MoneyOperation): Promise<Outcome> {
  return carryOut({ ...needs, platform: needs.platforms[operation.platform] }, operation);
}

/** Whether the platform has it so, or says for good that it will not. */
export async function setAccessOf(
  needs: DriveNeeds,
  account: Pick<MoveAccount, 'platform' | 'number'>,
  access: 'full' | 'closed',
): Promise<boolean> {
  const answer = await needs.platforms[account.platform].changeAccess(
    account.number,
    access === 'full' ? await wantedAccess(needs.sql, account.number) : access,
  );
  return answer.outcome === 'done' || (answer.outcome === 'refused' && !isPassing(answer.code));
}
