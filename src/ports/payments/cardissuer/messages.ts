import { z } from 'zod';
import { currencyCodes } from '../../../base/currency.ts';
import type { CardPhase, CardReason, CardState } from '../cards.ts';
import { maxReferenceLength } from '../port.ts';

/* What the issuer writes of an application and its card: its own words, its own clock (with its offset), its own way to write an expiry. */

const cardSchema = z.object({
  id: z.string().min(1).max(40),
  last4: z.string().regex(/^\d{4}$/),
  /** Month and year, as it stands on the card: `11/29`. */
  expires: z.string().regex(/^(0[1-9]|1[0-2])\/\d{2}$/),
  status: z.string().max(20),
  currency: z.enum(currencyCodes),
});

const applicationSchema = z.object({
  reference: z.string().min(1).max(maxReferenceLength),
  /** As large as it is kept. */
  sequence: z.int().min(1).max(2_147_483_647),
  status: z.string().max(20),
  /** Of one that was declined. */
  reason: z.string().max(60).nullable(),
  /** Null before its approval. */
  card: cardSchema.nullable(),
  at: z.iso.datetime({ offset: true }),
});

export const answerSchema = z.object({ merchant: z.string().max(40), application: applicationSchema });

/** What is not in these tables is under way still. */
const applicationPhases: ReadonlyMap<string, CardPhase> = new Map([
  ['received', 'requested'],
  ['in_review', 'in_review'],
  ['approved', 'approved'],
  ['declined', 'declined'],
]);
const cardStatuses: ReadonlyMap<string, CardPhase> = new Map([
  ['ordered', 'approved'],
  ['shipped', 'shipped'],
  ['active', 'active'],
  ['blocked', 'blocked'],
  ['expired', 'expired'],
]);

const reasons: ReadonlyMap<string, CardReason> = new Map([
  ['identity_not_confirmed', 'identity'],
  ['address_not_deliverable', 'address'],
  ['country_not_served', 'country'],
  ['not_eligible', 'not_eligible'],
]);

export function stateOf({ reference, sequence, status, reason, card }: z.infer<typeof applicationSchema>): CardState {
  const applied = applicationPhases.get(status) ?? 'in_review';
  const phase = card && applied === 'approved' ? (cardStatuses.get(card.status) ?? 'approved') : applied;
  return {
    reference,
    version: sequence,
    phase,
    reason: phase === 'declined' ? (reasons.get(reason ?? '') ?? 'other') : undefined,
    card: card ? { id: card.id, lastFour: card.last4, expires: monthOf(card.expires), currency: card.currency } : undefined,
  };
}

/** `11/29` is November 2029. */
function monthOf(expires: string): string {
  const [month = '', year = ''] = expires.split('/');
  return `20${year}-${month}`;
}
