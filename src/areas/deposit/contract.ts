import { z } from 'zod';
import { methodKeys } from '../../law/methods.ts';
import { nextPages } from '../../law/gates.ts';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { arrives, ownFundingAccount, paymentsProcess, previewCall } from '../../protocol/payment.ts';

const amount = z.string();

/** An account or wallet that money can go into. */
export const depositTarget = ownFundingAccount.extend({
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
  arrives,
});

export const depositMethod = z.object({
  pm_id: z.number().int(),
  key: z.enum(methodKeys),
  group: z.number().int(),
  /** Only on days and hours of business; null: around the clock. */
  hours: z.enum(['business']).nullable(),
  /** The paper that a new payment account of this kind needs; null: none. */
  document: z.enum(['card', 'bank', 'local']).nullable(),
  terms: z.array(methodTerms),
  /** Banks to choose from, by the currency that is paid; where a currency is missing nobody is asked. */
  banks: z.record(z.string(), z.array(z.string())),
});

/** A method that cannot be used: why not, and what opens it (interfaces §6). */
export const unavailableMethod = z.object({
  pm_id: z.number().int(),
  key: z.enum(methodKeys),
  /** The code of a gate that is shut, or of the method itself: `not_in_country`, `closed_for_now`. */
  reason: z.string(),
  next: z.enum(nextPages).optional(),
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
      output: z.object({
        /** Usable now. */
        methods: z.array(depositMethod),
        /** Each other one. */
        unavailable: z.array(unavailableMethod),
        /** The method that this client paid by last; null where none of those was. */
        last_method: z.number().int().nullable(),
        accounts: z.array(depositTarget),
      }),
      errors: {},
      reads: ['accounts', 'wallets'],
    },
    quote: {
      ...previewCall,
      path: 'api/payments/deposit/quote',
      input: z.object({
        account_number: z.string().regex(/^\d{1,12}$/),
        pm_id: z.string().regex(/^\d{1,6}$/),
        amount: z.string().max(40),
        currency: z.string().max(10),
      }),
      output: previewCall.output.extend({ arrives }),
      errors: { ...previewCall.errors, method_not_offered: 422, currency_not_offered: 422 },
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
  forms: {
    deposit: form({
      sends: paymentsProcess.input,
      always: { action: 'confirm', transfer_type: 'deposit' },
      // Also where the method takes only one, and nobody is asked for it.
      supplied: ['currency'],
      fields: {
        account_number: { kind: 'select', label: 'deposit.account' },
        amount: { kind: 'amount', label: 'deposit.amount', missing: 'money.amount.missing' },
        pm_id: { kind: 'choice', label: 'deposit.method' },
        currency: { kind: 'select', label: 'deposit.currency', help: 'deposit.currency.help' },
        bank: { kind: 'select', label: 'deposit.bank', missing: 'deposit.bank.missing' },
      },
    }),
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
