import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { approvalAnswer, reason } from '../../protocol/staff.ts';

const key = z
  .string()
  .max(200)
  .regex(/^[\w.-]+$/);
const from = z.iso.datetime({ offset: true });
const setting = z.object({
  key,
  value: z.unknown(),
  /** What ships. */
  default_value: z.unknown(),
  is_changed: z.boolean(),
});

const change = z.object({
  id: z.int(),
  value: z.unknown(),
  /** From when on it counts; behind now, it did or does. */
  from: z.iso.datetime(),
  author: z.string(),
  created_at: z.iso.datetime(),
});

/** What is open besides payments: gold, losses that are to be paid back, and money at the banks that nobody is known for. */
export const openKinds = [
  'gold_quotes',
  'gold_pledges',
  'gold_terms',
  'gold_unpaid',
  'gold_deliveries',
  'losses',
  'unmatched',
] as const;
export type OpenKind = (typeof openKinds)[number];

/** Whom a change of a limit, a fee or a cooling-off touches. */
const touched = z.object({
  /** Who may move money, and is of a place that it counts for. */
  clients: z.array(z.object({ company: z.int(), count: z.int() })),
  /** Quotes that hold, and payments that have not come to their end. */
  requests: z.array(z.object({ type: z.enum(['deposit', 'withdraw', 'transfer']), quotes: z.int(), under_way: z.int() })),
  /** Requests under way stay as they were asked for; else they too go by the new value. */
  keeps_requests: z.boolean(),
  /** What else the setting decides of; what is not kept goes by the new value too. */
  open: z.array(z.object({ of: z.enum(openKinds), count: z.int(), keeps: z.boolean() })),
});
export type Touched = z.infer<typeof touched>;

const changeInput = z.object({
  key,
  /** Any JSON; left out or null it is null. */
  value: z.unknown().optional(),
  /** From when on it counts; left out: from the approval on. */
  from: from.optional(),
  reason,
});

const notThere = { setting_not_found: 404 } as const;

export const settingsContract = contract({
  area: 'settings',
  calls: {
    list: {
      method: 'GET',
      path: '/api/desk/settings',
      summary: 'Everything that the broker may change without a release, with its value.',
      who: 'staff',
      right: 'read_settings',
      runs: 'read',
      input: z.object({ search: z.string().trim().max(100).optional() }),
      output: z.object({ settings: z.array(setting) }),
      errors: {},
      reads: ['settings'],
    },
    one: {
      method: 'GET',
      path: '/api/desk/settings/{key}',
      summary: 'A setting with its history, newest first, scheduled changes too.',
      who: 'staff',
      right: 'read_settings',
      runs: 'read',
      input: z.object({ key }),
      output: z.object({ setting, history: z.array(change) }),
      errors: notThere,
      reads: ['settings'],
    },
    preview: {
      method: 'GET',
      path: '/api/desk/settings/{key}/preview',
      summary: 'What a change would change: the value before and after, or what is wrong with it. Nothing is kept.',
      who: 'staff',
      right: 'settings',
      runs: 'read',
      input: z.object({
        key,
        /** JSON as text, such as `250` or `"250.00"`. */
        value: z.string().max(16_000),
        from: from.optional(),
      }),
      output: z.object({
        preview: z.object({
          key,
          before: z.unknown(),
          after: z.unknown(),
          from: z.iso.datetime().nullable(),
          is_change: z.boolean(),
          /** What is wrong with the value, in words; null when it can be asked for. */
          fault: z.string().nullable(),
          /** Null where nobody can say, where it is no change, or none that can be asked for. */
          touches: touched.nullable(),
        }),
      }),
      errors: notThere,
      reads: ['settings'],
    },
    change: {
      method: 'POST',
      path: '/api/desk/settings',
      summary: 'Asks for a change of a setting, which a second person approves.',
      who: 'staff',
      right: 'settings',
      audits: 'setting.ask',
      runs: 'transaction',
      input: changeInput,
      output: approvalAnswer,
      errors: { ...notThere, setting_invalid: 422, setting_unchanged: 422, setting_from_past: 422 },
      stale: ['approvals', 'settings', 'audit'],
    },
  },
  deskPages: {
    list: { path: 'settings', query: ['search'], title: 'desk.nav.settings', right: 'read_settings' },
    one: { path: 'settings/{key}', title: 'desk.nav.setting', right: 'read_settings' },
  },
});
