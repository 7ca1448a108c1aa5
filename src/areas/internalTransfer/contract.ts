import { z } from 'zod';
import { methodKeys } from '../../law/methods.ts';
import { nextPages } from '../../law/nextPages.ts';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { ownFundingAccount, paymentsProcess, previewCall } from '../../protocol/payment.ts';

const amount = z.string();

/** One of the client's own funding accounts that money can be moved between. */
export const transferAccount = ownFundingAccount.extend({
  /** What may leave it as last seen (free margin of a trading account); the live number is asked at the confirmation. */
  available: amount,
  available_as_of: z.iso.datetime().nullable(),
  is_promo: z.boolean(),
  /** Which promotion its bonus is from; null where nobody said. */
  promotion_id: z.int().nullable(),
  min: amount,
  /** The least that is exchanged into another currency. */
  min_exchanged: amount,
  max: amount,
  /** Whether anything is moved there; out of it money can always go. */
  takes_in: z.boolean(),
});

export const internalTransferContract = contract({
  area: 'internalTransfer',
  operations: 'transfer',
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
        /** Usable now, and each other one with why not (interfaces §6): a gate that is shut, `not_in_country`, `closed_for_now`. */
        methods: z.array(z.object({ pm_id: z.number().int(), key: z.enum(methodKeys) })),
        unavailable: z.array(
          z.object({
            pm_id: z.number().int(),
            key: z.enum(methodKeys),
            reason: z.string(),
            next: z.enum(nextPages).optional(),
          }),
        ),
        accounts: z.array(transferAccount),
      }),
      errors: {},
      reads: ['accounts', 'equity', 'wallets'],
    },
    quote: {
      ...previewCall,
      path: 'api/payments/transfer/quote',
      input: z.object({
        account_number: z.string().regex(/^\d{1,12}$/),
        target_account_number: z.string().regex(/^\d{1,12}$/),
        amount: z.string().max(40),
      }),
      errors: { ...previewCall.errors, same_account: 422 },
    },
  },
  forms: {
    transfer: form({
      sends: paymentsProcess.input,
      always: { action: 'confirm', transfer_type: 'transfer' },
      fields: {
        account_number: { kind: 'select', label: 'transfer.from' },
        target_account_number: { kind: 'select', label: 'transfer.to' },
        amount: { kind: 'amount', label: 'transfer.amount', missing: 'money.amount.missing' },
      },
    }),
  },
  pages: {
    form: { path: 'internal', query: ['acc', 'currency', 'amount'], title: 'page.internal', gate: 'transfer', group: 'money' },
  },
});
