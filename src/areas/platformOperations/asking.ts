import type { Sql, Transact } from '../../base/sql.ts';
import { after, dayMs, deadlineAfter, monotonicMs, secondMs, type Deadline, type MonotonicMs } from '../../base/time.ts';
import type { Settings } from '../../settings/index.ts';
import { isPassing, type Fill, type Platform } from '../../ports/platform/port.ts';
import { afterEmptyLook, isSentOften, sendWithinMs } from './rules.ts';
import {
  askedOperation,
  claimAgain,
  claimOperation,
  finishOperation,
  operationTagged,
  putBack,
  type AskedOperation,
  type Claim,
  type Finished,
  type NewOperation,
} from './store.ts';
import { noteSecondDeals, tellSecondTrade } from './surplus.ts';
import { closeUnseen, tellUnseen } from './unseen.ts';
import { lookUp, send, type Effect, type Looked, type MoneyOperation, type Operation, type Sent } from './ways.ts';

/** What asking takes. */
export interface Parts {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly platform: Platform;
  /** Application time. */
  readonly now: Date;
  readonly settings: Pick<Settings, 'platform' | 'desk'>;
  /** What the time to send is counted by; a test gives its own. */
  readonly monotonicMs?: MonotonicMs | undefined;
  /** How long after a lost answer it is looked up again. Five seconds when left out. */
  readonly lookEverySeconds?: number | undefined;
}

export type Outcome =
  | {
      readonly outcome: 'done';
      readonly ticket: string;
      /** Of an order that has just been learned of. */
      readonly fill?: Fill;
      /**
       * Not written down yet: the posting that it is for brings it along, else `finishOperation` writes it. Whoever dies before that
       * leaves it to be looked up.
       */
      readonly finished?: Finished;
    }
  /** Nothing happened, and asking again would not help. */
  | { readonly outcome: 'refused'; readonly code: string }
  /** It may or may not have happened, or somebody else is at it just now: come back later. */
  | { readonly outcome: 'pending'; readonly isWithOther?: true };

export interface Guarded {
  /** Asked just before it is sent: why it must not be; undefined when it may. A passing reason leaves it for later. */
  readonly mayNot?: (() => Promise<string | undefined>) | undefined;
  /**
   * For what has to be done in any case: what is refused is asked for again after so many seconds. What was sent as often as it may be and
   * is not there is looked up on and on, and stands before staff.
   */
  readonly restAfterRefusal?: number | undefined;
  /** Writes down that it has happened, where what follows from that has to be the same commit. */
  readonly finish?: ((sql: Sql, finished: Finished) => Promise<void>) | undefined;
  /** The caller's own claim, where that was made with a posting; `claimWith`. */
  readonly claimed?: Claimed | undefined;
}

/** A claim with the instant of our own clock before it was asked for: the database may answer late. */
export interface Claimed extends Claim {
  readonly deadline: Deadline;
}

/**
 * Has a platform do something once. The intention is committed before the platform is asked, so that whoever comes after a crash, a
 * time-out or another worker looks it up first; rules.ts says what follows when it is not there.
 */
export async function carryOut(parts: Parts, operation: Operation, guarded: Guarded = {}): Promise<Outcome> {
  const claimed = guarded.claimed ?? (await claim(parts, operation, parts.sql));
  return claimed ? goOn(parts, { ...guarded, operation, claimed }) : outcomeNow(parts.sql, operation.tag);
}

/** Claims it, within the caller's transaction when that is given; `carryOn` follows once it has committed. */
export async function claim(
  parts: Pick<Parts, 'now' | 'monotonicMs'>,
  operation: NewOperation,
  sql: Sql,
): Promise<Claimed | undefined> {
  const deadline = deadlineAfter(sendWithinMs, parts.monotonicMs ?? monotonicMs);
  const found = await claimOperation(sql, operation, parts.now);
  return found && { ...found, deadline };
}

/**
 * A claim that a posting brings along, so that the intention and what it follows from are one commit: `asked` goes into the detail of
 * its transition, and `claimed` to `carryOut` once it has been posted for the first time. For an operation that nobody can have asked
 * for before.
 */
export function claimWith(
  { now, monotonicMs: monotonic = monotonicMs }: Pick<Parts, 'now' | 'monotonicMs'>,
  operation: MoneyOperation,
): { readonly asked: AskedOperation; readonly claimed: Claimed } {
  const deadline = deadlineAfter(sendWithinMs, monotonic);
  const claimed = {
    state: 'asking',
    attempt: 1,
    sends: 1,
    amount: operation.amount,
    startedAt: now,
    ageMs: 0,
    code: null,
    deadline,
  } as const;
  return { asked: askedOperation(operation), claimed };
}

/** Goes on with what was claimed. */
export async function carryOn(parts: Parts, operation: Operation, claimed: Claimed): Promise<Outcome> {
  return goOn(parts, { operation, claimed });
}

/** What became of an operation that is not to be claimed. */
async function outcomeNow(sql: Sql, tag: string): Promise<Outcome> {
  const row = await operationTagged(sql, tag);
  if (!row) throw new Error(`the platform operation ${tag} is neither claimed nor there`);
  if (row.state === 'done') return { outcome: 'done', ticket: row.ticket ?? '' };
  if (row.state === 'refused') return { outcome: 'refused', code: row.code ?? 'rejected' };
  return row.state === 'asking' || row.state === 'looking' ? withOther : { outcome: 'pending' };
}

const withOther: Outcome = { outcome: 'pending', isWithOther: true };

interface Hands extends Guarded {
  readonly operation: Operation;
  readonly claimed: Claimed;
}

async function goOn(parts: Parts, hands: Hands): Promise<Outcome> {
  const { claimed } = hands;
  const firstWritten = { ...hands, operation: asFirstWritten(hands.operation, claimed) };
  // What is idle the platform itself has said it did not do.
  if (claimed.state === 'asking') return ask(parts, firstWritten);
  const found = await look(parts, firstWritten);
  if (found.outcome === 'found') {
    if (isUnseen(firstWritten)) await closeUnseen(parts.sql, { tag: hands.operation.tag, now: parts.now });
    return learn(parts, firstWritten, found);
  }
  if (found.outcome === 'unknown') return waitOn(parts, firstWritten, found.reason);
  return afterNothing(parts, firstWritten, claimed.ageMs);
}

function asFirstWritten(operation: Operation, { amount }: Claim): Operation {
  return 'amount' in operation && amount !== null ? { ...operation, amount } : operation;
}

/** The clocks of both sides may differ, and a server may count its hours by another zone. */
const lookBackMs = dayMs;

function look(parts: Parts, { operation, claimed }: Hands): Promise<Looked> {
  return lookUp(parts.platform, operation, after(claimed.startedAt, -lookBackMs));
}

/** It was looked up and is not there. */
async function afterNothing(parts: Parts, hands: Hands, ageMs: number): Promise<Outcome> {
  const { operation, claimed } = hands;
  const patienceMs = parts.settings.platform.patienceSeconds * secondMs;
  const next = afterEmptyLook({ kind: operation.kind, sends: claimed.sends, ageMs, patienceMs });
  if (next === 'wait') return waitOn(parts, hands, 'it is not there yet');
  if (next === 'over')
    return hands.restAfterRefusal === undefined ? refuse(parts, hands, whyOver(claimed)) : unseen(parts, hands);
  const deadline = deadlineAfter(sendWithinMs, parts.monotonicMs ?? monotonicMs);
  const again = await claimAgain(parts.sql, operation.tag, claimed);
  return again ? ask(parts, { ...hands, claimed: { ...again, deadline } }) : withOther;
}

/** What may be before staff, because it was sent as often as it may be and was not seen. */
const isUnseen = ({ operation, claimed, restAfterRefusal }: Hands): boolean =>
  restAfterRefusal !== undefined && isSentOften({ kind: operation.kind, sends: claimed.sends });

/** It is not given up, and not sent again unasked: staff look at the platform themselves, and meanwhile it is looked up. */
async function unseen(parts: Parts, hands: Hands): Promise<Outcome> {
  const { operation, claimed, restAfterRefusal = 0 } = hands;
  if ('amount' in operation) await tellUnseen(parts, operation);
  await putBack(parts.sql, of(hands), {
    state: 'unknown',
    sends: claimed.sends,
    reason: 'nothing was seen of it, and it was sent as often as it may be',
    restSeconds: restAfterRefusal,
  });
  return { outcome: 'pending' };
}

async function ask(parts: Parts, hands: Hands): Promise<Outcome> {
  const { operation, claimed } = hands;
  const reason = await hands.mayNot?.();
  if (reason !== undefined) return notAskedFor(parts, hands, reason);
  if (claimed.deadline.leftMs() <= 0) return unsent(parts, hands, { code: 'busy', message: 'it could not be sent in time' });
  const answer = await send(parts.platform, operation, claimed.deadline);
  if (answer.outcome === 'done') return done(operation, answer);
  const isAgain = claimed.sends > 1;
  if (isAgain && isOwnLogin(operation, answer)) return done(operation, { ticket: String(operation.login) });
  // Who refuses has done nothing, unless it failed or was asked before: there the look-up tells, also whether a late effect of the
  // time before is why it is refused now.
  if (answer.outcome === 'refused' && answer.code !== 'server_fault' && !isAgain) return unsent(parts, hands, answer);
  const found = await look(parts, hands);
  if (found.outcome === 'found') return learn(parts, hands, found);
  if (answer.outcome === 'refused' && found.outcome === 'absent') return notAgain(parts, hands, answer);
  if (operation.kind === 'open_account' && found.outcome === 'absent' && !isAgain) return afterNothing(parts, hands, 0);
  return waitOn(parts, hands, answer.outcome === 'refused' ? answer.message : answer.reason);
}

/** Why it may not be sent again may be that the sending before has had its effect since it was looked up: the look-up tells. */
async function notAskedFor(parts: Parts, hands: Hands, code: string): Promise<Outcome> {
  if (hands.claimed.sends > 1) {
    const found = await look(parts, hands);
    if (found.outcome === 'found') return learn(parts, hands, found);
    if (found.outcome === 'unknown') return unsent(parts, hands, { code: 'not_connected', message: found.reason });
  }
  return notAgain(parts, hands, { code, message: 'not asked for' });
}

/** Why it was not done now is why it is not sent again; the sending before may still take effect, so that nothing has ended yet. */
async function notAgain(parts: Parts, hands: Hands, why: Refusing): Promise<Outcome> {
  const { claimed, operation, restAfterRefusal } = hands;
  const isOpen = claimed.sends > 1 && 'amount' in operation && restAfterRefusal === undefined && !isPassing(why.code);
  if (!isOpen) return unsent(parts, hands, why);
  const { sends } = claimed;
  await putBack(parts.sql, of(hands), {
    state: 'unknown',
    sends,
    code: why.code,
    reason: why.message,
    restSeconds: lookEvery(parts),
  });
  return { outcome: 'pending' };
}

/** Why the last sending was refused, where it was; else nobody ever saw anything of it. */
function whyOver({ code }: Claim): Refusing {
  if (code !== null && !isPassing(code))
    return { code, message: 'refused when it was to be sent again, and nothing was seen of it' };
  return { code: 'lost', message: 'nothing of it was seen in the time it had' };
}

const done = ({ tag }: Operation, { ticket, fill }: Effect): Outcome => ({
  outcome: 'done',
  ticket,
  ...(fill ? { fill } : {}),
  finished: { tag, ticket },
});

/** The intention was committed and asked for before, so an account under this login is ours. */
function isOwnLogin({ kind }: Operation, answer: Sent): boolean {
  return kind === 'open_account' && answer.outcome === 'refused' && answer.code === 'exists';
}

/** It has happened; when it has happened twice, the second is noted beside the first. */
async function learn(
  parts: Parts,
  { operation, finish = finishOperation }: Hands,
  found: Extract<Looked, { outcome: 'found' }>,
): Promise<Outcome> {
  const learnt = done(operation, found.effect);
  if (found.others.length === 0) return learnt;
  if (!('amount' in operation)) {
    for (const deal of found.others) await tellSecondTrade(parts, operation, deal);
    return learnt;
  }
  await parts.transact((sql) => finish(sql, { tag: operation.tag, ticket: found.effect.ticket }));
  await noteSecondDeals(
    parts,
    operation.platform,
    found.others.map((deal) => ({ ...deal, amount: deal.profit })),
  );
  return { outcome: 'done', ticket: found.effect.ticket };
}

/** This sending has certainly done nothing. A reason that passes, or an earlier sending, leaves it open. */
async function unsent(parts: Parts, hands: Hands, why: Refusing): Promise<Outcome> {
  const { claimed, restAfterRefusal } = hands;
  const isPassed = isPassing(why.code);
  if (!isPassed && restAfterRefusal === undefined) return refuse(parts, hands, why);
  const sends = claimed.sends - 1;
  const state = sends === 0 ? 'idle' : 'unknown';
  const restSeconds = isPassed ? (state === 'idle' ? 0 : lookEvery(parts)) : (restAfterRefusal ?? 0);
  await putBack(parts.sql, of(hands), { state, sends, code: why.code, reason: why.message, restSeconds });
  return { outcome: 'pending' };
}

interface Refusing {
  readonly code: string;
  readonly message: string;
}

async function refuse(parts: Parts, hands: Hands, { code, message }: Refusing): Promise<Outcome> {
  const { sends } = hands.claimed;
  const isOurs = await putBack(parts.sql, of(hands), { state: 'refused', sends, code, reason: message, restSeconds: 0 });
  return isOurs ? { outcome: 'refused', code } : withOther;
}

/** Nobody knows: it is looked up again soon. */
async function waitOn(parts: Parts, hands: Hands, reason: string): Promise<Outcome> {
  const { sends } = hands.claimed;
  await putBack(parts.sql, of(hands), { state: 'unknown', sends, reason, restSeconds: lookEvery(parts) });
  return { outcome: 'pending' };
}

const of = ({ operation, claimed }: Hands) => ({ tag: operation.tag, attempt: claimed.attempt });
const lookEvery = (parts: Parts): number => parts.lookEverySeconds ?? defaultLookEvery;
const defaultLookEvery = 5;
