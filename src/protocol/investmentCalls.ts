import { z } from 'zod';
import { investorRisks, investorStatuses } from '../law/investors.ts';
import type { CallSpec } from './call.ts';
import { inDigits, yesOrNo } from './digits.ts';
import { form } from './form.ts';
import { gateErrors } from './gateErrors.ts';
import { investment, investmentSource as source } from './investment.ts';
import { askedNumber } from './asked.ts';
import { paymentsProcess, transferStatuses } from './payment.ts';

/** What following a strategy is done by, on the page of whoever follows it and on the strategy's own. */

const amount = z.string();
const number = inDigits(z.int().min(1).max(2_147_483_647));
export const askedAmount = z.string().max(40);
export const investmentBase = 'api/direct/investment-program';
const base = investmentBase;

export const followInput = z.object({
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

export const investmentErrors = {
  ...paymentsProcess.errors,
  investment_not_found: 404,
  investment_closing: 409,
  investment_busy: 409,
  minimum_too_small: 422,
} as const;
export const movedInvestment = z.object({
  direct: z.object({
    investment_account: investment,
    transfer: z.object({ id: z.int(), status: z.enum(transferStatuses) }).nullable(),
  }),
});
export const staleByInvestment = ['strategies', 'accounts', 'wallets', 'transfers', 'dashboard', 'client_info'] as const;
/** `unsuitable`: it cannot be followed; `warned`: in safety mode alone. */
const suits = z.enum(['yes', 'warned', 'unsuitable']);

export const investmentCalls = {
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
          /** What was closed in each month, named by its first day; the latest first. */
          reports: z.array(z.object({ month: z.iso.date(), trades: z.int(), result: amount })),
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
        suits,
        /** What the client follows of it already, or has sent the first money to. */
        investment_id: z.int().nullable(),
        sources: z.array(source),
      }),
    }),
    // Not 404, which is a page of its own (document 1 §4): document 2 §8 has a popup.
    errors: { accountNotFollowable: 422 },
    reads: ['strategies', 'accounts', 'equity', 'wallets'],
  },
  managers: {
    method: 'GET',
    path: `${base}/follow-managers`,
    summary:
      'Strategies to follow, as the form shows them to choose from: with what each takes, and whether it suits this client.',
    who: 'client',
    gate: 'invest',
    runs: 'read',
    input: z.object({
      /** A part of a strategy's or a manager's name. */
      search: z.string().trim().max(40).default(''),
      page: inDigits(z.int().min(1).max(1_000_000)).default(1),
    }),
    output: z.object({
      direct: z.object({
        managers: z.array(
          z.object({
            acc_no: z.int(),
            acc_name: z.string(),
            nickname: z.string(),
            acc_curr: z.string(),
            remun_fee: z.int(),
            min_amount: amount,
            profit: z.string(),
            risk: z.int().nullable(),
            suits,
          }),
        ),
        total_items: z.int(),
        page: z.int(),
        page_size: z.int(),
      }),
    }),
    errors: {},
    reads: ['strategies'],
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
    output: movedInvestment,
    errors: {
      ...investmentErrors,
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
    stale: staleByInvestment,
  },
  addFunds: {
    method: 'POST',
    path: `${base}/add-funds`,
    summary: 'Brings more money to what is followed; the high-water mark grows by it.',
    who: 'client',
    gate: 'invest',
    runs: 'saga',
    input: addInput,
    output: movedInvestment,
    errors: investmentErrors,
    stale: staleByInvestment,
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
    stale: staleByInvestment,
  },
} as const satisfies Readonly<Record<string, CallSpec>>;

export const addFundsForm = form({
  sends: addInput,
  always: { action: 'add_funds' },
  supplied: ['strategy_id'],
  fields: {
    trans_account: { kind: 'select', label: 'investments.from' },
    amount: { kind: 'amount', label: 'investments.amount', missing: 'money.amount.missing' },
  },
});
