import { z } from 'zod';
import { methodKeys } from '../../law/methods.ts';
import { nextPages } from '../../law/nextPages.ts';
import { contract, type CallSpec } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { gateErrors } from '../../protocol/gateErrors.ts';
import { instructionsInput, payByBank, payInCoin } from '../../protocol/howToPay.ts';
import { transferInformationPath } from '../../protocol/document.ts';
import { askedNumber } from '../../protocol/asked.ts';
import { arrives, ownFundingAccount, paymentsProcess, previewCall, redirect, transferStatuses } from '../../protocol/payment.ts';

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

/** A coin on one of its networks. */
export const depositCoin = z.object({
  /** What `crypto_network` says. */
  key: z.string(),
  coin: z.string(),
  network: z.string(),
  has_memo: z.boolean(),
  confirmations: z.number().int(),
  min: amount,
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
  /** Coins to choose from; empty where it is not paid in one. */
  coins: z.array(depositCoin),
  /** Banks to choose from, by the currency that is paid; where a currency is missing nobody is asked. */
  banks: z.record(z.string(), z.array(z.string())),
});

/** A method that cannot be used: why not, and what opens it (interfaces §6). */
export const unavailableMethod = z.object({
  pm_id: z.number().int(),
  key: z.enum(methodKeys),
  /** The code of a gate that is shut, or of the method itself: `not_in_country`, `closed_for_now`, `provider_out`, `after_papers`. */
  reason: z.string(),
  next: z.enum(nextPages).optional(),
});

/** Before the papers are approved: into a wallet, up to a cap, for so many days. */
export const unverifiedTerms = z.object({
  cap: amount,
  /** What of it was not used yet. */
  left: amount,
  currency: z.string(),
  days: z.int(),
  /** When what has come in goes back to where it came from; null while nothing has. */
  due_at: z.iso.datetime().nullable(),
});

/** Document 1 §7 writes its path without `api/`. */
const preferCall = {
  method: 'POST',
  summary: 'The method that deposits are to begin with; 0: the one that was used last.',
  who: 'client',
  gate: 'view',
  runs: 'transaction',
  rate: { count: 60, seconds: 3600 },
  input: z.object({ method: z.union([z.literal(0), z.literal('0'), askedNumber]) }),
  output: z.object({ preferred_method: z.number().int().nullable() }),
  errors: { method_not_offered: 422 },
  // So that the form, which shows them, is read again.
  stale: ['wallets'],
} as const satisfies Omit<CallSpec, 'path'>;

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
      /** A method that is named is among them also where lists do not show it: a saved card (243) once one has paid. */
      input: z.object({
        pm_id: z
          .string()
          .regex(/^\d{1,6}$/)
          .optional(),
      }),
      output: z.object({
        /** Usable now. */
        methods: z.array(depositMethod),
        /** Each other one. */
        unavailable: z.array(unavailableMethod),
        /** The method that this client paid by last; null where none of those was. */
        last_method: z.number().int().nullable(),
        /** What the client wants deposits to begin with; null where none was chosen, or it cannot be used now. */
        preferred_method: z.number().int().nullable(),
        accounts: z.array(depositTarget),
        /** What may be paid in before the papers are approved; null for whoever may pay in what they like. */
        unverified: unverifiedTerms.nullable(),
        /** Whether deposits before a move to this company count here; null for whoever has not moved. */
        deposit_records: z.union([z.literal(0), z.literal(1)]).nullable(),
      }),
      errors: {},
      reads: ['accounts', 'wallets'],
    },
    prefer: { ...preferCall, path: 'update_preferred_method' },
    preferByApi: { ...preferCall, path: 'api/update_preferred_method' },
    countRecords: {
      method: 'POST',
      path: 'api/direct/client-data/update_deposit_records',
      summary:
        'Whether what was paid in before a move to another company counts in the new one, towards what an account’s first money has to come to.',
      who: 'client',
      gate: 'change_profile',
      runs: 'transaction',
      rate: { count: 60, seconds: 3600 },
      input: z.object({ status: z.union([z.literal(0), z.literal(1), z.enum(['0', '1'])]) }),
      output: z.object({ direct: z.object({ status: z.union([z.literal(0), z.literal(1)]) }) }),
      errors: { ...gateErrors, no_company_move: 409 },
      stale: ['wallets', 'accounts'],
    },
    openWallet: {
      method: 'POST',
      path: 'api/payments/deposit/wallet',
      summary: 'Opens the wallet that somebody pays into who has nowhere to pay to yet; the one that is there when there is one.',
      who: 'client',
      gate: 'deposit',
      runs: 'transaction',
      rate: { count: 20, seconds: 3600 },
      input: z.object({}),
      output: z.object({ account_number: z.int() }),
      errors: gateErrors,
      stale: ['wallets', 'accounts'],
    },
    quote: {
      ...previewCall,
      path: 'api/payments/deposit/quote',
      input: z.object({
        account_number: z.string().regex(/^\d{1,12}$/),
        pm_id: z.string().regex(/^\d{1,6}$/),
        amount: z.string().max(40),
        currency: z.string().max(10),
        crypto_network: z.string().max(20).optional(),
      }),
      output: previewCall.output.extend({ arrives }),
      errors: {
        ...previewCall.errors,
        method_not_offered: 422,
        currency_not_offered: 422,
        coin_not_offered: 422,
        provider_not_answering: 503,
      },
    },
    instructions: {
      method: 'GET',
      path: 'api/payments/deposit/instructions',
      summary:
        'How to pay a deposit that leads to no page of a provider: a coin’s address, or the broker’s account and the reference.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: instructionsInput,
      output: z.discriminatedUnion('by', [payInCoin, payByBank]),
      errors: { unknown_transfer: 404, no_waiting_deposit: 409 },
      reads: ['transfers'],
    },
    page: {
      method: 'GET',
      path: 'api/payments/deposit/page',
      summary:
        'The page of a provider that `redirect_data` leads to: its own client, within ten minutes, and only at the provider.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ redirect_data: z.string().max(400) }),
      output: redirect.omit({ redirect_data: true }).extend({
        transfer_id: z.number().int(),
        status: z.enum(transferStatuses),
        /** It is a page of this very portal's host: the sandbox's. */
        is_own: z.boolean(),
      }),
      errors: { redirect_not_valid: 422 },
      reads: ['transfers'],
    },
    request: {
      method: 'POST',
      path: 'api/direct/send-deposit-request',
      summary:
        'Sends the client a letter with the account and the reference that a deposit by transfer is paid with; once for each deposit.',
      who: 'client',
      gate: 'deposit',
      runs: 'transaction',
      input: z.object({ remittance_id: askedNumber }),
      output: z.object({ is_sent: z.literal(true) }),
      errors: { ...gateErrors, unknown_transfer: 404 },
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
        crypto_network: { kind: 'select', label: 'deposit.coin', missing: 'deposit.coin.missing' },
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
    information: {
      path: transferInformationPath,
      query: ['tid', 'source_currency', 'crypto_network', 'deposit_request', 'amount', 'account_number', 'qr'],
      title: 'page.transferInformation',
      gate: 'view',
    },
    widget: {
      path: 'deposits/widget/{id:int}',
      query: ['providerName', 'acc', 'currency', 'amount', 'form_data', 'form_step'],
      title: 'page.deposit',
      gate: 'deposit',
    },
    external: { path: 'external-form', query: ['redirect_data'], title: 'page.externalForm', gate: 'deposit' },
    method: {
      path: 'deposits/{id:int}',
      query: ['acc', 'currency', 'amount', 'form_data', 'form_step'],
      title: 'page.deposit',
      gate: 'deposit',
    },
  },
});
