import { formatMoney } from '../../base/money.ts';
import { methodOffered, termsIn, type MethodOffer } from '../../law/methods.ts';
import type { Currency } from '../../base/currency.ts';
import type { ContextOf, Handlers } from '../../wire/call.ts';
import { percentOf } from '../deposit/face.ts';
import {
  houseMethodId,
  ownPlaceOf,
  ownPlacesOf,
  placeOfMethods,
  quoteFor,
  readAmount,
  shownQuote,
  type Place,
} from '../remittance/face.ts';
import type { transferContract } from './contract.ts';

export const calls = () =>
  ({
    async form(_input, ctx) {
      const offer = methodOffered(houseMethodId, placeOfMethods(ctx, 'transfer'));
      const { feeBasisPoints } = ctx.settings.transfer;
      if (!offer) return { pm_id: null, fee_percent: percentOf(feeBasisPoints), accounts: [] };
      const places = await ownPlacesOf(ctx.sql, ctx.client.id);
      return {
        pm_id: offer.method.id,
        fee_percent: percentOf(feeBasisPoints),
        accounts: places.map(({ shown, available, asOf, isPromo }) => ({
          ...shown,
          available,
          available_as_of: asOf,
          is_promo: isPromo,
          ...limitsOf(offer, shown.currency),
        })),
      };
    },

    async quote(input, ctx) {
      const source = await requirePlace(ctx, input.account_number, 'account_number');
      const target = await requirePlace(ctx, input.target_account_number, 'target_account_number');
      if (source.number === target.number) return ctx.refuse('same_account', { field: 'target_account_number' });
      const amount = readAmount(input.amount, source.currency);
      if (!amount.ok) return ctx.refuse(amount.code, amount);
      const { feeBasisPoints } = ctx.settings.transfer;
      const question = { amount: amount.value, to: target.currency, feeBasisPoints, direction: 'transfer' } as const;
      return shownQuote(await quoteFor(ctx, question));
    },
  }) satisfies Handlers<typeof transferContract>;

function limitsOf(offer: MethodOffer, currency: Currency) {
  const terms = termsIn(offer, currency);
  const shown = (of: 'min' | 'minExchanged' | 'max') => (terms ? formatMoney(terms[of]) : '0');
  return { min: shown('min'), min_exchanged: shown('minExchanged'), max: shown('max') };
}

type QuoteContext = ContextOf<(typeof transferContract)['calls']['quote']>;

async function requirePlace(ctx: QuoteContext, asked: string, field: 'account_number' | 'target_account_number'): Promise<Place> {
  return (await ownPlaceOf(ctx.sql, asked, ctx.client.id)) ?? ctx.refuse('unknown_account', { field });
}
