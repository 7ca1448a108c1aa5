import { formatMinor } from '../../base/money.ts';
import type { Say } from '../../base/wording.ts';
import { cardReasons } from '../../ports/payments/cards.ts';
import type { CardAtDesk, PrepaidCard } from './contract.ts';
import { isOver } from './phases.ts';
import type { CardRow } from './store.ts';

/** Why none came of an application: in the issuer's words, or because its client had left before the issuer was asked. */
const reasons = [...cardReasons, 'closed'] as const;

const knownReason = (reason: string) => reasons.find((known) => known === reason) ?? 'other';

/** What is still to be done at the issuer; what it has done already may have to be seen to stay so. */
function wantsOf({ phase, wantsBlocked }: CardRow): PrepaidCard['wants'] {
  if (wantsBlocked === null || wantsBlocked === (phase === 'blocked')) return null;
  return wantsBlocked ? 'blocked' : 'active';
}

export function shownCard(card: CardRow, say: Say): PrepaidCard {
  const { id, phase, currency, fee, nameOnCard, lastFour, expires, reason, isHeld, askedAt, movedAt } = card;
  return {
    id,
    phase,
    currency,
    fee: formatMinor(fee, currency),
    name_on_card: nameOnCard,
    last_four: lastFour,
    expires,
    reason: reason === null ? null : say(`prepaidCards.declined.${knownReason(reason)}`),
    wants: wantsOf(card),
    held: isHeld,
    top_up: null,
    asked_at: askedAt.toISOString(),
    moved_at: movedAt.toISOString(),
  };
}

export function cardAtDesk(card: CardRow): CardAtDesk {
  const { id, clientId, companyId, reference, phase, currency, fee, nameOnCard, lastFour, expires, reason, isHeld } = card;
  return {
    id,
    client_id: clientId,
    company: companyId,
    reference,
    phase,
    currency,
    fee: formatMinor(fee, currency),
    name_on_card: nameOnCard,
    last_four: lastFour,
    expires,
    reason,
    wants: wantsOf(card),
    is_held: isHeld,
    may_hold: !isOver(phase) && !card.isForgotten,
    asked_at: card.askedAt.toISOString(),
    moved_at: card.movedAt.toISOString(),
  };
}
