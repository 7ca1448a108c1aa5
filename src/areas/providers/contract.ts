import { z } from 'zod';
import { managerName, managerNickname, mostShare, providerReasons, toldProviderReasons } from '../../law/strategies.ts';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { form } from '../../protocol/form.ts';
import { archiveRequest, investmentSource } from '../../protocol/investment.ts';
import { reason, rowId } from '../../protocol/staff.ts';

/** Document 2 §4. */
export const providerStatuses = ['form', 'no_strategies', 'has_strategies'] as const;
export type ProviderStatus = (typeof providerStatuses)[number];

const amount = z.string();
const moment = z.iso.datetime();
const number = inDigits(z.int().min(1).max(2_147_483_647));

const offer = z.object({
  /** The share of profits, in per cent. */
  share: z.int(),
  /** The least to follow with, in the strategy's currency. */
  minimum: amount,
});

const strategy = z.object({
  id: z.int(),
  acc_no: z.int(),
  name: z.string(),
  description: z.string(),
  currency: z.string(),
  /** `converting`: the platform has not confirmed it yet. */
  status: z.enum(['converting', 'active', 'closed']),
  offer,
  equity: amount,
  /** Follows that are being opened or ended, or whose money is on its way. */
  requests: z.int(),
  /** Closing it, while follows are still to end and afterwards. */
  archiveRequests: z.array(archiveRequest),
  /** Follows that go on. */
  investmentAccounts: z.int(),
  /** Since when it can be followed; null while it is being converted. */
  since: moment.nullable(),
});
export type ProviderStrategy = z.infer<typeof strategy>;

const ownAccount = z.object({ number: z.int(), title: z.string(), name: z.string(), currency: z.string(), balance: amount });

const provider = z.object({
  status: z.enum(providerStatuses),
  /** Whether the client's company has providers at all. */
  is_offered: z.boolean(),
  nickname: z.string().nullable(),
  /** What the desk was asked last, while it waits and where it said no. */
  request: z
    .object({
      status: z.enum(['waiting', 'declined']),
      asked_at: moment,
      nickname: z.string(),
      account_number: z.int().nullable(),
      external_account: z.string().nullable(),
      reason: z.enum(toldProviderReasons).nullable(),
    })
    .nullable(),
  /** Live accounts that the desk can look at. */
  own_accounts: z.array(ownAccount),
  /** Those of them that can become a strategy as they are. */
  trade_accounts: z.array(ownAccount),
  strategies: z.array(strategy),
  /** The shares of profits that can be offered, in per cent. */
  offered_shares: z.array(z.int()),
  /** What the provider's shares of profits came to so far, by currency. */
  remunerations: z.array(z.object({ currency: z.string(), count: z.int(), paid: amount, under_way: amount })),
  /** What money can be brought to a strategy from. */
  add_funds_accounts: z.array(investmentSource),
  /** The least that may be asked for, and that a strategy's account holds, in whole units of its currency. */
  least_amount: amount,
});
export type Provider = z.infer<typeof provider>;

const nickname = z.string().trim().regex(managerNickname);
const share = inDigits(z.int().min(0).max(mostShare));
const minimum = z.string().max(20);

const approvalInput = z.object({
  nickname,
  where: z.enum(['own', 'external']),
  account_number: number.optional(),
  external_account: z
    .string()
    .trim()
    .max(60)
    .regex(/^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u)
    .optional(),
});

const accountRequestInput = z.object({
  account_number: number,
  investment_strategy_name: z.string().trim().regex(managerName),
  description: z
    .string()
    .trim()
    .max(500)
    .regex(/^[^\u202A-\u202E\u2066-\u2069]*$/u)
    .default(''),
  investment_strategy_remuneration: share,
  minimum,
});

const offerInput = z.object({ strategy_id: number, share, minimum });

const deskRequest = z.object({
  id: z.int(),
  client_id: z.int(),
  nickname: z.string(),
  own: z
    .object({
      number: z.int(),
      title: z.string(),
      currency: z.string(),
      balance: amount,
      opened_at: moment,
      /** Closed trades, and what they came to. */
      trades: z.int(),
      result: amount,
    })
    .nullable(),
  external_account: z.string().nullable(),
  status: z.enum(['waiting', 'approved', 'declined']),
  reason: z.enum(providerReasons).nullable(),
  asked_at: moment,
  decided_at: moment.nullable(),
  decided_by: z.string().nullable(),
});
export type DeskRequest = z.infer<typeof deskRequest>;

const answer = z.object({ direct: z.object({ provider }) });
const notOffered = { providers_not_offered: 422 } as const;
const stale = ['strategies', 'client_info'] as const;

export const providersContract = contract({
  area: 'providers',
  calls: {
    ofClient: {
      method: 'GET',
      path: 'api/direct/investment-program/clients/{clientId}',
      summary: 'How far the client is as a provider of strategies, with what can be asked for next.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ clientId: number }),
      output: answer,
      errors: { profile_not_yours: 404 },
      reads: ['strategies', 'accounts'],
    },
    approval: {
      method: 'POST',
      path: 'api/direct/investment-program/provider-approval',
      summary: 'Asks the broker to be taken as a provider, by an account with it or one elsewhere.',
      who: 'client',
      gate: 'open_live_account',
      runs: 'transaction',
      rate: { count: 20, seconds: 3600 },
      input: approvalInput,
      output: answer,
      errors: {
        ...notOffered,
        provider_approved: 409,
        approval_waiting: 409,
        account_not_found: 404,
        field_required: 422,
        nickname_taken: 422,
      },
      stale,
    },
    accountRequest: {
      method: 'POST',
      path: 'api/direct/investment-program/account-request',
      summary: 'Converts an ECN account into a manager account, which others can follow from then on.',
      who: 'client',
      gate: 'open_live_account',
      runs: 'saga',
      rate: { count: 20, seconds: 3600 },
      input: accountRequestInput,
      output: answer,
      errors: {
        ...notOffered,
        provider_not_approved: 409,
        account_not_found: 404,
        account_not_convertible: 422,
        strategy_has_positions: 422,
        strategy_too_small: 422,
        strategy_name_taken: 422,
        too_many_strategies: 422,
        minimum_too_small: 422,
        bad_amount: 422,
        leverage_changing: 422,
        platform_unavailable: 503,
        platform_refused: 422,
      },
      stale: ['strategies', 'accounts', 'client_info', 'dashboard'],
    },
    offer: {
      method: 'POST',
      path: 'api/direct/investment-program/strategies/{strategy_id}/offer',
      summary: 'Another offer of a strategy: for whoever begins to follow from now on.',
      who: 'client',
      gate: 'open_live_account',
      runs: 'transaction',
      input: offerInput,
      output: answer,
      errors: { strategy_not_found: 404, minimum_too_small: 422, bad_amount: 422 },
      stale,
    },
    look: {
      method: 'GET',
      path: '/api/desk/providers/{id}',
      summary: 'Who asks to be a provider, with what there is to see of their trading.',
      who: 'staff',
      right: 'papers',
      audits: 'provider.read',
      runs: 'read',
      input: z.object({ id: rowId }),
      output: z.object({ request: deskRequest }),
      errors: { request_not_found: 404 },
      reads: ['cases'],
    },
    decide: {
      method: 'POST',
      path: '/api/desk/providers/{id}',
      summary: 'Takes somebody as a provider, or declines for a listed reason.',
      who: 'staff',
      right: 'papers',
      audits: 'provider.decide',
      runs: 'transaction',
      input: z.object({
        id: rowId,
        decision: z.enum(['approved', 'declined']),
        /** Of what is declined. */
        reason_code: z.enum(providerReasons).optional(),
        reason,
      }),
      output: z.object({ request: deskRequest }),
      errors: { request_not_found: 404, not_waiting: 409, case_claimed: 409, field_required: 422, nickname_taken: 409 },
      stale: ['cases', 'audit'],
    },
  },
  forms: {
    approval: form({
      sends: approvalInput,
      fields: {
        nickname: {
          kind: 'text',
          label: 'providers.nickname',
          help: 'providers.nickname.help',
          wrong: 'providers.nickname.wrong',
          maxLength: 15,
          autoComplete: 'off',
        },
        where: { kind: 'choice', label: 'providers.where' },
        account_number: { kind: 'select', label: 'providers.own', when: { field: 'where', is: ['own'] } },
        external_account: {
          kind: 'text',
          label: 'providers.external',
          help: 'providers.external.help',
          maxLength: 60,
          autoComplete: 'off',
          when: { field: 'where', is: ['external'] },
        },
      },
    }),
    accountRequest: form({
      sends: accountRequestInput,
      fields: {
        account_number: { kind: 'select', label: 'providers.account', help: 'providers.account.help' },
        investment_strategy_name: {
          kind: 'text',
          label: 'providers.name',
          help: 'providers.name.help',
          wrong: 'providers.name.wrong',
          maxLength: 15,
          autoComplete: 'off',
        },
        description: {
          kind: 'text',
          label: 'providers.description',
          help: 'providers.description.help',
          maxLength: 500,
          isOptional: true,
          autoComplete: 'off',
        },
        investment_strategy_remuneration: { kind: 'select', label: 'providers.share', help: 'providers.share.help' },
        minimum: { kind: 'amount', label: 'providers.minimum', missing: 'money.amount.missing' },
      },
    }),
    offer: form({
      sends: offerInput,
      supplied: ['strategy_id'],
      fields: {
        share: { kind: 'select', label: 'providers.share', help: 'providers.share.help' },
        minimum: { kind: 'amount', label: 'providers.minimum', missing: 'money.amount.missing' },
      },
    }),
  },
  pages: {
    approval: { path: 'providers/approval', gate: 'view', title: 'page.providers.approval' },
    accountRequest: {
      path: 'providers/account-request',
      query: ['add'],
      gate: 'view',
      title: 'page.providers.accountRequest',
    },
    strategies: { path: 'providers/strategies', gate: 'view', title: 'page.providers.strategies', group: 'invest' },
    strategy: { path: 'providers/strategies/{id:int}', gate: 'view', title: 'page.providers.strategy' },
  },
  deskPages: {
    request: { path: 'providers/{id:int}', title: 'providers.desk.page', right: 'papers' },
  },
});
