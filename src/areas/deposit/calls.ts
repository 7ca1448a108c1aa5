import { formatMinor, formatMoney } from '../../base/money.ts';
import { methodsOffered, type MethodOffer } from '../../law/methods.ts';
import type { Handlers } from '../../wire/call.ts';
import { accountsOf } from '../accounts/face.ts';
import { cardsOf, placeOfMethods } from '../remittance/face.ts';
import { walletBalances } from '../wallet/face.ts';
import type { depositContract } from './contract.ts';
import { percentOf } from './rules.ts';

export const calls = () =>
  ({
    async form(_input, ctx) {
      const methods = methodsOffered(placeOfMethods(ctx, 'deposit'));
      const accounts = await accountsOf(ctx.sql, ctx.client.id);
      const wallets = await walletBalances(ctx.sql, ctx.client.id);
      const trading = accounts
        .filter((account) => !account.isDemo && account.status === 'active')
        .map(({ number, name, type, platform, currency, snapshot }) => ({
          number,
          kind: 'trading' as const,
          name,
          type: type.name,
          platform,
          currency,
          balance: formatMinor(snapshot?.balance ?? 0n, currency),
          balance_as_of: snapshot?.at.toISOString() ?? null,
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
          balance: formatMinor(balanceMinor, currency),
          balance_as_of: null,
        }));
      return { methods: methods.map(shownMethod), accounts: [...trading, ...own] };
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
