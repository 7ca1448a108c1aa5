import { z } from 'zod';
import { mostOnCard } from '../../law/prepaidCards.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits, yesOrNo } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { reason, rowId } from '../../protocol/staff.ts';

/* Prepaid cards of the broker's brand: asking for one, how far it is, blocking it. Money goes onto it as a withdrawal does. */

const amount = z.string();
const moment = z.iso.datetime();
const line = z.string().trim().min(2).max(100);

export const cardPhases = ['requested', 'in_review', 'approved', 'shipped', 'active', 'blocked', 'expired', 'declined'] as const;

const card = z.object({
  id: z.int(),
  phase: z.enum(cardPhases),
  currency: z.string(),
  /** What was taken with the application; given back where it was declined. */
  fee: amount,
  name_on_card: z.string(),
  /** All that is known of its number; null until it is issued. */
  last_four: z.string().nullable(),
  /** The last month in which it can be used, such as 2029-11. */
  expires: z.string().nullable(),
  /** Why it was declined, in the client's language. */
  reason: z.string().nullable(),
  /** The client has asked for that, and the issuer has not done it yet; null where nothing is asked for. */
  wants: z.enum(['blocked', 'active']).nullable(),
  /** The broker has blocked it: only the broker gives it back. */
  held: z.boolean(),
  /** How it is topped up; null while nothing can go onto it. */
  top_up: z
    .object({
      /** Of a withdrawal: its method, and the card among its destinations. */
      pm_id: z.int(),
      destination: z.int(),
      /** What of the wallet of its currency can go onto it now. */
      available: amount,
      /** What goes back first to where it was paid in from, and never onto a card. */
      back: z.array(z.object({ currency: z.string(), amount })),
    })
    .nullable(),
  asked_at: moment,
  moved_at: moment,
});
export type PrepaidCard = z.infer<typeof card>;

const cardAtDesk = z.object({
  id: z.int(),
  client_id: z.int(),
  company: z.int(),
  /** Ours, at the issuer. */
  reference: z.string(),
  phase: z.enum(cardPhases),
  currency: z.string(),
  fee: amount,
  name_on_card: z.string(),
  last_four: z.string().nullable(),
  expires: z.string().nullable(),
  /** The word of why it was declined. */
  reason: z.string().nullable(),
  wants: z.enum(['blocked', 'active']).nullable(),
  is_held: z.boolean(),
  /** Whether staff can block it now, or give it back. */
  may_hold: z.boolean(),
  asked_at: moment,
  moved_at: moment,
});
export type CardAtDesk = z.infer<typeof cardAtDesk>;

const offer = z.object({
  currencies: z.array(z.object({ currency: z.string(), fee: amount, balance: amount })),
  /** What the form begins with, as the profile has it. */
  name_on_card: z.string(),
  street: z.string(),
  city: z.string(),
  postcode: z.string(),
  /** Where it is delivered: the client's own country. */
  country: z.string(),
});
export type CardOffer = z.infer<typeof offer>;

const applyInput = z.object({
  currency: z.string().length(3),
  name_on_card: z.string().trim().min(2).max(mostOnCard),
  street: line,
  city: line,
  postcode: z.string().trim().min(2).max(12),
  accept_terms: yesOrNo,
  /** What the client was shown: nothing else is taken. */
  fee: z.string().max(20),
});

export const prepaidCardsContract = contract({
  area: 'prepaidCards',
  calls: {
    look: {
      method: 'GET',
      path: 'api/prepaid-cards',
      summary: 'The client’s prepaid cards, the newest first, and what can be asked for.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        /** Null where none can be asked for: `why` says why. */
        offer: offer.nullable(),
        why: z.enum(['prepaid_card_not_offered', 'prepaid_card_exists']).nullable(),
        cards: z.array(card),
      }),
      errors: {},
      reads: ['prepaidCards', 'wallets', 'transfers'],
    },
    apply: {
      method: 'POST',
      path: 'api/prepaid-cards',
      summary:
        'Asks for a card in the client’s own name, delivered to their country; the fee is taken out of the wallet of its currency.',
      who: 'client',
      gate: 'withdraw',
      runs: 'transaction',
      input: applyInput,
      output: z.object({ card }),
      errors: {
        prepaid_card_not_offered: 422,
        prepaid_card_exists: 409,
        prepaid_card_fee_changed: 409,
        prepaid_card_money_short: 422,
        prepaid_card_name: 422,
        debt_open: 422,
        field_required: 422,
      },
      stale: ['prepaidCards', 'wallets', 'dashboard'],
    },
    block: {
      method: 'POST',
      path: 'api/prepaid-cards/{id}/block',
      summary:
        'Blocks a card, or takes that back, which nobody does while their account is frozen: nothing goes onto it from now on, and the issuer is asked until it has done it.',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      input: z.object({ id: inDigits(z.int().min(1).max(2_147_483_647)), blocked: z.boolean() }),
      output: z.object({ card }),
      errors: { prepaid_card_not_found: 404, prepaid_card_not_active: 422, prepaid_card_held: 422, account_frozen: 403 },
      stale: ['prepaidCards'],
    },
    list: {
      method: 'GET',
      path: '/api/desk/prepaid-cards',
      summary:
        'Applications for prepaid cards and the cards that came of them, the newest first: of a phase, of a client, by the last digits, our reference or the beginning of the name on the card.',
      who: 'staff',
      right: 'transfers',
      audits: 'prepaid_card.list',
      runs: 'read',
      input: z.object({
        phase: z.enum(cardPhases).optional(),
        search: z.string().trim().max(60).optional(),
        after: rowId.optional(),
      }),
      output: z.object({ cards: z.array(cardAtDesk), next: z.string().nullable() }),
      errors: {},
      reads: ['cases', 'prepaidCards'],
    },
    ofClient: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/prepaid-cards',
      summary: 'A client’s applications for prepaid cards and their cards, the newest first, at most fifty.',
      who: 'staff',
      right: 'read_clients',
      audits: 'prepaid_card.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({ cards: z.array(cardAtDesk) }),
      errors: { client_not_found: 404 },
      reads: ['cases', 'prepaidCards'],
    },
    hold: {
      method: 'POST',
      path: '/api/desk/prepaid-cards/{id}/hold',
      summary:
        'Blocks a card so that its client cannot take that back, or gives it back to its client, who then lifts the block.',
      who: 'staff',
      right: 'transfers',
      audits: 'prepaid_card.hold',
      runs: 'transaction',
      input: z.object({ id: rowId, held: z.boolean(), reason }),
      output: z.object({ card: cardAtDesk }),
      errors: { prepaid_card_not_found: 404, prepaid_card_ended: 409, prepaid_card_is_held: 409, prepaid_card_not_held: 409 },
      stale: ['prepaidCards', 'cases', 'audit'],
    },
  },
  forms: {
    apply: form({
      sends: applyInput,
      supplied: ['fee'],
      fields: {
        currency: { kind: 'select', label: 'prepaidCards.currency' },
        name_on_card: { kind: 'text', label: 'prepaidCards.name', help: 'prepaidCards.name.help', maxLength: mostOnCard },
        street: { kind: 'text', label: 'prepaidCards.street', maxLength: 100 },
        city: { kind: 'text', label: 'prepaidCards.city', maxLength: 100 },
        postcode: { kind: 'text', label: 'prepaidCards.postcode', maxLength: 12 },
        accept_terms: { kind: 'check', label: 'prepaidCards.terms' },
      },
    }),
  },
  pages: {
    // Document 1 §2: `/{brand}-mastercard`.
    cards: { path: '{brand}-mastercard', title: 'page.prepaidCards', gate: 'view', group: 'money' },
  },
  deskPages: {
    cards: { path: 'prepaid-cards', query: ['phase', 'search'], title: 'desk.nav.prepaidCards', right: 'transfers' },
  },
});
