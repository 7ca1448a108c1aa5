import { z } from 'zod';
import { investorStatuses } from '../../law/investors.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import {
  investment,
  investmentSource,
  investmentTrade as trade,
  markChange,
  performanceShare,
} from '../../protocol/investment.ts';
import {
  addFundsForm,
  askedAmount,
  followInput,
  investmentBase as base,
  investmentCalls,
  investmentErrors,
  movedInvestment,
  staleByInvestment,
} from '../../protocol/investmentCalls.ts';

const amount = z.string();
const number = inDigits(z.int().min(1).max(2_147_483_647));
const investmentPage = 20;

const withdrawInput = z.object({
  id: number,
  type: z.literal('withdraw'),
  amount: askedAmount,
});

export const investmentsContract = contract({
  area: 'investments',
  calls: {
    ...investmentCalls,
    list: {
      method: 'GET',
      path: `${base}/investment-accounts`,
      summary: 'What the client follows or has followed (`closed`), the newest first, with what it comes to by currency.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        page: inDigits(z.int().min(1).max(1_000_000)).default(1),
        state: z.enum(['all', 'closed']).default('all'),
      }),
      output: z.object({
        direct: z.object({
          status: z.enum(investorStatuses),
          investment_accounts: z.array(investment),
          total_items: z.int(),
          page: z.int(),
          page_size: z.literal(investmentPage),
          /** What a follow can be paid from, and is paid back into. */
          wallets: z.array(investmentSource),
          /** Of those that have not ended. */
          totals: z.array(z.object({ currency: z.string(), invested: amount, equity: amount, result: amount })),
        }),
      }),
      errors: {},
      reads: ['strategies', 'accounts', 'equity', 'transfers'],
    },
    exists: {
      method: 'GET',
      path: `${base}/investment-account-exists/{clientId}`,
      summary: 'Whether the client follows a strategy now.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ clientId: number }),
      output: z.object({ direct: z.object({ exists: z.boolean() }) }),
      errors: { profile_not_yours: 404 },
      reads: ['strategies'],
    },
    withdraw: {
      method: 'POST',
      path: `${base}/withdraw`,
      summary: 'Takes money out of a follow into the wallet of its currency.',
      who: 'client',
      gate: 'withdraw',
      runs: 'saga',
      input: withdrawInput,
      output: movedInvestment,
      errors: investmentErrors,
      stale: staleByInvestment,
    },
    shares: {
      method: 'GET',
      path: `${base}/investment-accounts/{id}/shares`,
      summary: 'What its provider got of what a follow has gained, each share with what it was computed from; the newest first.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ id: number, before: number.optional() }),
      output: z.object({
        direct: z.object({
          investment_account: investment,
          shares: z.array(performanceShare),
          /** Those before it are the next page. */
          next: z.int().nullable(),
          /** Since when the next share may be due: 30 days after the last period; null where nothing is going on. */
          next_due_at: z.iso.datetime().nullable(),
          /** How the high-water mark has come to be, the newest first; the last hundred. */
          marks: z.array(markChange),
        }),
      }),
      errors: { investment_not_found: 404 },
      reads: ['strategies', 'accounts'],
    },
    statement: {
      method: 'GET',
      path: `${base}/investor-statement`,
      summary:
        'What was traded on a follow, the latest first: of a strategy that was followed more than once the newest follow, or the one on `account`.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ investorId: number, id: number, account: number.optional(), after: z.string().max(60).optional() }),
      output: z.object({
        direct: z.object({
          orders: z.object({ closed: z.array(trade), next: z.string().nullable() }),
          strategy: investment,
        }),
      }),
      errors: { investment_not_found: 404, bad_cursor: 422 },
      reads: ['strategies', 'accounts'],
    },
  },
  forms: {
    follow: form({
      sends: followInput,
      supplied: ['acc_no', 'offer_id'],
      incomplete: 'investments.complete',
      fields: {
        trans_account: { kind: 'select', label: 'investments.from' },
        amount: { kind: 'amount', label: 'investments.amount', missing: 'money.amount.missing' },
        protection: { kind: 'select', label: 'investments.protection' },
        safety_mode: { kind: 'check', label: 'investments.safety', help: 'investments.safety.help', isOptional: true },
        i_agree_tc: { kind: 'check', label: 'investments.agree.terms', missing: 'investments.agree.missing' },
        i_agree_referral: { kind: 'check', label: 'investments.agree.referral', missing: 'investments.agree.missing' },
      },
    }),
    addFunds: addFundsForm,
    withdraw: form({
      sends: withdrawInput,
      always: { type: 'withdraw' },
      supplied: ['id'],
      fields: { amount: { kind: 'amount', label: 'investments.amount', missing: 'money.amount.missing' } },
    }),
  },
  pages: {
    follow: {
      path: 'accounts/open/investor',
      query: ['acc', 'manager', 'invest', 'fee', 'account', 'currency', 'leverage', 'swap_free', 'available_types', 'name'],
      gate: 'invest',
      title: 'page.investments.follow',
    },
    list: { path: 'investors/investments', query: ['page'], gate: 'view', title: 'page.investments', group: 'invest' },
    closed: { path: 'accounts/closed', query: ['page'], gate: 'view', title: 'page.investments.closed' },
    details: { path: 'investors/investments/{id:int}', gate: 'view', title: 'page.investments.details' },
    shares: { path: 'investors/shares/{id:int}', query: ['before'], gate: 'view', title: 'page.investments.shares' },
    withdrawal: { path: 'investors/withdrawal/{id:int}', gate: 'withdraw', title: 'page.investments.withdrawal' },
    byOldName: { path: 'accounts/investor/{id:int}/withdrawal', gate: 'withdraw', title: 'page.investments.withdrawal' },
    statement: {
      path: 'pamm/investment-statement/{investorId:int}/strategy/{id:int}',
      query: ['account', 'after'],
      gate: 'view',
      title: 'page.investments.statement',
    },
  },
});
