import { formatMinor } from '../../base/money.ts';
import type { Database, Sql } from '../../base/sql.ts';
import { after, dayMs, minuteMs, type Clock } from '../../base/time.ts';
import type { CardDesk, CardState } from '../../ports/payments/cards.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { Providers } from '../../ports/payments/index.ts';
import { webhookRoot } from '../../protocol/webhook.ts';
import { notify } from '../notices/face.ts';
import { clientById } from '../session/face.ts';
import { returnFee } from './charging.ts';
import { prepaidCardsNotices } from './notices.ts';
import { isOver, isUsable } from './phases.ts';
import {
  cardById,
  lockCard,
  lookedAt,
  noteApplied,
  noteSent,
  setWanted,
  wantAgain,
  writeNews,
  type CardRow,
  type Phase,
} from './store.ts';
import { stopPayouts, tellPayouts } from './toppingUp.ts';

export interface Needs {
  readonly payments: Pick<Providers, 'cardissuer'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** An issuer that has not answered is asked again soon; what is under way, and what rests, later: its messages come sooner. */
const againMs = minuteMs;
const underWayMs = 10 * minuteMs;
const restMs = dayMs;
/** A request that was not answered may still be done so much later, and undo what came after it: our own rule, longer than anybody on the way keeps one. */
const landingMs = 10 * minuteMs;

export type Followed = 'followed' | 'unanswered' | 'nothing';

/**
 * Asks the issuer how an application and its card stand, and does what follows: whoever tells of it, it is this answer that counts, and
 * never an older one over a newer one. What the issuer does not know yet it is asked for, under the same reference.
 */
export async function followCard(app: Needs, id: number): Promise<Followed> {
  const desk = app.payments.cardissuer?.cards;
  const before = await cardById(app.database.sql, id);
  if (!desk || !before || before.isForgotten) return 'nothing';
  const { answer, isRefused } = await answerOf(app, desk, before);
  if (answer.outcome === 'unknown') {
    await lookedAt(app.database.sql, { id, dueAt: after(app.clock.now(), againMs) });
    return 'unanswered';
  }
  const state = answer.outcome === 'found' ? answer.state : undefined;
  const reason = 'isClosed' in answer ? 'closed' : 'other';
  await app.database.transact((sql) => follow(sql, { id, state, reason, isRefused, now: app.clock.now() }));
  return 'followed';
}

/** Refused: the issuer will never take the application, or does not do now what the client wants of the card. */
async function answerOf(app: Needs, desk: CardDesk, card: CardRow) {
  const known = await desk.lookUp(card.reference);
  if (known.outcome === 'absent') return { answer: await askFor(app, desk, card), isRefused: false };
  if (known.outcome === 'unknown' || card.wantsBlocked === null || !isUsable(known.state.phase))
    return { answer: known, isRefused: false };
  const isDone = (known.state.phase === 'blocked') === card.wantsBlocked;
  if (isDone) return { answer: known, isRefused: false };
  // Noted ahead, and only while it is still wanted: whoever wants the opposite later knows that this may be on its way.
  const sending = { id: card.id, blocked: card.wantsBlocked, at: app.clock.now() };
  if (!(await noteSent(app.database.sql, sending))) return { answer: known, isRefused: false };
  const asked = await desk.setBlocked(card.reference, card.wantsBlocked);
  return asked.outcome === 'refused' ? { answer: known, isRefused: true } : { answer: asked, isRefused: false };
}

/** What the issuer has known before cannot have been forgotten, and what it refuses another process of ours may have brought it meanwhile. */
async function askFor(app: Needs, desk: CardDesk, card: CardRow) {
  if (card.version > 0) return { outcome: 'unknown', reason: 'the issuer does not know what it knew before' } as const;
  const client = await clientById(app.database.sql, card.clientId);
  if (!client) throw new Error(`prepaid card ${card.id} is nobody's`);
  // Whoever has left gets no card: the fee comes back, once nothing that was sent before can have arrived.
  if (statusFacts(client.profile.status).closed !== undefined)
    return mayHaveLanded(card.applySentAt, app.clock.now())
      ? ({ outcome: 'unknown', reason: 'what was sent before its client left may arrive' } as const)
      : ({ outcome: 'refused', message: 'its client has left', isClosed: true } as const);
  if (!(await noteApplied(app.database.sql, { id: card.id, at: app.clock.now() })))
    return { outcome: 'unknown', reason: 'it has ended meanwhile' } as const;
  const asked = await apply(app, { desk, card, email: client.email });
  if (asked.outcome !== 'refused') return asked;
  const again = await desk.lookUp(card.reference);
  return again.outcome === 'absent' ? asked : again;
}

const mayHaveLanded = (sentAt: Date | null, now: Date): boolean => sentAt !== null && after(sentAt, landingMs) > now;

interface Applying {
  readonly desk: CardDesk;
  readonly card: CardRow;
  readonly email: string;
}

async function apply({ publicUrl }: Needs, { desk, card, email }: Applying) {
  const { reference, clientId, nameOnCard, currency, street, city, postcode, country } = card;
  return desk.apply({
    reference,
    clientId,
    nameOnCard,
    currency,
    email,
    delivery: { street, city, postcode, country },
    notificationUrl: `${publicUrl}${cardsPath(desk)}`,
  });
}

/** Where the issuer's messages of cards go, below our own address. */
export const cardsPath = ({ path }: Pick<CardDesk, 'path'>): string => `${webhookRoot}cards/${path}`;

/** Twice as long after each refusal, a day at most. */
const laterMs = (refusals: number): number => Math.min(againMs * 2 ** Math.min(refusals, 12), dayMs);

interface Answered {
  readonly id: number;
  readonly state: CardState | undefined;
  /** Why there will be none, where there is no state. */
  readonly reason: 'closed' | 'other';
  /** What the client wants of the card was refused. */
  readonly isRefused: boolean;
  readonly now: Date;
}

async function follow(sql: Sql, { id, state, reason, isRefused, now }: Answered): Promise<void> {
  const card = await lockCard(sql, id);
  if (!card || isOver(card.phase)) return;
  // Somebody else has been answered meanwhile that the issuer has it, or has asked for it just before its client left.
  const isElsewhere = card.version > 0 || (reason === 'closed' && mayHaveLanded(card.applySentAt, now));
  if (!state && isElsewhere) return lookedAt(sql, { id, dueAt: after(now, againMs) });
  const phase = state?.phase ?? 'declined';
  const dueAt = after(now, isUsable(phase) ? restMs : underWayMs);
  if (state && state.version < card.version) return;
  // Done, and nothing that was sent before and says the opposite can still come after it.
  const opposite = card.wantsBlocked ? card.unblockSentAt : card.blockSentAt;
  const isWanted = card.wantsBlocked === (phase === 'blocked') && !mayHaveLanded(opposite, now);
  const news = {
    phase,
    version: state?.version ?? card.version,
    reason: phase === 'declined' ? (state?.reason ?? reason) : null,
    issuerCard: state?.card?.id ?? null,
    lastFour: state?.card?.lastFour ?? null,
    expires: state?.card?.expires ?? null,
  };
  if (phase === card.phase && news.version === card.version) await lookedAt(sql, { id, dueAt });
  else await writeNews(sql, { id, news, at: now, dueAt });
  // What staff have blocked is asked for again, whoever has taken that back.
  if (card.isHeld && phase === 'active') await setWanted(sql, { id, blocked: true, at: after(now, againMs) });
  else if (isWanted) await setWanted(sql, { id, blocked: null, at: dueAt });
  // What could not be done yet is asked for again soon, what was refused ever later.
  else if (card.wantsBlocked !== null && isUsable(phase))
    await wantAgain(sql, { id, isRefused, dueAt: after(now, isRefused ? laterMs(card.refusals) : againMs) });
  if (news.issuerCard !== null && news.issuerCard !== card.issuerCard) await stopPayouts(sql, card, now);
  const { issuerCard, lastFour, expires } = news.issuerCard === null ? card : news;
  await tellPayouts(sql, { ...card, phase, issuerCard, lastFour, expires }, now);
  if (phase !== card.phase) await conclude(sql, { card: { ...card, ...news }, now });
}

const told: Readonly<Partial<Record<Phase, keyof typeof prepaidCardsNotices>>> = {
  shipped: 'prepaid_card_shipped',
  active: 'prepaid_card_active',
  blocked: 'prepaid_card_blocked',
  declined: 'prepaid_card_declined',
};

async function conclude(sql: Sql, { card, now }: { readonly card: CardRow; readonly now: Date }): Promise<void> {
  const { id, clientId, currency, fee, phase, version } = card;
  if (phase === 'declined') await returnFee(sql, card, now);
  const notice = told[phase];
  if (!notice) return;
  const values = { card: `•••• ${card.lastFour ?? '····'}`, fee: { amount: formatMinor(fee, currency), currency } };
  await notify(sql, {
    clientId,
    notice: prepaidCardsNotices[notice],
    values,
    key: `prepaid_card:${id}:${phase}:${version}`,
    now,
  });
}
