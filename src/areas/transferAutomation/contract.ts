import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import { askedNumber } from '../../protocol/asked.ts';
import { ownFundingAccount, transferStatuses } from '../../protocol/payment.ts';
import { reason, rowId } from '../../protocol/staff.ts';

/** What an order waits for: money that arrives, a profit, or its dates. */
export const occasions = ['deposit', 'profit', 'dates'] as const;
export const everies = ['once', 'week', 'month'] as const;
/** Monday is the first. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;
export type Every = (typeof everies)[number];

/** Why nothing was moved although there was an occasion. Each has its sentence, `automation.skip.<reason>`. */
export const skipReasons = [
  'not_enough_money',
  'bonus',
  'debt',
  'account',
  'review',
  'limit',
  'exchange_limit',
  'unavailable',
  'not_allowed',
  'missed',
  'stopped',
] as const;
export type SkipReason = (typeof skipReasons)[number];

const amount = z.string();
const moment = z.iso.datetime();
const day = z.iso.date();

const order = z.object({
  id: z.int(),
  account_number: z.int(),
  target_account_number: z.int(),
  account_name: z.string().nullable(),
  target_account_name: z.string().nullable(),
  currency: z.string(),
  occasion: z.enum(occasions),
  /** Of a deposit, in per cent; null where an amount is moved. */
  share: z.int().nullable(),
  amount: amount.nullable(),
  /** Profit above so much is moved. */
  above: amount.nullable(),
  every: z.enum(everies).nullable(),
  on: day.nullable(),
  /** The weekday (1 is Monday) or the day of the month. */
  day: z.int().nullable(),
  status: z.enum(['active', 'paused', 'ended']),
  /** When it is next looked at; null where that follows from what happens, and while it is paused. */
  next_at: moment.nullable(),
  created_at: moment,
});
export type Order = z.infer<typeof order>;

const run = z.object({
  id: z.int(),
  order_id: z.int(),
  at: moment,
  occasion: z.enum(occasions),
  account_number: z.int(),
  target_account_number: z.int(),
  amount,
  currency: z.string(),
  /** `due`: it is being done, or tried again. */
  state: z.enum(['due', 'done', 'skipped']),
  /** Why it was skipped, in the reader's language. */
  reason: z.string().nullable(),
  transfer_id: z.int().nullable(),
  transfer_status: z.enum(transferStatuses).nullable(),
});
export type Run = z.infer<typeof run>;

const asked = z.string().max(40);
const createInput = z.object({
  occasion: z.enum(occasions),
  account_number: askedNumber,
  target_account_number: askedNumber,
  /** Of deposits: `share` of what has arrived, or always `amount`. */
  moves: z.enum(['share', 'amount']).optional(),
  share: inDigits(z.int().min(1).max(100)).optional(),
  amount: asked.optional(),
  above: asked.optional(),
  every: z.enum(everies).optional(),
  on: day.optional(),
  weekday: inDigits(z.int().min(1).max(7)).optional(),
  day: inDigits(z.int().min(1).max(31)).optional(),
});
export type CreateInput = z.output<typeof createInput>;

const ofDates = { field: 'occasion', is: ['dates'] } as const;

export const transferAutomationContract = contract({
  area: 'transferAutomation',
  calls: {
    list: {
      method: 'GET',
      path: 'api/transfer-automation',
      summary: 'The client’s standing orders between own accounts, and the accounts that there can be one of.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        orders: z.array(order),
        accounts: z.array(ownFundingAccount.extend({ available: amount })),
        /** So many at a time. */
        most: z.int(),
        /** The hour of the day, UTC, at which dates are due. */
        hour: z.int(),
      }),
      errors: {},
      reads: ['transfers', 'accounts', 'equity', 'wallets'],
    },
    create: {
      method: 'POST',
      path: 'api/transfer-automation',
      summary: 'Orders transfers between own accounts: on each deposit, on profit above an amount, or on dates.',
      who: 'client',
      gate: 'transfer',
      runs: 'transaction',
      rate: { count: 30, seconds: 3600 },
      input: createInput,
      output: z.object({ order }),
      errors: {
        field_required: 422,
        unknown_account: 422,
        same_account: 422,
        bad_amount: 422,
        date_passed: 422,
        profit_of_wallet: 422,
        standing_limit: 422,
      },
      stale: ['transfers'],
    },
    change: {
      method: 'POST',
      path: 'api/transfer-automation/{id}',
      summary: 'Pauses a standing order, goes on with it, or ends it.',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      input: z.object({ id: rowId, action: z.enum(['pause', 'resume', 'end']) }),
      output: z.object({ order }),
      errors: { ...gateErrors, unknown_standing_order: 404, standing_order_ended: 409, date_passed: 422 },
      stale: ['transfers'],
    },
    history: {
      method: 'GET',
      path: 'api/transfer-automation/history',
      summary: 'What the client’s standing orders have done, and what they have skipped and why, newest first.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        after: z
          .string()
          .regex(/^\d{1,9}$/)
          .optional(),
        limit: inDigits(z.int().min(1).max(100)).optional(),
      }),
      output: z.object({ runs: z.array(run), next: z.string().nullable() }),
      errors: {},
      reads: ['transfers', 'notices'],
    },
    ofClient: {
      method: 'GET',
      path: '/api/desk/transfer-automation',
      summary: 'A client’s standing orders with what they last did.',
      who: 'staff',
      right: 'read_clients',
      audits: 'standing_order.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({ orders: z.array(order), runs: z.array(run) }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    pauseAtDesk: {
      method: 'POST',
      path: '/api/desk/transfer-automation/{id}/pause',
      summary: 'Pauses a client’s standing order; the client is told, and can go on with it.',
      who: 'staff',
      right: 'transfers',
      audits: 'standing_order.pause',
      runs: 'transaction',
      input: z.object({ id: rowId, reason }),
      output: z.object({}),
      errors: { standing_order_not_found: 404, standing_order_not_active: 409 },
      stale: ['cases', 'audit'],
    },
  },
  forms: {
    create: form({
      sends: createInput,
      fields: {
        occasion: { kind: 'choice', label: 'automation.occasion' },
        account_number: { kind: 'select', label: 'automation.from' },
        target_account_number: { kind: 'select', label: 'automation.to' },
        moves: { kind: 'choice', label: 'automation.moves', when: { field: 'occasion', is: ['deposit'] } },
        share: {
          kind: 'text',
          label: 'automation.share',
          wrong: 'automation.share.wrong',
          inputMode: 'numeric',
          maxLength: 3,
          autoComplete: 'off',
          when: { field: 'moves', is: ['share'] },
        },
        above: {
          kind: 'amount',
          label: 'automation.above',
          help: 'automation.above.help',
          missing: 'money.amount.missing',
          when: { field: 'occasion', is: ['profit'] },
        },
        every: { kind: 'choice', label: 'automation.every', when: ofDates },
        on: { kind: 'date', label: 'automation.on', years: { from: 0, till: 2 }, when: { field: 'every', is: ['once'] } },
        weekday: { kind: 'select', label: 'automation.weekday', when: { field: 'every', is: ['week'] } },
        day: { kind: 'select', label: 'automation.day', help: 'automation.day.help', when: { field: 'every', is: ['month'] } },
        amount: { kind: 'amount', label: 'automation.amount', missing: 'money.amount.missing' },
      },
    }),
  },
  pages: {
    // Document 1 §2.
    orders: { path: 'transfer-automation', query: ['after'], title: 'page.automation', gate: 'view', group: 'money' },
  },
});
