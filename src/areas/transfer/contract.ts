import { z } from 'zod';
import { contract } from '../../wire/call.ts';

const amount = z.string();

/** One of the client's own places that money can be moved between. */
export const transferPlace = z.object({
  number: z.number().int(),
  kind: z.enum(['trading', 'wallet']),
  name: z.string(),
  type: z.string().nullable(),
  platform: z.enum(['mt4', 'mt5']).nullable(),
  currency: z.string(),
  /** What may leave it as last seen (free margin of a trading account); the live number is asked at the confirmation. */
  available: amount,
  available_as_of: z.iso.datetime().nullable(),
  is_promo: z.boolean(),
  min: amount,
  max: amount,
});

export const transferContract = contract({
  area: 'transfer',
  calls: {
    form: {
      method: 'GET',
      path: 'api/payments/transfer',
      summary: 'What the internal-transfer form needs: the client’s own accounts and wallets with what may leave them.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        /** The method that internal transfers go by; null where they are not offered. */
        pm_id: z.number().int().nullable(),
        fee_percent: z.string(),
        accounts: z.array(transferPlace),
      }),
      errors: {},
      reads: ['accounts', 'wallets'],
    },
    quote: {
      method: 'GET',
      path: 'api/payments/transfer/quote',
      summary: 'What would arrive, before anything is confirmed.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({
        account_number: z.string().regex(/^\d{1,12}$/),
        target_account_number: z.string().regex(/^\d{1,12}$/),
        amount: z.string().max(40),
      }),
      output: z.object({
        amount,
        currency: z.string(),
        account_amount: amount,
        account_currency: z.string(),
        rate: z.string().nullable(),
        rate_as_of: z.iso.datetime().nullable(),
        fee: amount,
      }),
      errors: { unknown_account: 422, same_account: 422, bad_amount: 422, arrives_as_nothing: 422, rate_not_available: 422 },
      reads: ['rates'],
    },
  },
  pages: {
    form: { path: 'internal', query: ['acc', 'currency', 'amount'], title: 'page.internal', gate: 'transfer', group: 'money' },
  },
});
