import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { reason, rowId } from '../../protocol/staff.ts';

export const feeStates = ['announced', 'asked', 'posted', 'waived', 'nothing'] as const;
export type FeeState = (typeof feeStates)[number];

const amount = z.string();
const moment = z.iso.datetime();

const fee = z.object({
  id: z.int(),
  /** In US dollars. */
  amount,
  currency: z.string(),
  idle_since: moment,
  announced_at: moment,
  due_at: moment,
  state: z.enum(feeStates),
  /** What was taken, and where: less where there was less. */
  taken: z.object({ account_number: z.int(), amount, currency: z.string() }).nullable(),
});
export type ShownFee = z.infer<typeof fee>;

export const idleFeesContract = contract({
  area: 'idleFees',
  calls: {
    ofClient: {
      method: 'GET',
      path: '/api/desk/idle-fees',
      summary: 'What a client was charged for months in which nothing was done, and what is announced.',
      who: 'staff',
      right: 'read_clients',
      audits: 'idle_fee.read',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({ fees: z.array(fee) }),
      errors: { client_not_found: 404 },
      reads: ['cases'],
    },
    waive: {
      method: 'POST',
      path: '/api/desk/idle-fees/{id}/waive',
      summary: 'Takes an announced fee back before it is taken.',
      who: 'staff',
      right: 'adjustments',
      audits: 'idle_fee.waive',
      runs: 'transaction',
      input: z.object({ id: rowId, reason }),
      output: z.object({}),
      errors: { idle_fee_not_found: 404, idle_fee_not_announced: 409 },
      stale: ['cases', 'audit'],
    },
  },
});
