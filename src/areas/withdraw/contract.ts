import { z } from 'zod';
import { coins } from '../../law/coins.ts';
import { destinationKinds, methodKeys, methodsPaying, newDestination, type DestinationKind } from '../../law/methods.ts';
import { nextPages } from '../../law/nextPages.ts';
import { contract } from '../../protocol/call.ts';
import { form } from '../../protocol/form.ts';
import { askedNumber } from '../../protocol/asked.ts';
import { ownFundingAccount, paymentsProcess, previewCall, arrives } from '../../protocol/payment.ts';
import { pinSent, split } from '../../protocol/payout.ts';

const amount = z.string();

/** An account or wallet that money can leave. */
export const withdrawSource = ownFundingAccount.extend({
  /** What may leave it as last seen (free margin of a trading account); the live number is asked at the confirmation. */
  available: amount,
  available_as_of: z.iso.datetime().nullable(),
  is_promo: z.boolean(),
  /** Which promotion its bonus is from; null where nobody said. */
  promotion_id: z.int().nullable(),
});

/** A method's terms for what leaves in one currency. */
const methodTerms = z.object({
  currency: z.string(),
  min: amount,
  max: amount,
  /** What is taken of the amount now, in per cent: nothing of whoever has traded. */
  fee_percent: z.string(),
  arrives,
});

export const withdrawMethod = z.object({
  pm_id: z.number().int(),
  key: z.enum(methodKeys),
  group: z.number().int(),
  /** Only on days and hours of business; null: around the clock. */
  hours: z.enum(['business']).nullable(),
  /** The paper that a new destination of this kind may be asked for; null: none. */
  document: z.enum(['card', 'bank', 'local']).nullable(),
  terms: z.array(methodTerms),
  /** What still can go back by it, in the currencies that were paid. */
  left: z.array(z.object({ currency: z.string(), amount })),
  /** What kind of destination in the client's own name takes the rest; null where it pays back and nothing besides. */
  destination: z.enum(destinationKinds).nullable(),
  /** Of these, the ones that the client has used before, the last one first; masked. */
  destinations: z.array(z.object({ id: z.int(), name: z.string(), is_cooling: z.boolean() })),
  /** Where it pays to banks of the client's country: those. */
  banks: z.array(z.string()),
  /** Where it pays coins: those that the provider has now. */
  coins: z.array(z.object({ key: z.string(), coin: z.string(), network: z.string(), has_memo: z.boolean() })),
});

/** Shown while a method is chosen that pays to destinations of the client's own. */
const paysRest = { field: 'pm_id' as const, is: destinationKinds.flatMap(methodsPaying).map(({ id }) => String(id)) };

/** Shown while such a destination is to be named that was not named before. */
const newOne = (...kinds: readonly DestinationKind[]) => ({ field: 'destination' as const, is: kinds.map(newDestination) });

/** A method that pays out and cannot be used now: why not, and what opens it. */
export const unavailableMethod = z.object({
  pm_id: z.number().int(),
  key: z.enum(methodKeys),
  /**
   * `nothing_paid_in`: nothing came in that way, or all of it has gone back; else the code of a gate that is shut, or of the method
   * itself: `not_in_country`, `closed_for_now`, `provider_out`.
   */
  reason: z.string(),
  /** The same in the client's words. */
  text: z.string(),
  next: z.enum(['deposit', ...nextPages]).nullable(),
});

export const withdrawContract = contract({
  area: 'withdraw',
  calls: {
    form: {
      method: 'GET',
      path: 'api/payments/withdraw',
      summary:
        'What the withdrawal form needs: methods that can be used now, those that cannot with why not, and what money can leave.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        methods: z.array(withdrawMethod),
        unavailable: z.array(unavailableMethod),
        accounts: z.array(withdrawSource),
        /** What a small one costs, in US dollars or their worth; null where that costs nothing. */
        small_fee: z.object({ under: amount, fee: amount, currency: z.string() }).nullable(),
        /** Within so many hours of business a withdrawal is decided. */
        promised_hours: z.int(),
      }),
      errors: {},
      reads: ['accounts', 'equity', 'wallets', 'transfers'],
    },
    quote: {
      ...previewCall,
      path: 'api/payments/withdraw/quote',
      summary: 'What a withdrawal would cost and where it would go back to, line by line, before anything is confirmed.',
      input: z.object({
        account_number: z.string().regex(/^\d{1,12}$/),
        amount: z.string().max(40),
        /** What takes the rest of it follows from the method. */
        pm_id: z
          .string()
          .regex(/^\d{1,6}$/)
          .optional(),
        /** One that was used before, or a card: what it holds is what arrives. */
        destination: z
          .string()
          .regex(/^\d{1,9}$/)
          .optional(),
      }),
      /** `arrives`: when the slowest part of it does. */
      output: previewCall.output.extend({ arrives, split }),
      errors: { unknown_account: 422, bad_amount: 422 },
      reads: ['rates', 'transfers'],
    },
    pin: {
      method: 'POST',
      path: 'api/payments/withdraw/pin',
      summary:
        'Sends the PIN of a confirmed withdrawal once more, by the way that the region says, or by a call in the place of an SMS.',
      who: 'client',
      gate: 'withdraw',
      runs: 'saga',
      rate: { count: 30, seconds: 3600 },
      input: z.object({
        remittance_id: askedNumber,
        /** `voice`: where it goes by SMS, and that does not come, it is said on the phone. */
        method: z.enum(['message', 'voice']).default('message'),
      }),
      output: z.object({ pin: pinSent }),
      errors: { unknown_remittance: 422, too_many_codes: 429 },
    },
  },
  forms: {
    withdraw: form({
      sends: paymentsProcess.input,
      always: { action: 'confirm', transfer_type: 'withdraw' },
      fields: {
        account_number: { kind: 'select', label: 'withdraw.from' },
        pm_id: { kind: 'choice', label: 'withdraw.method' },
        amount: { kind: 'amount', label: 'withdraw.amount', missing: 'money.amount.missing' },
        destination: { kind: 'select', label: 'withdraw.to', when: paysRest },
        wallet_email: {
          kind: 'text',
          label: 'withdraw.wallet',
          help: 'withdraw.wallet.help',
          inputMode: 'email',
          when: newOne('wallet'),
        },
        bank: { kind: 'select', label: 'withdraw.bank', missing: 'withdraw.bank.missing', when: newOne('bank') },
        bank_account: {
          kind: 'text',
          label: 'withdraw.bankAccount',
          help: 'withdraw.bankAccount.help',
          inputMode: 'numeric',
          when: newOne('bank'),
        },
        wire_account: {
          kind: 'text',
          label: 'withdraw.wireAccount',
          help: 'withdraw.wireAccount.help',
          when: newOne('wire'),
        },
        wire_bic: { kind: 'text', label: 'withdraw.wireBic', help: 'withdraw.wireBic.help', when: newOne('wire') },
        wire_bank: { kind: 'text', label: 'withdraw.wireBank', when: newOne('wire') },
        crypto_network: {
          kind: 'select',
          label: 'withdraw.coin',
          missing: 'withdraw.coin.missing',
          when: newOne('coin'),
        },
        crypto_address: {
          kind: 'text',
          label: 'withdraw.address',
          help: 'withdraw.address.help',
          when: newOne('coin'),
        },
        crypto_memo: {
          kind: 'text',
          label: 'withdraw.memo',
          help: 'withdraw.memo.help',
          inputMode: 'numeric',
          isOptional: true,
          when: { field: 'crypto_network', is: coins.filter(({ hasMemo }) => hasMemo).map(({ key }) => key) },
        },
        wallet_held: { kind: 'select', label: 'withdraw.held', missing: 'withdraw.held.missing', when: newOne('coin') },
        exchange_name: { kind: 'text', label: 'withdraw.exchange', when: { field: 'wallet_held', is: ['exchange'] } },
        confirm_own_name: { kind: 'check', label: 'withdraw.ownName', when: newOne(...destinationKinds) },
      },
    }),
  },
  pages: {
    form: { path: 'withdraw', query: ['acc', 'currency', 'amount'], title: 'page.withdraw', gate: 'withdraw', group: 'money' },
    widget: {
      path: 'withdraw/widget/{id:int}',
      query: ['providerName', 'acc', 'currency', 'amount'],
      title: 'page.withdraw',
      gate: 'withdraw',
    },
    method: {
      path: 'withdraw/{id:int}',
      query: ['acc', 'currency', 'amount', 'destination'],
      title: 'page.withdraw',
      gate: 'withdraw',
    },
  },
});
