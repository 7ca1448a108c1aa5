import type { Currency } from '../../base/currency.ts';
import type { Sql, Transact } from '../../base/sql.ts';
import type { AccountNumber, RemittanceId } from '../../base/id.ts';
import { minuteMs, type Clock, type MonotonicMs } from '../../base/time.ts';
import { recordAudit, type AuditEvent } from '../../ledger/audit.ts';
import type { Book } from '../../ledger/book.ts';
import type { Settings } from '../../settings/index.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { Payments, PaymentState } from '../../ports/payments/port.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { Screening } from '../../ports/screening/port.ts';
import type { Watchlists } from '../../ports/watchlists/port.ts';
import type { Event } from '../../protocol/call.ts';
import { accountOf } from '../accounts/face.ts';
import { isUsedUp } from '../rates/face.ts';
import {
  carryOut,
  claimWith,
  giveUpIdle,
  operationTagged,
  refuseUnasked,
  type AskedOperation,
  type Claimed,
  type Finished,
  type MoneyOperation,
  type Outcome,
} from '../platformOperations/face.ts';
import * as movements from './movements.ts';
import { tagOf, type OperationName } from './rules.ts';
import type { LookUpOutcome } from './provider/transactions.ts';
import { changePhase, type Transition, type Remittance } from './store.ts';

export type { LookUpOutcome } from './provider/transactions.ts';

export type Platforms = Readonly<Record<PlatformKey, Platform>>;

/** What the area needs of the broker. */
export interface Needs {
  readonly book: Book;
  readonly platforms: Platforms;
  readonly payments: Providers;
  /** Who judges addresses of chains; left out where coins are not paid out. */
  readonly screening?: Screening | undefined;
  /** The lists that clients are compared with before anything is paid out; left out where there are none. */
  readonly watchlists?: Pick<Watchlists, 'names'>;
  readonly clock: Clock;
  /** The portal's own address, without a slash at its end. */
  readonly publicUrl: string;
  /** How long after a lost answer a platform's deals are looked up again. Five seconds when left out. */
  readonly lookEverySeconds?: number;
  /** Of who moves the money of a follow: which end may be an account that copies a strategy. For nobody else it may be either. */
  readonly mayBeCopied?: 'account_number' | 'target_account_number';
  /** What the time to ask a platform is counted by; a test gives its own. */
  readonly monotonicMs?: MonotonicMs;
}

/** What a call's context and a job's have in common. */
export interface Run {
  readonly sql: Sql;
  readonly transact: Transact;
  readonly tellIn: (sql: Sql, event: Event) => Promise<void>;
  readonly settings: Settings;
}

/** Somebody at work: what the broker offers, and what the call or the job runs in. */
export interface PaymentContext {
  readonly needs: Needs;
  readonly run: Run;
  /** What only a drive knows. */
  readonly drive?: DriveParts;
}

export interface DriveParts {
  /** Told when an operation is in somebody else's hands just now. */
  readonly meetOther: () => void;
  /** What a posting has claimed, by tag: it is sent without being claimed again. */
  readonly claims: Map<string, Claimed>;
}

/** The row as we have moved it on, true when somebody else may have, false when it has to wait. */
export type Moved = Remittance | boolean;

export interface Engine {
  /**
   * Moves a remittance on as far as it can go now, and answers where it stands then. Any number of processes may
   * drive the same remittance: each operation is claimed in the database, and postings go by the fact's name.
   */
  drive(run: Run, id: RemittanceId): Promise<Remittance>;
  /**
   * Begins a quote and drives it, for who is to be told how it went: where another process is asking a platform just now, it is
   * waited for, some seconds at most. So all who save at once are answered alike, wherever they came in. `short`: there was not
   * enough money to begin with.
   */
  save(run: Run, remittance: Remittance): Promise<Remittance | 'short'>;
  /**
   * Staff has declined what waits for their approval: gives it back, by whatever operation that takes, and answers where it stands
   * then. What does not wait for them is left as it is.
   */
  decline(run: Run, id: RemittanceId): Promise<Remittance>;
  /**
   * Asks the provider over our own connection how a payment stands (the order's latest transaction, or the one that is named) and
   * does what follows from that. A notification only says that it is time to ask. Safe to repeat, in any order, by any number of
   * processes.
   */
  applyPayment(run: Run, reference: string, transaction?: string): Promise<LookUpOutcome>;
  /** What came back of a withdrawal's parts may have been told of before they were paid: what follows from it now. Safe to repeat. */
  followReturns(run: Run, id: RemittanceId): Promise<void>;
  /**
   * What takes a deposit back, or gives it again, may have been told of while that or another taking of it still waited: what follows
   * from it now. Safe to repeat.
   */
  followTakings(run: Run, id: RemittanceId): Promise<void>;
  /**
   * Does what follows from a transaction that was told once for all, as by a bank's statement: there is nobody to ask about it. Safe to
   * repeat.
   */
  applyTold(run: Run, payment: PaymentState): Promise<LookUpOutcome>;
}

export interface LookUpParts extends PaymentContext {
  readonly engine: Engine;
}

/** The provider that a payment goes through. Throws where the broker has it no more: nobody can say how the payment stands. */
export function providerOf(needs: Pick<Needs, 'payments'>, { id, provider }: Pick<Remittance, 'id' | 'provider'>): Payments {
  const known: Readonly<Partial<Record<string, Payments>>> = needs.payments;
  const payments = provider === null ? undefined : known[provider];
  if (!payments) throw new Error(`the broker has no payment provider ${provider}, which remittance ${id} was to go through`);
  return payments;
}

/** A target's platform that cannot be reached: after so long the money goes back, or to the wallet. */
const creditPatienceMs = 10 * minuteMs;

/** What is asked of a platform for a remittance. */
export interface PlatformMove {
  readonly name: OperationName;
  readonly platform: PlatformKey;
  readonly login: AccountNumber;
  /** Minor units; positive pays in, negative takes out. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly kind?: 'balance' | 'credit';
  /** Asked just before it is sent: why it must not be. */
  readonly mayNot?: () => Promise<string | undefined>;
}

/** Pays into an account, as long as it is open: one that was closed meanwhile counts as refusing. */
export async function payIn(context: PaymentContext, remittance: Remittance, asked: PlatformMove): Promise<Outcome> {
  // What the drive has claimed it sends at once: the account was read a moment ago.
  const isFresh = context.drive?.claims.has(tagOf(remittance.reference, asked.name)) ?? false;
  const account = isFresh ? undefined : await accountOf(context.run.sql, asked.login);
  if (account !== undefined && account.status !== 'active')
    await refuseBefore(context, remittance, { move: asked, code: 'account_not_active' });
  return move(context, remittance, asked);
}

/** Refuses an operation that nobody has begun, so that the platform is never asked for it. */
export async function refuseBefore(
  context: PaymentContext,
  remittance: Remittance,
  { move: asked, code }: { readonly move: PlatformMove; readonly code: string },
): Promise<void> {
  await refuseUnasked(context.run.sql, operationFor(remittance, asked), { code, now: context.needs.clock.now() });
}

/** One operation at a platform. */
export async function move(context: PaymentContext, remittance: Remittance, asked: PlatformMove): Promise<Outcome> {
  const { needs, run } = context;
  const { sql, transact, settings } = run;
  const { monotonicMs, lookEverySeconds } = needs;
  const platform = needs.platforms[asked.platform];
  const parts = { sql, transact, settings, platform, now: needs.clock.now(), monotonicMs, lookEverySeconds };
  const operation = operationFor(remittance, asked);
  const claimed = context.drive?.claims.get(operation.tag);
  context.drive?.claims.delete(operation.tag);
  const outcome = await carryOut(parts, operation, { mayNot: asked.mayNot, claimed });
  if (outcome.outcome === 'pending' && outcome.isWithOther) context.drive?.meetOther();
  return outcome;
}

/** Posts what begins a payment together with the platform operation that follows from it, which is sent by the same drive. */
export async function postAsking(
  context: PaymentContext,
  { remittance, next }: { readonly remittance: Remittance; readonly next: PlatformMove | undefined },
  intentWith: (asked: AskedOperation | undefined) => movements.PaymentIntent,
): Promise<Remittance | true | 'short'> {
  const { clock, monotonicMs } = context.needs;
  const claim = next && context.drive && claimWith({ now: clock.now(), monotonicMs }, operationFor(remittance, next));
  const moved = await post(context, intentWith(claim?.asked));
  if (claim && typeof moved === 'object') context.drive?.claims.set(claim.asked.tag, claim.claimed);
  return moved === false ? 'short' : moved;
}

function operationFor(remittance: Remittance, asked: PlatformMove): MoneyOperation {
  const { id, clientId, companyId, reference } = remittance;
  const { name, platform, login, amount, currency, kind = 'balance' } = asked;
  const facts = { purpose: 'payment', subject: `remittance:${id}`, clientId, companyId } as const;
  return { ...facts, tag: tagOf(reference, name), platform, login, kind, amount, currency };
}

export async function operationOf(context: PaymentContext, { reference }: Remittance, name: OperationName) {
  return operationTagged(context.run.sql, tagOf(reference, name));
}

/** Gives up an operation that the platform never took: the next look finds it refused. Answers false when it is not idle. */
export async function giveUp(context: PaymentContext, { reference }: Remittance, name: OperationName): Promise<boolean> {
  return giveUpIdle(context.run.sql, tagOf(reference, name));
}

/** A platform that keeps saying that it cannot be reached is refused in the end, so that the money can go another way. */
export async function giveUpLate(
  context: PaymentContext,
  remittance: Remittance,
  name: 'credit' | 'return' | 'debit',
): Promise<boolean> {
  const operation = await operationOf(context, remittance, name);
  if (!operation || context.needs.clock.now().getTime() - operation.startedAt.getTime() < creditPatienceMs) return false;
  return giveUp(context, remittance, name);
}

/** Posts what has followed from an operation, and that it is done with it: one commit. */
export async function postDone(
  context: PaymentContext,
  intent: movements.PaymentIntent,
  { finished }: { readonly finished?: Finished },
): Promise<Moved> {
  const { transition } = intent;
  if (!finished || !transition) return post(context, intent);
  return post(context, { ...intent, transition: { ...transition, detail: { ...transition.detail, finished } } });
}

/** Posts and changes the phase. A phase that somebody else has changed meanwhile counts as moved on; false: there is not enough. */
export async function post(context: PaymentContext, intent: movements.PaymentIntent): Promise<Moved> {
  const outcome = await context.needs.book.submit(intent).catch((error: unknown) => {
    if (isUsedUp(error)) return exhausted;
    throw error;
  });
  if (outcome.outcome === 'posted') return outcome.repeated ? true : intent.row;
  if (outcome.code === 'step_refused') return true;
  if (outcome.code === 'below_floor') return false;
  throw new Error(`${intent.movement.key} stands for another movement`);
}

/** Of what the posting takes besides money there is not enough: the day's allowance of exchange. */
const exhausted = { outcome: 'refused', code: 'below_floor' } as const;

/** Changes a phase where no money moves. One that somebody else has changed meanwhile counts as moved on. */
export async function change(context: PaymentContext, remittance: Remittance, transition: Transition): Promise<Moved> {
  const at = context.needs.clock.now();
  return (await changeToldAt(context, { remittance, transition, at })) ? movements.rowAfter(remittance, transition, at) : true;
}

/**
 * Changes a phase where no money moves, with its events and whatever else belongs to it. Answers false when somebody else has changed
 * it before.
 */
export async function changeTold(
  context: PaymentContext,
  remittance: Remittance,
  { also, ...transition }: Transition & Pick<ToldChange, 'also'>,
): Promise<boolean> {
  return changeToldAt(context, { remittance, transition, also, at: context.needs.clock.now() });
}

interface ToldChange {
  /** Done in the same transaction. */
  readonly also?: ((sql: Sql) => Promise<unknown>) | undefined;
  readonly remittance: Remittance;
  readonly transition: Transition;
  readonly at: Date;
}

async function changeToldAt({ run }: PaymentContext, { remittance, transition, also, at }: ToldChange): Promise<boolean> {
  const then = movements.rowAfter(remittance, transition, at);
  return run.transact(async (sql) => {
    if (!(await changePhase(sql, transition, at))) return false;
    await recordAudit(sql, auditOf(remittance, transition, at));
    await also?.(sql);
    for (const event of movements.eventsOf(then, transition.to, at)) await run.tellIn(sql, movements.ofClient(event, remittance));
    return true;
  });
}

/** Steps that a client takes; every other is ours or follows from what a vendor says. */
const byClient: ReadonlySet<string> = new Set(['saved', 'cancelled_by_client']);

function auditOf(remittance: Remittance, transition: Transition, at: Date): AuditEvent {
  const { id, clientId } = remittance;
  const isByClient = byClient.has(transition.stage) || byClient.has(transition.reason ?? '');
  return {
    actor: isByClient ? { kind: 'client', id: String(clientId) } : { kind: 'system', id: 'remittance' },
    action: `remittance.${transition.to}`,
    subject: `remittance:${id}`,
    clientId,
    detail: { from: transition.from, ...(transition.reason ? { reason: transition.reason } : {}) },
    at,
  };
}
