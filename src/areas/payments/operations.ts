import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { isPassing, type Platform } from '../../ports/platform/port.ts';
import { after, minuteMs } from '../../base/time.ts';
import { tagOf, type OperationName } from './rules.ts';
import type { Remittance } from './store.ts';

export type Platforms = Readonly<Record<PlatformKey, Platform>>;

/** What is asked of a platform for a remittance. */
export interface PlatformMove {
  readonly name: OperationName;
  readonly platform: PlatformKey;
  readonly login: number;
  /** Minor units; positive pays in, negative takes out. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly kind?: 'balance' | 'credit';
}

export type MoveOutcome =
  | { readonly outcome: 'done' }
  /** Nothing happened, and trying again would not help. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** It may or may not have happened, or somebody else is at it just now: come back later. */
  | { readonly outcome: 'pending'; readonly isWithOther?: true };

export interface MoveParts {
  readonly sql: Sql;
  readonly platforms: Platforms;
  readonly now: Date;
  /** How long after a lost answer the platform is given to finish what it may still be doing, in seconds of wall time. */
  readonly patienceSeconds: number;
}

/** A row of `remittance_step`, as the table was called on its first day. */
interface OperationRow {
  readonly state: 'acting' | 'unknown' | 'idle' | 'done' | 'refused';
  readonly code: string | null;
  readonly tag: string;
  readonly amount: bigint;
  readonly startedAt: Date;
}

/** Longer than from a claim to the end of what is asked under it: what the port sends at all, it sends and gives up within that. */
const leaseSeconds = 30;
/** The clocks of both sides may differ. */
const lookBackMs = 5 * minuteMs;

/**
 * Moves money on a platform once. The operation is committed before the platform is asked, so that whoever comes after a
 * crash, a time-out or another worker looks the tag up first and never asks twice for what has happened.
 */
export async function movePlatformMoney(parts: MoveParts, remittance: Remittance, move: PlatformMove): Promise<MoveOutcome> {
  const tag = tagOf(remittance.reference, move.name);
  const isFresh = await begin(parts, remittance, { ...move, tag });
  if (isFresh) return ask(parts, remittance.id, { ...move, tag, attempt: 1 });
  const operation = await operationOf(parts.sql, remittance.id, move.name);
  if (!operation) throw new Error(`remittance ${remittance.id} has lost its operation ${move.name}`);
  if (operation.state === 'done') return { outcome: 'done' };
  if (operation.state === 'refused') return { outcome: 'refused', code: operation.code ?? 'rejected' };
  // The amount was settled when the operation was first written: a later reading of the account must not change it.
  const outcome = await goOn(parts, remittance.id, { ...move, tag, amount: operation.amount });
  return outcome.outcome === 'pending' && operation.state === 'acting' ? withOther : outcome;
}

const withOther: MoveOutcome = { outcome: 'pending', isWithOther: true };

type Tagged = PlatformMove & { readonly tag: string };
/**
 * An operation in the hands of whoever made that attempt, until the next one is made: who was held up for longer than the lease
 * must not undo what another has done since. `isAgain`: it was asked before, and what became of that was not known.
 */
type Claimed = Tagged & { readonly attempt: number; readonly isAgain?: boolean };

async function begin(parts: MoveParts, remittance: Remittance, move: Tagged): Promise<boolean> {
  const rows = await parts.sql.run(
    `insert into remittance_step (remittance_id, name, platform, login, amount, currency, tag, state, lease_until, started_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'acting', now() + make_interval(secs => ${leaseSeconds}), $8)
     on conflict do nothing`,
    [remittance.id, move.name, move.platform, move.login, move.amount, move.currency, move.tag, parts.now],
  );
  return rows === 1;
}

export async function operationOf(sql: Sql, remittanceId: number, name: OperationName): Promise<OperationRow | undefined> {
  return sql.maybe<OperationRow>(
    `select state, code, tag, amount, started_at as "startedAt" from remittance_step where remittance_id = $1 and name = $2`,
    [remittanceId, name],
  );
}

async function ask(parts: MoveParts, id: number, move: Claimed): Promise<MoveOutcome> {
  const answer = await parts.platforms[move.platform].balanceOperation({
    login: move.login,
    kind: move.kind ?? 'balance',
    amount: move.amount,
    currency: move.currency,
    tag: move.tag,
  });
  if (answer.outcome === 'done') return finish(parts.sql, { id, name: move.name, ticket: answer.ticket });
  // Who refuses has done nothing, unless it failed or was asked before: there the look-up tells, also whether a late effect
  // of the time before is why it is refused now.
  const isCertain = answer.outcome === 'refused' && answer.code !== 'server_fault' && !move.isAgain;
  const found: Found = isCertain ? { outcome: 'absent' } : await lookUp(parts, { move, since: parts.now });
  if (found.outcome === 'found') return finish(parts.sql, { id, name: move.name, ticket: found.ticket });
  const isUndone = answer.outcome === 'refused' && found.outcome === 'absent';
  if (isUndone && !isPassing(answer.code)) return refuse(parts.sql, { id, move, answer });
  await putBack(parts, {
    id,
    move,
    // Asked again after a lost answer, it is looked up once more before it counts as undone.
    state: isUndone && !move.isAgain ? 'idle' : 'unknown',
    ...(answer.outcome === 'refused' ? { code: answer.code, reason: answer.message } : { reason: answer.reason }),
  });
  return { outcome: 'pending' };
}

type Found =
  | { readonly outcome: 'found'; readonly ticket: string }
  | { readonly outcome: 'absent' }
  | { readonly outcome: 'unknown'; readonly reason: string };

async function lookUp(parts: MoveParts, asked: { readonly move: Claimed; readonly since: Date }): Promise<Found> {
  const { move, since } = asked;
  const answer = await parts.platforms[move.platform].findByTag({
    login: move.login,
    tag: move.tag,
    since: after(since, -lookBackMs),
    expected: { kind: move.kind ?? 'balance', amount: move.amount },
  });
  if (answer.outcome !== 'done')
    return { outcome: 'unknown', reason: answer.outcome === 'refused' ? answer.code : answer.reason };
  const deal = answer.deals[0];
  return deal ? { outcome: 'found', ticket: deal.ticket } : { outcome: 'absent' };
}

interface RefusedOperation {
  readonly id: number;
  readonly move: Claimed;
  readonly answer: { readonly code: string; readonly message: string };
}

/** Writes down that nothing will happen. When somebody else has taken it over meanwhile, that one says what comes of it. */
async function refuse(sql: Sql, { id, move, answer }: RefusedOperation): Promise<MoveOutcome> {
  const rows = await sql.run(
    `update remittance_step set state = 'refused', code = $4, reason = $5, lease_until = null, updated_at = now()
     where remittance_id = $1 and name = $2 and state = 'acting' and attempts = $3`,
    [id, move.name, move.attempt, answer.code, answer.message.slice(0, 500)],
  );
  return rows === 1 ? { outcome: 'refused', code: answer.code } : withOther;
}

/** Takes over what somebody left: claims the operation, looks it up, and asks again only when it certainly did not happen. */
async function goOn(parts: MoveParts, id: number, tagged: Tagged): Promise<MoveOutcome> {
  const claimed = await parts.sql.maybe<{ before: OperationRow['state']; attempt: number; startedAt: Date }>(
    `update remittance_step s set state = 'acting', lease_until = now() + make_interval(secs => ${leaseSeconds}),
       attempts = attempts + 1, updated_at = now()
     from (select remittance_id, name, state from remittance_step where remittance_id = $1 and name = $2 for update) b
     where s.remittance_id = b.remittance_id and s.name = b.name and s.state in ('acting', 'unknown', 'idle') and s.lease_until <= now()
     returning b.state as before, s.attempts as attempt, s.started_at as "startedAt"`,
    [id, tagged.name],
  );
  if (!claimed) return { outcome: 'pending' };
  const move = { ...tagged, attempt: claimed.attempt };
  // Idle: the platform itself said that nothing happened.
  if (claimed.before === 'idle') return ask(parts, id, move);
  const found = await lookUp(parts, { move, since: claimed.startedAt });
  if (found.outcome === 'found') return finish(parts.sql, { id, name: move.name, ticket: found.ticket });
  if (found.outcome === 'unknown') await putBack(parts, { id, move, state: 'unknown', reason: found.reason });
  else if (await renew(parts.sql, id, move)) return ask(parts, id, { ...move, isAgain: true });
  return { outcome: 'pending' };
}

/** A look-up may take longer than the lease. Answers false when somebody else has taken the operation over meanwhile. */
async function renew(sql: Sql, id: number, { name, attempt }: Claimed): Promise<boolean> {
  const rows = await sql.run(
    `update remittance_step set lease_until = now() + make_interval(secs => ${leaseSeconds}), updated_at = now()
     where remittance_id = $1 and name = $2 and state = 'acting' and attempts = $3`,
    [id, name, attempt],
  );
  return rows === 1;
}

interface Finished {
  readonly id: number;
  readonly name: OperationName;
  readonly ticket: string;
}

/** Writes down that it has happened, which is so whoever is at it by now. */
async function finish(sql: Sql, { id, name, ticket }: Finished): Promise<MoveOutcome> {
  await sql.run(
    `update remittance_step set state = 'done', ticket = $3, code = null, reason = null, lease_until = null, updated_at = now()
     where remittance_id = $1 and name = $2 and state <> 'done'`,
    [id, name, ticket],
  );
  return { outcome: 'done' };
}

/** Until the lease has run out nobody looks again: a request that is still on its way may yet take effect. */
async function putBack(
  parts: MoveParts,
  operation: { id: number; move: Claimed; state: 'idle' | 'unknown'; code?: string; reason: string },
): Promise<void> {
  await parts.sql.run(
    `update remittance_step set state = $3, code = $4, reason = $5, lease_until = now() + make_interval(secs => $6), updated_at = now()
     where remittance_id = $1 and name = $2 and state = 'acting' and attempts = $7`,
    [
      operation.id,
      operation.move.name,
      operation.state,
      operation.code ?? null,
      operation.reason.slice(0, 500),
      operation.state === 'idle' ? 0 : parts.patienceSeconds,
      operation.move.attempt,
    ],
  );
}

/**
 * Refuses an operation before the platform is asked for it; whoever moves it then finds it refused. One that somebody has
 * begun goes its own way.
 */
export async function refuseUnasked(parts: Pick<MoveParts, 'sql' | 'now'>, asked: UnaskedOperation): Promise<void> {
  const { remittance, move, code } = asked;
  await parts.sql.run(
    `insert into remittance_step (remittance_id, name, platform, login, amount, currency, tag, state, code, started_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'refused', $8, $9)
     on conflict do nothing`,
    [
      remittance.id,
      move.name,
      move.platform,
      move.login,
      move.amount,
      move.currency,
      tagOf(remittance.reference, move.name),
      code,
      parts.now,
    ],
  );
}

interface UnaskedOperation {
  readonly remittance: Remittance;
  readonly move: PlatformMove;
  readonly code: string;
}

/** Gives up an operation that the platform never took: the next look finds it refused. Answers false when it is not idle. */
export async function giveUp(sql: Sql, remittanceId: number, name: OperationName): Promise<boolean> {
  const rows = await sql.run(
    `update remittance_step set state = 'refused', lease_until = null, updated_at = now()
     where remittance_id = $1 and name = $2 and state = 'idle'`,
    [remittanceId, name],
  );
  return rows === 1;
}
