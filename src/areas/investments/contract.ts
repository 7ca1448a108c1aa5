import { z } from 'zod';
import { investorRisks, investorStatuses } from '../../law/investors.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits, yesOrNo } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import {
  investment,
  investmentSource as source,
  investmentTrade as trade,
  markChange,
  performanceShare,
} from '../../protocol/investment.ts';
import { askedNumber } from '../../protocol/asked.ts';
import { paymentsProcess, transferStatuses } from '../../protocol/payment.ts';

const amount = z.string();
const number = inDigits(z.int().min(1).max(2_147_483_647));
const investmentPage = 20;
const askedAmount = z.string().max(40);

const followInput = z.object({
  /** The strategy's account. */
  acc_no: number,
  trans_account: askedNumber,
  /** In the currency of the account that it comes from. */
  amount: askedAmount,
  /** The offer that was shown. */
  offer_id: number,
  safety_mode: yesOrNo.default(false),
  protection: inDigits(z.int().min(1).max(99)),
  /** The terms of the strategy, and that its provider is paid for being followed. */
  i_agree_tc: yesOrNo.default(false),
  i_agree_referral: yesOrNo.default(false),
  confirm_bonus_removal: yesOrNo.optional(),
});

const addInput = z.object({
  action: z.literal('add_funds'),
  trans_account: askedNumber,
  strategy_id: number,
  amount: askedAmount,
  /** The source's own, when it is sent at all. */
  currency: z.string().max(10).optional(),
  confirm_bonus_removal: yesOrNo.optional(),
});

const withdrawInput = z.object({
  id: number,
  type: z.literal('withdraw'),
  amount: askedAmount,
});

const moneyErrors = {
  ...paymentsProcess.errors,
  investment_not_found: 404,
  investment_closing: 409,
  investment_busy: 409,
  minimum_too_small: 422,
} as const;
const moved = z.object({
  direct: z.object({
    investment_account: investment,
    transfer: z.object({ id: z.int(), status: z.enum(transferStatuses) }).nullable(),
  }),
});
const stale = ['strategies', 'accounts', 'wallets', 'transfers', 'dashboard', 'client_info'] as const;
const base = 'api/direct/investment-program';

export const investmentsContract = contract({
  area: 'investments',
  calls: {
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
    details: {
      method: 'GET',
      path: `${base}/investment-accounts/{id}`,
      summary: 'One follow: its terms, what was traded on it by instrument, and its equity day by day.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ id: number }),
      output: z.object({
        direct: z.object({
          status: z.enum(investorStatuses),
          investment_account: investment.extend({
            /** By lots opened, in per cent with four decimals; the largest first. */
            sharesByInstrument: z.array(z.object({ symbol: z.string(), share: z.string() })),
            /** Of the last year. */
            daily_equity_stats: z.array(z.object({ date: z.iso.date(), equity: amount })),
          }),
          sources: z.array(source),
        }),
      }),
      errors: { investment_not_found: 404 },
      reads: ['strategies', 'accounts', 'equity', 'transfers', 'wallets'],
    },
    offer: {
      method: 'GET',
      path: `${base}/follow-offer/{acc_no}`,
      summary: 'What following a strategy would mean for this client: its offer, whether it suits, and what it can be paid from.',
      who: 'client',
      gate: 'invest',
      runs: 'read',
      input: z.object({ acc_no: number }),
      output: z.object({
        direct: z.object({
          status: z.enum(investorStatuses),
          investorRisk: z.union(investorRisks.map((risk) => z.literal(risk))).nullable(),
          acc_no: z.int(),
          strategy_name: z.string(),
          nickname: z.string(),
          currency: z.string(),
          offer_id: z.int(),
          remun_fee: z.int(),
          minimum: amount,
          /** 1 to 10; null while the strategy is too young. */
          risk: z.int().nullable(),
          /** `unsuitable`: it cannot be followed; `warned`: in safety mode alone. */
          suits: z.enum(['yes', 'warned', 'unsuitable']),
          /** What the client follows of it already. */
          investment_id: z.int().nullable(),
          sources: z.array(source),
        }),
      }),
      errors: { accountNotFollowable: 404 },
      reads: ['strategies', 'accounts', 'equity', 'wallets'],
    },
    follow: {
      method: 'POST',
      path: `${base}/investment-accounts`,
      summary:
        'Follows a strategy: opens an account for it and brings its first money there. Asked again it goes on from where it is.',
      who: 'client',
      gate: 'invest',
      runs: 'saga',
      rate: { count: 60, seconds: 3600 },
      input: followInput,
      output: moved,
      errors: {
        ...moneyErrors,
        ...gateErrors,
        investor_form_required: 422,
        investor_form_waits: 422,
        accountNotFollowable: 422,
        '10033': 422,
        '30004': 422,
        '30005': 422,
        already_following: 409,
        offer_changed: 409,
        terms_not_accepted: 422,
        platform_refused: 422,
      },
      stale,
    },
    addFunds: {
      method: 'POST',
      path: `${base}/add-funds`,
      summary: 'Brings more money to what is followed; the high-water mark grows by it.',
      who: 'client',
      gate: 'invest',
      runs: 'saga',
      input: addInput,
      output: moved,
      errors: moneyErrors,
      stale,
    },
    withdraw: {
      method: 'POST',
      path: `${base}/withdraw`,
      summary: 'Takes money out of a follow into the wallet of its currency.',
      who: 'client',
      gate: 'withdraw',
      runs: 'saga',
      input: withdrawInput,
      output: moved,
      errors: moneyErrors,
      stale,
    },
    unsubscribe: {
      method: 'DELETE',
      path: `${base}/unsubscribe`,
      summary: 'Ends a follow: nothing more is copied, and once nothing is open all of it goes into the wallet.',
      who: 'client',
      gate: 'close_position',
      runs: 'transaction',
      query: ['providerId', 'strategyId'],
      input: z.object({ providerId: number, strategyId: number }),
      output: z.object({ direct: z.object({ investment_account: investment }) }),
      errors: { investment_not_found: 404 },
      stale,
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
      summary: 'What was traded on a follow, the latest first.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ investorId: number, id: number, after: z.string().max(60).optional() }),
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
    addFunds: form({
      sends: addInput,
      always: { action: 'add_funds' },
      supplied: ['strategy_id'],
      fields: {
        trans_account: { kind: 'select', label: 'investments.from' },
        amount: { kind: 'amount', label: 'investments.amount', missing: 'money.amount.missing' },
      },
    }),
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
      query: ['after'],
      gate: 'view',
      title: 'page.investments.statement',
    },
  },
});
