import type { RemittanceId } from '../../../base/id.ts';
import { formatMoney, money } from '../../../base/money.ts';
import type { Sql } from '../../../base/sql.ts';
import { amountSaid } from '../../../base/wording.ts';
import type { ClientProfile } from '../../../law/gates.ts';
import { recordAudit } from '../../../ledger/audit.ts';
import { post } from '../../../ledger/book.ts';
import type { Settings } from '../../../settings/index.ts';
import { accountOf } from '../../accounts/face.ts';
import { closeCase, openCase } from '../../cases/face.ts';
import { owedBy } from '../../debts/face.ts';
import type { WithdrawalReason } from '../contract.ts';
import * as shared from '../movements.ts';
import { withdrawalsQueue } from '../queues.ts';
import { isPaymentSeen } from '../seen.ts';
import { mayCancel, type ReasonCode } from '../rules.ts';
import { changePhase, remittanceOf, tellLater, type Remittance, type Transition } from '../store.ts';
import { holdRates, inCurrency, scopeOf } from './asking.ts';
import { addressTrouble, addressWords, type AddressTrouble } from './destinations.ts';
import { fitsSources, linesOf, noteDestinations } from './lines.ts';
import * as movements from './movements.ts';
import { heldRestOf, openHeldCase, payRest } from './held.ts';
import { holdRest, openParts } from './parts.ts';

/* What staff and clients decide of a withdrawal that waits for approval, in the transaction of the decision. */

export type WithdrawalOutcome =
  | 'done'
  /** It does not wait any more. */
  | 'outdated'
  /** What it would go back to was taken back meanwhile. */
  | 'sources_changed'
  /** Its client owes something, which is paid first. */
  | 'client_owes'
  /** A payment of its client's is disputed. */
  | 'client_charged_back'
  /** Somebody looks whether its client is on a list of sanctions, or the client is. */
  | 'client_screened'
  /** The account that it has left needs its margin by now. */
  | 'margin_short'
  /** It has one line, or those that are named are none or all of them. */
  | 'nothing_to_split'
  | AddressTrouble;

interface Deciding {
  readonly id: RemittanceId;
  readonly now: Date;
  readonly settings: Settings;
}

/** A case for whoever decides, unless that has happened already. */
export async function openReview(sql: Sql, { id, now, settings }: Deciding): Promise<void> {
  const remittance = await lockWaiting(sql, id);
  if (!remittance) return;
  const { clientId, accountNumber, amount, fee, currency, expiresAt: dueAt } = remittance;
  const lines = await linesOf(sql, id);
  const addresses = await addressWords(sql, id);
  await openCase(sql, {
    queue: withdrawalsQueue,
    subject: `remittance:${id}`,
    clientId,
    // The client was told it with the request, however long the account's platform has taken since.
    dueAt,
    detail: {
      kind: 'withdrawal',
      transfer_id: id,
      account: accountNumber,
      ...amountSaid(money(amount, currency)),
      fee: amountSaid(money(fee, currency)),
      ...(addresses === '' ? {} : { addresses: addresses.slice(0, 1000) }),
      goes_to: lines.map(wordsOfLine).join('; ').slice(0, 1000),
      ...((await needsSecond(sql, remittance, { now, settings })) ? { needs_second: true } : {}),
    },
    now,
    hours: settings.desk.businessHours,
  });
}

function wordsOfLine(line: Awaited<ReturnType<typeof linesOf>>[number]): string {
  const pays = money(line.paysAmount, line.paysCurrency);
  return `${line.way} ${formatMoney(pays)} ${pays.currency} ${line.label ?? ''} (${line.sourceId ?? 'own'})`;
}

/** Whether a second person has to agree: it is worth more than the limit, or nobody can say what it is worth. */
export async function needsSecond(sql: Sql, remittance: Remittance, facts: Pick<Deciding, 'now' | 'settings'>): Promise<boolean> {
  const limit = await inCurrency({ sql, ...facts }, facts.settings.withdraw.secondPersonAbove, remittance.currency);
  return !limit || remittance.amount > limit.minor;
}

interface Approving extends Deciding {
  readonly profile: ClientProfile;
  /** The lines, counted from 1, that go out now; each of the others waits for staff. All of them when left out. */
  readonly pays?: readonly number[] | undefined;
}

/** It goes out from now on, in parts; to a new destination when that has cooled off. What a split leaves waits for staff. */
export async function approveWithdrawal(sql: Sql, approving: Approving): Promise<WithdrawalOutcome> {
  const { id, now, settings, pays } = approving;
  const remittance = await lockWaiting(sql, id);
  if (!remittance) return 'outdated';
  const { clientId } = remittance;
  const trouble = await troubleOf(sql, remittance, approving);
  if (trouble) return trouble;
  const lines = await linesOf(sql, id);
  if (pays && !isSplit(pays, lines.length)) return 'nothing_to_split';
  const { usableFrom } = await noteDestinations(sql, { clientId, lines, settings, now });
  const dueAt = usableFrom > now ? usableFrom : now;
  const stage = pays ? 'withdrawal_split' : dueAt > now ? 'withdrawal_cooling' : 'withdrawal_approved';
  await move(sql, remittance, { to: 'sent', stage, set: { expires_at: dueAt.toISOString() }, now });
  await openParts(sql, { remittanceId: id, dueAt, now });
  await endCase(sql, { id, outcome: pays ? 'split' : 'approved', now });
  if (pays) {
    await holdRest(sql, id, pays);
    await openHeldCase(sql, { id, now, settings });
  }
  return 'done';
}

/** Some of the lines, each once, and not all. */
export function isSplit(pays: readonly number[], lines: number): boolean {
  const chosen = new Set(pays.filter((line) => line >= 1 && line <= lines));
  return chosen.size > 0 && chosen.size < lines && chosen.size === pays.length;
}

/** What a split of a withdrawal has left goes out too. */
export async function approveRest(sql: Sql, approving: Approving): Promise<WithdrawalOutcome> {
  const { id, now } = approving;
  const remittance = await remittanceOf(sql, id);
  if (!remittance || (await heldRestOf(sql, remittance))?.why !== 'split') return 'outdated';
  const trouble = await troubleOf(sql, remittance, approving);
  if (trouble) return trouble;
  return (await payRest(sql, { id, now })) ? 'done' : 'outdated';
}

/** Why nothing of it may go out, whoever has agreed. */
async function troubleOf(
  sql: Sql,
  remittance: Remittance,
  { now, settings, profile }: Approving,
): Promise<WithdrawalOutcome | undefined> {
  const { id, clientId } = remittance;
  if ((await owedBy(sql, clientId)).length > 0) return 'client_owes';
  if (profile.isChargedBack) return 'client_charged_back';
  if (profile.arePaymentsPaused) return 'client_screened';
  const scope = scopeOf({ settings, client: { id: clientId, profile } });
  if (!(await fitsSources(sql, { clientId, scope, now, except: id }))) return 'sources_changed';
  return (await addressTrouble(sql, id)) ?? ((await isMarginShort(sql, remittance)) ? 'margin_short' : undefined);
}

/** Trade rules: free margin is checked again at processing, as the platform last told it. */
async function isMarginShort(sql: Sql, { accountPlatform, accountNumber }: Remittance): Promise<boolean> {
  const account = accountPlatform === null ? undefined : await accountOf(sql, accountNumber);
  const snapshot = account?.snapshot;
  return snapshot !== undefined && snapshot.marginFree - snapshot.credit < 0n;
}

/** Staff will not pay it out, for a reason that the client is told with what to do next. */
export async function declineWithdrawal(
  sql: Sql,
  { reason, ...deciding }: Deciding & { readonly reason: WithdrawalReason },
): Promise<WithdrawalOutcome> {
  return giveUp(sql, deciding, `withdrawal_${reason}`);
}

/** It goes back to the client, who asks for it otherwise. */
export function sendBackWithdrawal(sql: Sql, deciding: Deciding): Promise<WithdrawalOutcome> {
  return giveUp(sql, deciding, 'withdrawal_sent_back');
}

/**
 * The client does not want it any more. What is exchanged can be had back while its rate holds: whoever could keep a rate until the
 * next is known would gain without any risk what the broker loses (docs/decisions/0008).
 */
export async function cancelWithdrawal(sql: Sql, deciding: Deciding): Promise<WithdrawalOutcome | 'rate_changed'> {
  const remittance = await lockWaiting(sql, deciding.id);
  if (!remittance) return 'outdated';
  const lines = await linesOf(sql, deciding.id);
  if (!(await holdRates({ sql, ...deciding }, remittance.currency, lines))) return 'rate_changed';
  return giveUp(sql, deciding, 'cancelled_by_client');
}

/** Whether its client can cancel it now: what is exchanged while its rate holds. */
export async function mayStillCancel(
  sql: Sql,
  remittance: Remittance,
  facts: Pick<Deciding, 'now' | 'settings'>,
): Promise<boolean> {
  if (!mayCancel(remittance)) return false;
  if (remittance.type !== 'withdraw') return !(await isPaymentSeen(sql, remittance));
  return holdRates({ sql, ...facts }, remittance.currency, await linesOf(sql, remittance.id));
}

/** Out of a wallet it is back at once; a trading account's platform is asked next. */
async function giveUp(sql: Sql, { id, now }: Deciding, reason: ReasonCode): Promise<WithdrawalOutcome> {
  const remittance = await lockWaiting(sql, id);
  if (!remittance) return 'outdated';
  if (remittance.accountPlatform !== null) {
    await move(sql, remittance, { to: 'returning', stage: 'giving_back', reason, now });
  } else {
    const outcome = await post(sql, movements.released(remittance, { at: now, reason }));
    if (outcome.outcome === 'refused') throw new Error(`withdrawal ${id} could not be released: ${outcome.code}`);
  }
  await endCase(sql, { id, outcome: reason, now });
  return 'done';
}

async function lockWaiting(sql: Sql, id: RemittanceId): Promise<Remittance | undefined> {
  await sql.maybe('select id from remittance where id = $1 for update', [id]);
  const remittance = await remittanceOf(sql, id);
  return remittance?.type === 'withdraw' && remittance.phase === 'awaiting_approval' ? remittance : undefined;
}

interface Moving extends Pick<Transition, 'to' | 'stage' | 'reason' | 'set'> {
  readonly now: Date;
}

async function move(sql: Sql, remittance: Remittance, { now, ...transition }: Moving): Promise<void> {
  const { id, phase: from, clientId } = remittance;
  if (!(await changePhase(sql, { id, from, ...transition }, now)))
    throw new Error(`withdrawal ${id} was moved on while it was locked`);
  for (const event of shared.eventsOf(remittance, transition.to, now)) await tellLater(sql, { ...event, clientId }, now);
  const detail = { from, ...(transition.reason ? { reason: transition.reason } : {}) };
  const actor = { kind: 'system', id: 'remittance' } as const;
  await recordAudit(sql, {
    actor,
    action: `remittance.${transition.to}`,
    subject: `remittance:${id}`,
    clientId,
    detail,
    at: now,
  });
}

async function endCase(
  sql: Sql,
  { id, outcome, now }: { readonly id: RemittanceId; readonly outcome: string; readonly now: Date },
): Promise<void> {
  await closeCase(sql, { queue: withdrawalsQueue.name, subject: `remittance:${id}`, outcome, at: now });
}

/** Somebody has looked into a payout that was paid twice, was paid otherwise than agreed or has come back; false when no such case waits. */
export function closePaidTwice(sql: Sql, { id, now }: { readonly id: number; readonly now: Date }): Promise<boolean> {
  return closeCase(sql, { queue: withdrawalsQueue.name, subject: `payout:${id}`, outcome: 'explained', at: now });
}
