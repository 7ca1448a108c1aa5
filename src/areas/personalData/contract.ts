import { z } from 'zod';
import { contract } from '../../protocol/call.ts';

/** How long a kind of record is kept, and what erasure does to it: `rules.ts`. */
const recordKinds = [
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
  },
  pages: {
    personalData: { path: 'personal-data', title: 'personalData.title', gate: 'view_profile' },
  },
});
