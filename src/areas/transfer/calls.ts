import { formatMinor, formatMoney } from '../../base/money.ts';
import { methodOffered, termsIn, type MethodOffer } from '../../law/methods.ts';
import type { Currency } from '../../base/currency.ts';
import type { ContextOf, Handlers } from '../../wire/call.ts';
import { accountsOf } from '../accounts/face.ts';
import { percentOf } from '../deposit/face.ts';
import {
  houseMethodId,
  placeOf,
  placeOfMethods,
  quoteFor,
  readAmount,
  shownQuote,
  withdrawable,
  type Place,
} from '../remittance/face.ts';
import { walletBalances } from '../wallet/face.ts';
import type { transferContract } from './contract.ts';

export const calls = () =>
  ({
    async form(_input, ctx) {
      const offer = methodOffered(houseMethodId, placeOfMethods(ctx, 'transfer'));
      const { feeBasisPoints } = ctx.settings.transfer;
      if (!offer) return { pm_id: null, fee_percent: percentOf(feeBasisPoints), accounts: [] };
      const accounts = await accountsOf(ctx.sql, ctx.client.id);
      const wallets = await walletBalances(ctx.sql, ctx.client.id);
      const trading = accounts
        .filter((account) => !account.isDemo && account.status === 'active')
        .map(({ number, name, type, platform, currency, snapshot, isPromo }) => ({
          number,
          kind: 'trading' as const,
          name,
          type: type.name,
          platform,
          currency,
          available: formatMinor(snapshot ? withdrawable(snapshot) : 0n, currency),
          available_as_of: snapshot?.at.toISOString() ?? null,
          is_promo: isPromo,
          ...limitsOf(offer, currency),
        }));
      const own = wallets
        .filter((wallet) => wallet.status === 'active')
        .map(({ number, currency, balanceMinor }) => ({
          number,
          kind: 'wallet' as const,
          name: '',
          type: null,
          platform: null,
          currency,
          available: formatMinor(balanceMinor, currency),
          available_as_of: null,
          is_promo: false,
          ...limitsOf(offer, currency),
        }));
      return { pm_id: offer.method.id, fee_percent: percentOf(feeBasisPoints), accounts: [...trading, ...own] };
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
  return { min: terms ? formatMoney(terms.min) : '0', max: terms ? formatMoney(terms.max) : '0' };
}

type QuoteContext = ContextOf<(typeof transferContract)['calls']['quote']>;

async function requirePlace(ctx: QuoteContext, asked: string, field: 'account_number' | 'target_account_number'): Promise<Place> {
  const number = Number(asked);
  const place = number < 2 ** 31 ? await placeOf(ctx.sql, number, ctx.client.id) : undefined;
  return place && !place.isDemo ? place : ctx.refuse('unknown_account', { field });
}
