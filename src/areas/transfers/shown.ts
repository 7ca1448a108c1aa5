import { formatMinor, formatRate } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say, Wording } from '../../base/wording.ts';
import type { RegionClient } from '../../law/regions/index.ts';
import type { AskedPaper } from '../../protocol/payout.ts';
import type { Settings } from '../../settings/index.ts';
import { type FundingAccountNames } from '../fundingAccounts/face.ts';
import {
  confirmationsOf,
  heldRestOf,
  isPaymentSeen,
  keptSplit,
  mayAccept,
  mayStillCancel,
  phases,
  reversalsOf,
  timelineOf,
  wordsOf,
  type HeldRest,
  type OpenPhase,
  type Remittance,
  type TimelineRow,
} from '../payments/face.ts';
import { shownFilesAbout } from '../files/face.ts';
import { mostPapers } from './contract.ts';
import type { ListedTransfer } from './lists.ts';
import { movingOnOf, tradedOn } from './movingOn.ts';
import { nextActOf } from './next.ts';
import { paperMissing, paperWaitedFor } from './papers.ts';
import { takesPaper } from './rules.ts';

/** To whom it is told: in which language, and what the places are called there. */
export interface Reader {
  readonly say: Say;
  readonly fundingAccountNames: FundingAccountNames;
}

/** When it is told, and by which of the broker's rules. */
export interface DetailsReader extends Reader {
  readonly now: Date;
  readonly settings: Settings;
  /** Of whose transfer it is: which papers are asked for there. */
  readonly region: RegionClient;
}

/** A transfer as lists show it. */
export function shownLine(remittance: ListedTransfer, reader: Reader) {
  const { currency, accountCurrency, reason, accountNumber, targetNumber } = remittance;
  return {
    id: remittance.id,
    transfer_type: remittance.type,
    status: remittance.status,
    amount: formatMinor(remittance.amount, currency),
    currency,
    account_number: accountNumber,
    account_name: nameOf(accountNumber, reader),
    target_account_number: targetNumber,
    target_account_name: targetNumber === null ? null : nameOf(targetNumber, reader),
    account_amount: formatMinor(remittance.accountAmount, accountCurrency),
    account_currency: accountCurrency,
    rate: remittance.rate === null ? null : formatRate(remittance.rate),
    fee: formatMinor(remittance.fee, currency),
    pm_id: remittance.methodId,
    reverses: remittance.reverses,
    reason: reason === null ? null : reader.say(`reason.${reason}`, wordsOf(remittance, reader.fundingAccountNames)),
    created_at: remittance.createdAt.toISOString(),
    updated_at: remittance.updatedAt.toISOString(),
  };
}

function nameOf(number: number, { say, fundingAccountNames }: Reader): string | null {
  const name = fundingAccountNames.nameOf(number) ?? null;
  return name === null || typeof name === 'string' ? name : say(name.phrase, name.values);
}

/** A transfer with its timeline, as it stands `now`. */
export async function shownDetails(sql: Sql, remittance: Remittance, reader: DetailsReader) {
  const entries = await timelineOf(sql, remittance.id);
  const papers = await shownFilesAbout(sql, aboutTransfer(remittance));
  const asks = await paperWaitedFor(sql, remittance);
  const held = await heldRestOf(sql, remittance);
  const isSeen = await isPaymentSeen(sql, remittance);
  return {
    ...shownLine(remittance, reader),
    timeline: entries.map((entry) => shownEntry(entry, remittance, reader)),
    next: shownNext(remittance, { ...reader, asks, held, isSeen }),
    can_cancel: await mayStillCancel(sql, remittance, reader),
    can_accept: mayAccept(remittance),
    redirect: remittance.phase === 'waiting_payment' && !isSeen ? remittance.redirect : null,
    rate_as_of: remittance.rateAsOf?.toISOString() ?? null,
    reversed_by: await reversalsOf(sql, remittance.id),
    move_on: await movingOnOf(sql, remittance),
    trade_account: await tradedOn(sql, remittance),
    split: await keptSplit(sql, remittance),
    papers,
    takes_paper: (takesPaper(remittance) || asks !== undefined) && papers.length < mostPapers,
    asks_paper: asks ?? null,
    needs_paper: await paperMissing(sql, remittance, reader.region),
  };
}

/** What a paper about a transfer says to be about. */
export function aboutTransfer({ id }: Pick<Remittance, 'id'>): string {
  return `remittance:${id}`;
}

function shownEntry(entry: TimelineRow, remittance: Remittance, { say, fundingAccountNames }: Reader) {
  return {
    code: entry.code,
    status: phases[entry.phase].status,
    text: say(`stage.${entry.code}`, { ...wordsOf(remittance, fundingAccountNames), ...entry.values }),
    at: entry.at.toISOString(),
  };
}

interface NextReader extends Reader {
  readonly now: Date;
  /** What staff has asked the client for. */
  readonly asks: AskedPaper | undefined;
  readonly held: HeldRest | undefined;
  /** Its client has paid, and the provider has not decided. */
  readonly isSeen: boolean;
}

function shownNext(remittance: Remittance, { say, fundingAccountNames, now, asks, held, isSeen }: NextReader) {
  const words = wordsOf(remittance, fundingAccountNames);
  if (asks) return { who: 'client' as const, text: say(`next.paper.${asks}`, words), until: null, late: null };
  if (held)
    return {
      who: 'house' as const,
      text: say(`next.held.${held.why}`, words),
      until: held.until?.toISOString() ?? null,
      late: null,
    };
  if (isSeen) return { who: 'provider' as const, text: seenSentence(remittance, { say, words }), until: null, late: null };
  const act = nextActOf(remittance, now);
  if (!act) return null;
  const { who, phase, until, isLate } = act;
  return {
    // Outside programs know staff as the broker's own side.
    who: who === 'staff' ? ('house' as const) : who,
    text: say(nextSentence(phase, remittance), words),
    until: until?.toISOString() ?? null,
    late: isLate ? say(`late.${who}`) : null,
  };
}

/** Of a coin, how many confirmations its network is to give. */
function seenSentence(remittance: Remittance, { say, words }: { readonly say: Say; readonly words: Wording }): string {
  const confirmations = confirmationsOf(remittance);
  if (confirmations === undefined) return say('next.waiting_payment.seen', words);
  return say('next.waiting_payment.seen.coin', { ...words, confirmations });
}

/** What is paid in another currency is worth being paid soon (docs/decisions/0008). */
function nextSentence(phase: OpenPhase, remittance: Remittance) {
  const { rate, type, reason } = remittance;
  if (phase === 'on_review' && (reason === 'third_party' || reason === 'unverified_cap'))
    return `next.on_review.${reason}` as const;
  if (phase === 'on_review' && type === 'deposit' && !mayAccept(remittance)) return 'next.on_review.support';
  // Nothing of the client's is set aside for what a provider says of a payment.
  if (type === 'withdraw' && (phase === 'awaiting_approval' || phase === 'sent')) return `next.${phase}.withdraw` as const;
  if (phase === 'awaiting_approval' && type === 'reversal') return 'next.awaiting_approval.reversal';
  return phase === 'waiting_payment' && rate !== null ? 'next.waiting_payment.exchanged' : (`next.${phase}` as const);
}
