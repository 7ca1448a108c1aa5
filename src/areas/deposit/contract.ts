import { z } from 'zod';
import { contract } from '../../wire/call.ts';

const amount = z.string();

/** An account or wallet that money can go into. */
export const depositTarget = z.object({
  number: z.number().int(),
  kind: z.enum(['trading', 'wallet']),
  /** What the client calls it; empty when it has no name of its own. */
  name: z.string(),
  /** The account type's name; null for a wallet. */
  type: z.string().nullable(),
  platform: z.enum(['mt4', 'mt5']).nullable(),
  currency: z.string(),
  /** As last seen, with its time. */
  balance: amount,
  balance_as_of: z.iso.datetime().nullable(),
});

/** A method's terms in one currency. */
export const methodTerms = z.object({
  currency: z.string(),
  min: amount,
  max: amount,
  /** In per cent of the amount, such as "0" or "2.5". */
  fee_percent: z.string(),
  arrives: z.enum(['at_once', 'within_an_hour', 'within_a_day']),
});

export const depositMethod = z.object({
  pm_id: z.number().int(),
  key: z.string(),
  group: z.number().int(),
  terms: z.array(methodTerms),
});

export const depositContract = contract({
  area: 'deposit',
  calls: {
    form: {
      method: 'GET',
      path: 'api/payments/deposit',
      summary: 'What the deposit form needs: the methods offered here with their terms, and where money can go.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ methods: z.array(depositMethod), accounts: z.array(depositTarget) }),
      errors: {},
      reads: ['accounts', 'wallets'],
    },
    quote: {
      method: 'GET',
      path: 'api/payments/deposit/quote',
      summary: 'What would arrive, before anything is confirmed.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        account_number: z.string().regex(/^\d{1,12}$/),
        pm_id: z.string().regex(/^\d{1,6}$/),
        amount: z.string().max(40),
        currency: z.string().max(10),
      }),
      output: z.object({
        amount,
        currency: z.string(),
        account_amount: amount,
        account_currency: z.string(),
        rate: z.string().nullable(),
        rate_as_of: z.iso.datetime().nullable(),
        fee: amount,
        arrives: z.enum(['at_once', 'within_an_hour', 'within_a_day']),
      }),
      errors: {
        unknown_account: 422,
        method_not_offered: 422,
        currency_not_offered: 422,
        bad_amount: 422,
        arrives_as_nothing: 422,
        rate_not_available: 422,
      },
      reads: ['rates'],
    },
    cards: {
      method: 'GET',
      path: 'api/cards',
      summary: 'The cards that this client has paid with, masked by the provider, the latest first.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        cards: z.array(z.object({ mask: z.string(), brand: z.string().nullable(), last_used_at: z.iso.datetime() })),
      }),
      errors: {},
      reads: ['transfers'],
    },
  },
  pages: {
    form: {
      path: 'deposits',
      query: ['form_data', 'form_step', 'amount_in_minor_units', 'acc', 'currency', 'amount', 'account', 'mobileAppAction'],
      title: 'page.deposit',
      gate: 'deposit',
      group: 'money',
    },
    method: { path: 'deposits/{id:int}', query: ['acc', 'currency', 'amount'], title: 'page.deposit', gate: 'deposit' },
  },
});
