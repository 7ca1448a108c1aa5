import { readCurrency } from '../../base/currency.ts';
import { formatMoney } from '../../base/money.ts';
import { methodOffered, methodsListed, termsIn, type MethodOffer } from '../../law/methods.ts';
import type { Handlers } from '../../protocol/call.ts';
import { cardsOf } from '../transfers/face.ts';
import { ownFundingAccountOf, ownFundingAccountsOf, methodScopeOf, quoteFor, readAmount, shownQuote } from '../payments/face.ts';
import type { depositContract } from './contract.ts';
import { percentOf } from '../../base/amount.ts';

export const calls = () =>
  ({
    async form(_input, ctx) {
      const methods = methodsListed(methodScopeOf(ctx, 'deposit'));
      const fundingAccounts = await ownFundingAccountsOf(ctx.sql, ctx.client.id);
      return {
        methods: methods.map(shownMethod),
        accounts: fundingAccounts.map(({ shown, balance, asOf }) => ({ ...shown, balance, balance_as_of: asOf })),
      };
    },

    async quote(input, ctx) {
      const fundingAccount = await ownFundingAccountOf(ctx.sql, input.account_number, ctx.client.id);
      if (!fundingAccount) return ctx.refuse('unknown_account', { field: 'account_number' });
      const offer = methodOffered(Number(input.pm_id), methodScopeOf(ctx, 'deposit'));
      if (!offer) return ctx.refuse('method_not_offered', { field: 'pm_id' });
      const currency = readCurrency(input.currency);
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

function shownMethod({ method, terms }: MethodOffer) {
  return {
    pm_id: method.id,
    key: method.key,
    group: method.group,
    terms: terms.map((each) => ({
      currency: each.currency,
      min: formatMoney(each.min),
      max: formatMoney(each.max),
      fee_percent: percentOf(each.feeBasisPoints),
      arrives: each.arrives,
    })),
  };
}
