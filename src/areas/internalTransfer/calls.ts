import { formatMoney } from '../../base/money.ts';
import { methodOffered, termsIn, type MethodOffer } from '../../law/methods.ts';
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
      const offer = methodOffered(internalMethodId, methodScopeOf(ctx, 'transfer'));
      const { feeBasisPoints } = ctx.settings.transfer;
      if (!offer) return { pm_id: null, fee_percent: percentOf(feeBasisPoints), accounts: [] };
      const fundingAccounts = await ownFundingAccountsOf(ctx.sql, ctx.client.id);
      return {
        pm_id: offer.method.id,
        fee_percent: percentOf(feeBasisPoints),
        accounts: fundingAccounts.map(({ shown, available, asOf, isPromo }) => ({
          ...shown,
          available,
          available_as_of: asOf,
          is_promo: isPromo,
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
  return { min: shown('min'), min_exchanged: shown('minExchanged'), max: shown('max') };
}

type QuoteContext = ContextOf<(typeof internalTransferContract)['calls']['quote']>;

async function requireFundingAccount(
  ctx: QuoteContext,
  asked: string,
  field: 'account_number' | 'target_account_number',
): Promise<FundingAccount> {
  return (await ownFundingAccountOf(ctx.sql, asked, ctx.client.id)) ?? ctx.refuse('unknown_account', { field });
}
