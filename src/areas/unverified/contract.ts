import { z } from 'zod';
import { currencyCodes } from '../../base/currency.ts';
import { contract } from '../../protocol/call.ts';
import { namedDestination, namedMethod } from '../../protocol/namedPayout.ts';
import { approvalAnswer, reason, rowId } from '../../protocol/staff.ts';

/** The longest that staff can have money stay beyond its days, counted from the first of it, however often they give time. */
export const mostExtraDays = 30;

const currency = z.enum(currencyCodes);

const waiting = z.object({
  currency: z.string(),
  /** What of the deposits has to go back, and as much of it as the wallet has. */
  amount: z.string(),
  in_wallet: z.string(),
  due_at: z.iso.datetime(),
  deposits: z.array(z.object({ transfer_id: z.int(), left: z.string() })),
  /** Why nothing of it can go anywhere now; null where it can. */
  held: z.enum(['frozen', 'charged_back', 'screened', 'owes', 'busy']).nullable(),
  /** What can pay it to a destination in the client's own name. */
  methods: z.array(namedMethod),
  may_extend: z.boolean(),
  /** A second person was asked already. */
  is_asked: z.boolean(),
});
export type UnverifiedWaiting = z.infer<typeof waiting>;

const sums = z.object({
  currency: z.string(),
  /** What has come and was not taken back by its payer, and what of it nobody has given back or asked back. */
  came: z.string(),
  here: z.string(),
  /** What has gone back, or is on its way there. */
  gone: z.string(),
  due_at: z.iso.datetime(),
  /** What happens with what is here: it goes back by itself then, or it was to have gone and waits for staff. */
  next: z.enum(['goes_back', 'staff', 'nothing_left']),
  deposits: z.array(z.object({ transfer_id: z.int(), amount: z.string(), left: z.string(), arrived_at: z.iso.datetime() })),
});
export type UnverifiedSums = z.infer<typeof sums>;

const clock = z.object({
  /** What the client may pay in, and how much of it is left; null once the papers are approved. */
  terms: z.object({ cap: z.string(), left: z.string(), currency: z.string(), days: z.int() }).nullable(),
  sums: z.array(sums),
  /** Why nothing could go back now, for whoever decides of payments or papers; null where it could, and for everybody else. */
  held: z.enum(['frozen', 'charged_back', 'screened', 'owes', 'busy']).nullable(),
});
export type UnverifiedClock = z.infer<typeof clock>;

export const unverifiedContract = contract({
  area: 'unverified',
  calls: {
    ofClient: {
      method: 'GET',
      path: '/api/desk/clients/{client_id}/unverified',
      summary:
        'What a client paid in before the papers were approved: how much, up to which cap, until when, and what happens then.',
      who: 'staff',
      right: 'read_clients',
      audits: 'unverified.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({
        /** Null where no deposit of the client's is held to a cap or a clock. */
        clock: clock.nullable(),
      }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    look: {
      method: 'GET',
      path: '/api/desk/unverified/{client_id}/{currency}',
      summary: 'What a client paid in before the papers were approved and could not go back by itself, and where it could go.',
      who: 'staff',
      right: 'transfers',
      audits: 'unverified.look',
      runs: 'transaction',
      input: z.object({ client_id: rowId, currency }),
      output: z.object({ waiting }),
      errors: { client_not_found: 404, not_waiting: 409 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/unverified/{client_id}/{currency}',
      summary:
        'Has it paid to a named destination in the client’s own name, or gives its client more time for the papers. A second person always agrees.',
      who: 'staff',
      right: 'transfers',
      audits: 'unverified.decide',
      runs: 'transaction',
      input: z.object({
        client_id: rowId,
        currency,
        action: z.enum(['send_back', 'extend']),
        /** To extend: so many days from now. */
        days: z.int().min(1).max(mostExtraDays).optional(),
        /** To send back: by what, and where to. */
        ...namedDestination,
        reason,
      }),
      output: approvalAnswer,
      errors: {
        client_not_found: 404,
        not_waiting: 409,
        case_claimed: 409,
        already_asked: 409,
        money_held: 409,
        papers_refused: 409,
        reversal_waits: 409,
        time_used_up: 422,
        field_required: 422,
        method_not_offered: 422,
        bank_not_listed: 422,
        destination_not_valid: 422,
        coin_not_offered: 422,
      },
      stale: ['cases', 'approvals', 'audit'],
    },
  },
});
