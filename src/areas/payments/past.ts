import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import { after, minuteMs, secondMs } from '../../base/time.ts';
import type { MethodDirection } from '../../law/methods.ts';
import type { Intent } from '../../ledger/book.ts';
import * as deposit from './deposit/movements.ts';
import { received } from './movements.ts';
import * as transfer from './transfer/movements.ts';
import { tagOf, type Phase } from './rules.ts';
import { addQuote, changePhase, type NewRemittance, type PhaseFacts, type Transition, type Remittance } from './store.ts';

/** A transfer that is over, as a seed or a move from another system brings it. */
export interface PastTransfer extends Omit<NewRemittance, 'type' | 'now' | 'expiresAt'> {
  readonly type: Exclude<MethodDirection, 'withdraw'>;
  /** Without money: only a deposit can have been declined or cancelled. */
  readonly outcome: 'completed' | 'declined' | 'cancelled';
  readonly at: Date;
  readonly facts?: PhaseFacts;
}

/** What such a transfer did on a trading platform. */
export interface PastPlatformMove {
  readonly login: number;
  /** Minor units; positive paid in. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly tag: string;
  readonly at: Date;
}

export interface ImportedTransfer {
  readonly remittance: Remittance;
  /** What the ledger has to be told, oldest first; the caller posts it in the same transaction. */
  readonly postings: readonly Intent[];
  readonly platformMoves: readonly PastPlatformMove[];
}

/**
 * Takes a past transfer in, along the very steps that it would have gone: every change of phase is checked and leaves
 * its line in the timeline. Nobody is told, and nothing is left for the jobs.
 */
export async function importTransfer(sql: Sql, past: PastTransfer): Promise<ImportedTransfer> {
  const { at } = past;
  const quoted = await addQuote(sql, { ...past, now: at, expiresAt: after(at, quoteLifeMs) });
  const course = pastCourses[past.type](quoted, past);
  for (const { transition, at: transitionAt } of course)
    if (!(await changePhase(sql, transition, transitionAt))) throw outOfTransition(quoted.id, transition);
  const last = course.at(-1);
  const remittance = { ...quoted, phase: last?.transition.to ?? quoted.phase };
  return {
    remittance,
    postings: course.flatMap(({ posting }) => (posting ? [withoutTransition(posting)] : [])),
    platformMoves: course.flatMap(({ move }) => (move ? [move] : [])),
  };
}

const quoteLifeMs = 15 * minuteMs;
/** How long a payer takes at the payment page, and a platform to answer. */
const payingMs = 95 * secondMs;
const answeringMs = 2 * secondMs;

interface PastTransition {
  readonly transition: Transition;
  readonly at: Date;
  readonly posting?: Intent;
  readonly move?: PastPlatformMove;
}

const pastCourses: Readonly<Record<PastTransfer['type'], (quoted: Remittance, past: PastTransfer) => PastTransition[]>> = {
  deposit: depositCourse,
  transfer: transferCourse,
};

function depositCourse(quoted: Remittance, past: PastTransfer): PastTransition[] {
  const { id } = quoted;
  const saved = after(past.at, 20 * secondMs);
  const opened = after(saved, answeringMs);
  const decided = after(opened, payingMs);
  const begun: PastTransition[] = [
    { transition: { id, from: 'quoted', to: 'starting', stage: 'saved' }, at: saved },
    { transition: { id, from: 'starting', to: 'waiting_payment', stage: 'waiting_payment' }, at: opened },
  ];
  if (past.outcome === 'declined' || past.outcome === 'cancelled') {
    const reason = past.outcome === 'declined' ? 'provider_declined' : 'payment_not_made';
    const transition = { id, from: 'waiting_payment', to: past.outcome, stage: past.outcome, reason } as const;
    return [...begun, { transition, at: decided }];
  }
  const paid = posted(received(inPhase(quoted, 'waiting_payment'), { at: decided, set: past.facts ?? {} }));
  if (quoted.accountPlatform === null) return [...begun, paid];
  const credited = posted(deposit.depositCredited(inPhase(quoted, 'received'), after(decided, answeringMs)));
  return [
    ...begun,
    paid,
    { ...credited, move: creditOf(quoted, { login: quoted.accountNumber, at: after(decided, answeringMs / 2) }) },
  ];
}

function transferCourse(quoted: Remittance, { at }: PastTransfer): PastTransition[] {
  const saved = after(at, 15 * secondMs);
  const left = after(saved, answeringMs);
  const leaving: PastTransition[] =
    quoted.accountPlatform === null
      ? [posted(transfer.sentAtOnce(quoted, { at: saved }))]
      : [
          posted(transfer.held(quoted, { at: saved })),
          { ...posted(transfer.sent(inPhase(quoted, 'held'), left)), move: debitOf(quoted, left) },
        ];
  if (quoted.targetPlatform === null) return leaving;
  const arrived = after(left, answeringMs);
  const credited = posted(transfer.transferCredited(inPhase(quoted, 'sent'), arrived));
  return [...leaving, { ...credited, move: creditOf(quoted, { login: quoted.targetNumber ?? 0, at: arrived }) }];
}

const inPhase = (remittance: Remittance, phase: Phase): Remittance => ({ ...remittance, phase });

/** The step that goes with a posting. */
function posted(posting: Intent): PastTransition {
  const { transition, movement } = posting;
  if (!transition) throw new Error(`${movement.key} changes no phase`);
  // The step was checked and written by `intentOf`, from a phase to a phase.
  return {
    transition: { ...transition.detail, id: transition.id, from: transition.from, to: transition.to } as Transition,
    at: movement.at,
    posting,
  };
}

/** The phase is changed here already, and nobody is to be told of what is long over. */
function withoutTransition({ movement, hold, audit }: Intent): Intent {
  return { movement, ...(hold ? { hold } : {}), ...(audit ? { audit } : {}) };
}

function debitOf({ accountNumber: login, amount, currency, reference }: Remittance, at: Date): PastPlatformMove {
  return { login, amount: -amount, currency, tag: tagOf(reference, 'debit'), at };
}

function creditOf(remittance: Remittance, to: { readonly login: number; readonly at: Date }): PastPlatformMove {
  const { accountAmount: amount, accountCurrency: currency, reference } = remittance;
  return { ...to, amount, currency, tag: tagOf(reference, 'credit') };
}

function outOfTransition(id: number, transition: Transition): Error {
  return new Error(`past transfer ${id} could not go from ${transition.from} to ${transition.to}`);
}
