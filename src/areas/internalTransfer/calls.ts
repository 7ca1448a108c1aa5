import { formatMoney } from '../../base/money.ts';
import { methodChoice } from '../../law/methodChoice.ts';
import { methodOffered, takesInto, termsIn, type MethodOffer } from '../../law/methods.ts';
import type { Currency } from '../../base/currency.ts';
import type { ContextOf, Handlers } from '../../protocol/call.ts';
import { percentOf } from '../../base/amount.ts';
import { type FundingAccount } from '../fundingAccounts/face.ts';
import {
  internalMethodId,
  ownFundingAccountOf,
  ownFundingAccountsOf,
  methodScopeOf,
  quoteFor,
  readAmount,
  shownQuote,
} from '../payments/face.ts';
import type { internalTransferContract } from './contract.ts';

export const calls = () =>
  ({
    async form(_input, ctx) {
      const scope = methodScopeOf(ctx, 'transfer');
      const offer = methodOffered(internalMethodId, scope);
      const { usable, unavailable } = methodChoice(scope, ctx.client.profile);
      const choice = {
        fee_percent: percentOf(ctx.settings.transfer.feeBasisPoints),
        methods: usable.map(({ method: { id, key } }) => ({ pm_id: id, key })),
        unavailable: unavailable.map(({ method: { id, key }, ...why }) => ({ pm_id: id, key, ...why })),
      };
      if (!offer) return { ...choice, pm_id: null, accounts: [] };
      const fundingAccounts = await ownFundingAccountsOf(ctx.sql, ctx.client.id);
      return {
        ...choice,
        pm_id: offer.method.id,
        accounts: fundingAccounts.map(({ shown, available, asOf, isPromo, promotionId }) => ({
          ...shown,
          available,
          available_as_of: asOf,
          is_promo: isPromo,
          promotion_id: promotionId,
          ...limitsOf(offer, shown.currency),
        })),
      };
    },

    async quote(input, ctx) {
      const source = await requireFundingAccount(ctx, input.account_number, 'account_number');
      const target = await requireFundingAccount(ctx, input.target_account_number, 'target_account_number');
      if (source.number === target.number) return ctx.refuse('same_account', { field: 'target_account_number' });
      const amount = readAmount(input.amount, source.currency);
      if (!amount.ok) return ctx.refuse(amount.code, amount);
      const { feeBasisPoints } = ctx.settings.transfer;
      const question = { amount: amount.value, to: target.currency, feeBasisPoints, direction: 'transfer' } as const;
      return shownQuote(await quoteFor(ctx, question));
    },
  }) satisfies Handlers<typeof internalTransferContract>;

function limitsOf(offer: MethodOffer, currency: Currency) {
  const terms = termsIn(offer, currency);
  const shown = (of: 'min' | 'minExchanged' | 'max') => (terms ? formatMoney(terms[of]) : '0');
  return { min: shown('min'), min_exchanged: shown('minExchanged'), max: shown('max'), takes_in: takesInto(offer, currency) };
}

type QuoteContext = ContextOf<(typeof internalTransferContract)['calls']['quote']>;

async function requireFundingAccount(
  ctx: QuoteContext,
  asked: string,
  field: 'account_number' | 'target_account_number',
): Promise<FundingAccount> {
  return (await ownFundingAccountOf(ctx.sql, asked, ctx.client.id)) ?? ctx.refuse('unknown_account', { field });
}
