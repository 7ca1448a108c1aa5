import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { proofErrors, proofFields } from '../../protocol/proof.ts';
import { approval, reason, rowId } from '../../protocol/staff.ts';

/** How long a kind of record is kept, and what erasure does to it: `rules.ts`. */
export const recordKinds = [
  'identity',
  'suitability',
  'payments',
  'trading',
  'messages',
  'security',
  'preferences',
  'suspicion',
  'book',
  'passing',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** What the client is told of: that there is a file of suspicion nobody hears (readings, decision 29). */
export const toldKinds = z.enum(recordKinds).exclude(['suspicion', 'passing']);
export type ToldKind = z.output<typeof toldKinds>;

const retained = z.object({
  kind: toldKinds,
  /** What erasure does to it: it goes at once, when the law has it kept no longer, or stays, nameless. */
  erasure: z.enum(['at_once', 'when_lapsed', 'stays']),
  /** After the client has left; null where no law says. */
  years: z.int().nullable(),
  /** As it is cited. */
  law: z.string().nullable(),
});
export type Retained = z.output<typeof retained>;

const moment = z.iso.datetime();

/** Why a client's wish is declined, as they are told. */
export const erasureReasons = ['something_left', 'withdrawn_by_phone', 'not_you'] as const;

/** What the broker has open about a client who asks: for staff alone, since some of it may be told to no client. */
export const keptBackReasons = ['screening', 'frozen', 'dispute', 'debt', 'case', 'approval'] as const;
export type KeptBack = (typeof keptBackReasons)[number];

const erasure = z.object({
  /** Null where nobody has asked. */
  state: z.enum(['waiting', 'declined', 'withdrawn']).nullable(),
  asked_at: moment.nullable(),
  reason_code: z.enum(erasureReasons).nullable(),
  /** Money or something under way: it has to be withdrawn or ended first. */
  is_something_left: z.boolean(),
});
export type Erasure = z.output<typeof erasure>;

/** What would happen to a kind of record if it were agreed to now. */
const lapse = z.object({ kind: toldKinds, until: moment.nullable(), stays: z.boolean(), law: z.string().nullable() });
export type Lapsing = z.output<typeof lapse>;

export const personalDataContract = contract({
  area: 'personalData',
  calls: {
    retention: {
      method: 'GET',
      path: 'api/personal-data/retention',
      summary: 'What kinds of records are kept of the client, why, for how long, and what erasure does to each.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: z.object({ kinds: z.array(retained) }),
      errors: {},
    },
    erasure: {
      method: 'GET',
      path: 'api/personal-data/erasure',
      summary: 'Whether the client has asked to be erased, what became of it, and whether something stands in the way.',
      who: 'client',
      gate: 'view_profile',
      runs: 'read',
      input: z.object({}),
      output: erasure,
      errors: {},
      reads: ['client_info'],
    },
    askErasure: {
      method: 'POST',
      path: 'api/personal-data/erasure',
      summary: 'Asks that the client’s data be erased as far as no law has it kept; the desk decides, two persons.',
      who: 'client',
      gate: 'view_profile',
      runs: 'saga',
      keepsAnswer: false,
      rate: { count: 10, seconds: 3600 },
      input: z.object(proofFields),
      output: z.object({}),
      errors: { ...proofErrors, erasure_asked: 409 },
      stale: ['client_info', 'notices'],
    },
    withdrawErasure: {
      method: 'POST',
      path: 'api/personal-data/erasure/withdraw',
      summary: 'Takes the request back while it waits.',
      who: 'client',
      gate: 'view_profile',
      runs: 'transaction',
      input: z.object({}),
      output: z.object({}),
      errors: { erasure_not_asked: 409 },
      stale: ['client_info'],
    },
    lookErasure: {
      method: 'GET',
      path: '/api/desk/personal-data/{client_id}/erasure',
      summary: 'A client’s request to be erased: what would go at once, and what is kept until when by which law.',
      who: 'staff',
      right: 'restrictions',
      audits: 'client.look_erasure',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({
        asked_at: moment,
        is_something_left: z.boolean(),
        /** Why nothing may be erased yet, besides; empty where nothing speaks against it. */
        kept_back: z.array(z.enum(keptBackReasons)),
        lapsing: z.array(lapse),
      }),
      errors: { erasure_not_asked: 404 },
      reads: ['cases'],
    },
    decideErasure: {
      method: 'POST',
      path: '/api/desk/personal-data/{client_id}/erasure',
      summary: 'Agrees to a request to be erased, which a second person always approves, or declines it.',
      who: 'staff',
      right: 'restrictions',
      audits: 'client.decide_erasure',
      runs: 'transaction',
      input: z.object({
        client_id: rowId,
        decision: z.enum(['agree', 'decline']),
        reason_code: z.enum(erasureReasons).optional(),
        reason,
      }),
      output: z.object({ approval: approval.nullable() }),
      errors: {
        erasure_not_asked: 404,
        something_left: 409,
        kept_back: 409,
        already_asked: 409,
        field_required: 422,
        case_claimed: 409,
      },
      stale: ['cases', 'approvals', 'audit'],
    },
  },
  pages: {
    personalData: { path: 'personal-data', title: 'personalData.title', gate: 'view_profile' },
  },
});
