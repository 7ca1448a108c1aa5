import { z } from 'zod';
import { archiveRequest, follower, performanceShare } from '../../protocol/investment.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { archiveReasons } from '../../law/strategies.ts';
import { reason, rowId } from '../../protocol/staff.ts';

const amount = z.string();
const number = inDigits(z.int().min(1).max(2_147_483_647));
const page = inDigits(z.int().min(1).max(1_000_000)).default(1);
const base = 'api/direct/investment-program';
export const remunerationsPage = 20;

const remuneration = performanceShare.extend({
  strategy_id: z.int(),
  strategy_name: z.string(),
  /** The follower's account. */
  acc_no: z.int(),
});
export type Remuneration = z.infer<typeof remuneration>;

const strategy = z.object({
  id: z.int(),
  acc_no: z.int(),
  name: z.string(),
  currency: z.string(),
  status: z.enum(['converting', 'active', 'closed']),
});

const deskArchive = z.object({
  id: z.int(),
  client_id: z.int(),
  acc_no: z.int(),
  strategy: z.string(),
  provider: z.string(),
  currency: z.string(),
  /** Follows that end with it, those of them whose money is on its way, and what was put into all of them. */
  open: z.int(),
  requests: z.int(),
  invested: amount,
  status: z.enum(['waiting', 'approved', 'declined']),
  reason: z.enum(archiveReasons).nullable(),
  asked_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  decided_by: z.string().nullable(),
});
export type DeskArchive = z.infer<typeof deskArchive>;

export const remunerationsContract = contract({
  area: 'remunerations',
  calls: {
    followers: {
      method: 'GET',
      path: `${base}/followers/{strategy_id}`,
      summary: 'Who follows one of the client’s strategies, by account, and what its provider has got of each.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ strategy_id: number, page }),
      output: z.object({
        direct: z.object({
          strategy,
          investmentAccounts: z.array(follower),
          total_items: z.int(),
          page: z.int(),
          page_size: z.literal(remunerationsPage),
          /** Follows that go on, and those of them that are being opened or ended or whose money is on its way. */
          open: z.int(),
          requests: z.int(),
          /** Of those that go on. */
          invested: amount,
          archiveRequests: z.array(archiveRequest),
        }),
      }),
      errors: { strategy_not_found: 404 },
      reads: ['strategies', 'equity'],
    },
    list: {
      method: 'GET',
      path: `${base}/remunerations`,
      summary: 'The client’s shares of what followers have gained, the newest first, with what they come to by currency.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        strategy_id: number.optional(),
        /** Days, both included (UTC). */
        from: z.iso.date().optional(),
        to: z.iso.date().optional(),
        page,
      }),
      output: z.object({
        direct: z.object({
          remunerations: z.array(remuneration),
          total_items: z.int(),
          page: z.int(),
          page_size: z.literal(remunerationsPage),
          totals: z.array(z.object({ currency: z.string(), count: z.int(), paid: amount, under_way: amount })),
          strategies: z.array(strategy),
        }),
      }),
      errors: {},
      reads: ['strategies', 'wallets'],
    },
    archive: {
      method: 'POST',
      path: `${base}/archive-request`,
      summary:
        'Asks to close a strategy, after which nobody can follow it and every follow of it ends. One that nobody follows is closed at once; of any other the desk decides.',
      who: 'client',
      gate: 'close_position',
      runs: 'transaction',
      input: z.object({ strategy_id: number }),
      output: z.object({ direct: z.object({ strategy, archiveRequests: z.array(archiveRequest) }) }),
      errors: { strategy_not_found: 404 },
      stale: ['strategies'],
    },
    lookAtArchive: {
      method: 'GET',
      path: '/api/desk/remunerations/archives/{id}',
      summary: 'A strategy that its provider wants closed, with who follows it.',
      who: 'staff',
      right: 'papers',
      audits: 'archive.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ archive: deskArchive }),
      errors: { archive_not_found: 404 },
      reads: ['cases'],
    },
    decideArchive: {
      method: 'POST',
      path: '/api/desk/remunerations/archives/{id}',
      summary: 'Closes a strategy as its provider asked, or has it go on for a listed reason.',
      who: 'staff',
      right: 'papers',
      audits: 'archive.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        decision: z.enum(['approved', 'declined']),
        /** Of what is declined. */
        reason_code: z.enum(archiveReasons).optional(),
        reason,
      }),
      output: z.object({ archive: deskArchive }),
      errors: { archive_not_found: 404, not_waiting: 409, case_claimed: 409, field_required: 422 },
      stale: ['cases', 'audit'],
    },
  },
  pages: {
    followers: {
      path: 'providers/followers/{id:int}',
      query: ['page'],
      gate: 'view',
      title: 'page.remunerations.followers',
    },
    list: {
      path: 'providers/remunerations',
      query: ['strategy', 'from', 'to', 'page'],
      gate: 'view',
      title: 'page.remunerations',
      group: 'invest',
    },
  },
  deskPages: {
    archive: { path: 'remunerations/archives/{id:int}', title: 'remunerations.desk.page', right: 'papers' },
  },
});
