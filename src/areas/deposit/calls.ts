import { readCurrency } from '../../base/currency.ts';
import { formatMoney } from '../../base/money.ts';
import { methodChoice } from '../../law/methodChoice.ts';
import { depositRoute, methodOffered, termsIn, type MethodOffer } from '../../law/methods.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { Handlers } from '../../protocol/call.ts';
import { cardsOf, lastMethodOf } from '../transfers/face.ts';
import { ownFundingAccountOf, ownFundingAccountsOf, methodScopeOf, quoteFor, readAmount, shownQuote } from '../payments/face.ts';
import type { depositContract } from './contract.ts';
import { percentOf } from '../../base/amount.ts';

export const calls = ({ payments }: { readonly payments: Providers }) =>
  ({
    async form(_input, ctx) {
      const { usable, unavailable } = methodChoice(methodScopeOf(ctx, 'deposit', payments), ctx.client.profile);
      const fundingAccounts = await ownFundingAccountsOf(ctx.sql, ctx.client.id);
      const last = await lastMethodOf(ctx.sql, ctx.client.id);
      return {
        methods: usable.map(shownMethod),
        unavailable: unavailable.map(({ method, ...why }) => ({ pm_id: method.id, key: method.key, ...why })),
        last_method: usable.find(({ method }) => method.id === last)?.method.id ?? null,
        accounts: fundingAccounts.map(({ shown, balance, asOf }) => ({ ...shown, balance, balance_as_of: asOf })),
      };
    },

    async quote(input, ctx) {
      const fundingAccount = await ownFundingAccountOf(ctx.sql, input.account_number, ctx.client.id);
      if (!fundingAccount) return ctx.refuse('unknown_account', { field: 'account_number' });
      const route = depositRoute({ methodId: input.pm_id, currency: input.currency });
      const offer = methodOffered(Number(route.methodId), methodScopeOf(ctx, 'deposit', payments));
      if (!offer) return ctx.refuse('method_not_offered', { field: 'pm_id' });
      const currency = readCurrency(route.currency);
      const terms = currency && termsIn(offer, currency);
      if (!terms) return ctx.refuse('currency_not_offered', { field: 'currency', values: { currency: input.currency } });
      const amount = readAmount(input.amount, currency);
      if (!amount.ok) return ctx.refuse(amount.code, amount);
      const { feeBasisPoints, arrives } = terms;
      const quoted = await quoteFor(ctx, {
        amount: amount.value,
        to: fundingAccount.currency,
        feeBasisPoints,
        direction: 'deposit',
      });
      return { ...shownQuote(quoted), arrives };
    },

    async cards(_input, ctx) {
      const cards = await cardsOf(ctx.sql, ctx.client.id);
      return { cards: cards.map(({ mask, brand, lastUsedAt }) => ({ mask, brand, last_used_at: lastUsedAt.toISOString() })) };
    },
  }) satisfies Handlers<typeof depositContract>;

function banksOf({ fields }: MethodOffer['method']): Record<string, string[]> {
  const choices = fields?.find(({ name }) => name === 'bank')?.choices ?? {};
  return Object.fromEntries(Object.entries(choices).map(([currency, banks]) => [currency, [...banks]]));
}

function shownMethod({ method, terms }: MethodOffer) {
  return {
    pm_id: method.id,
    key: method.key,
    group: method.group,
    hours: method.hours ?? null,
    document: method.document ?? null,
    banks: banksOf(method),
    terms: terms.map((each) => ({
      currency: each.currency,
      min: formatMoney(each.min),
      max: formatMoney(each.max),
      fee_percent: percentOf(each.feeBasisPoints),
      arrives: each.arrives,
    })),
  };
}
