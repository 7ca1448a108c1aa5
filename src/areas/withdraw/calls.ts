import { formatMinor, formatMoney, money } from '../../base/money.ts';
import { rowNumber } from '../../base/id.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { localBanks } from '../../law/localBanks.ts';
import { methodChoice, type MethodChoice, type UnavailableMethod } from '../../law/methodChoice.ts';
import { methodReasons } from '../../law/methodReasons.ts';
import { methodOffered, type MethodOffer } from '../../law/methods.ts';
import type { Handlers } from '../../protocol/call.ts';
import {
  arrivesBy,
  coinsListed,
  feesAhead,
  maskedName,
  methodScopeOf,
  ownFundingAccountOf,
  ownFundingAccountsOf,
  payoutSources,
  planWithdrawal,
  readAmount,
  restOf,
  sendPinAgain,
  shownPlan,
  shownQuote,
  usedDestinations,
  type EngineNeeds,
  type PayoutSource,
} from '../payments/face.ts';
import type { withdrawContract } from './contract.ts';

interface Needs extends Pick<EngineNeeds, 'payments'> {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) =>
  ({
    async form(_input, ctx) {
      const scope = methodScopeOf(ctx, 'withdraw', app.payments);
      const choice = methodChoice(scope, ctx.client.profile);
      const sources = await payoutSources({ ...ctx, payments: app.payments });
      const fundingAccounts = await ownFundingAccountsOf(ctx.sql, ctx.client.id);
      const paysCoins = choice.usable.some(({ method }) => method.paysRest?.to === 'coin');
      const coins = paysCoins ? await coinsOf(app.payments) : [];
      const used = await usedDestinations(ctx.sql, ctx.client);
      const hasCards = used.some(({ details }) => details.kind === 'card');
      const { usable, unavailable } = whatPays(choice, { sources, hasCards, hasCoins: coins.length > 0 });
      const say = app.words.in(ctx.language);
      const { percent: fee, small } = await feesAhead(ctx);
      return {
        methods: usable.map((offer) => ({
          ...shownMethod(offer, { sources, fee }),
          destinations: used
            .filter(({ methodId }) => methodId === offer.method.id)
            .map((each) => ({ id: each.id, name: maskedName(each), is_cooling: each.usableFrom > ctx.now })),
          banks: banksOf(offer, ctx.client.profile),
          coins: offer.method.paysRest?.to === 'coin' ? coins : [],
        })),
        unavailable: unavailable.map(({ method: { id, key }, reason, next = null }) => {
          const text = isOfMethod(reason) ? say(`withdraw.unavailable.${reason}`) : say(`error.${reason}`);
          return { pm_id: id, key, reason, text, next };
        }),
        accounts: fundingAccounts.map(({ shown, available, asOf, isPromo, promotionId }) => ({
          ...shown,
          available,
          available_as_of: asOf,
          is_promo: isPromo,
          promotion_id: promotionId,
        })),
        small_fee: small,
        promised_hours: ctx.settings.withdraw.promisedHours,
      };
    },

    async quote(input, ctx) {
      const source = await ownFundingAccountOf(ctx.sql, input.account_number, ctx.client.id);
      if (!source) return ctx.refuse('unknown_account', { field: 'account_number' });
      const amount = readAmount(input.amount, source.currency);
      if (!amount.ok) return ctx.refuse(amount.code, amount);
      const scope = methodScopeOf(ctx, 'withdraw', app.payments);
      const chosen = methodOffered(Number(input.pm_id ?? 0), scope)?.method;
      const to = input.destination === undefined ? undefined : await destinationChosen(ctx, Number(input.destination));
      const rest = chosen && restOf(chosen, { from: source.currency, country: ctx.client.profile.country, to });
      const asking = { ...ctx, payments: app.payments };
      const plan = await planWithdrawal(asking, { amount: amount.value, rest });
      const net = amount.value.minor - plan.fee.minor;
      const arrives = money(net > 0n ? net : 0n, source.currency);
      const amounts = { amount: amount.value, fee: plan.fee, arrives, leftOver: money(0n, source.currency) };
      const shown = shownQuote({ amounts, rate: undefined, rateAsOf: undefined, markup: 0, isAwaited: false });
      return { ...shown, arrives: arrivesBy(asking, plan), split: shownPlan(plan) };
    },

    async pin(input, ctx) {
      const pin = await sendPinAgain(ctx, rowNumber(input.remittance_id), { isCalled: input.method === 'voice' });
      return pin ? { pin } : ctx.refuse('unknown_remittance', { field: 'remittance_id' });
    },
  }) satisfies Handlers<typeof withdrawContract>;

const ofMethod = [...methodReasons, 'nothing_paid_in'] as const;
type OfMethod = (typeof ofMethod)[number];

/** Why a method does not pay out now, and what opens it. */
interface Shut extends Pick<UnavailableMethod, 'method'> {
  readonly reason: UnavailableMethod['reason'] | OfMethod;
  readonly next?: UnavailableMethod['next'] | 'deposit';
}

function isOfMethod(reason: Shut['reason']): reason is OfMethod {
  return ofMethod.some((known) => known === reason);
}

/** What pays back and nothing besides has to have something to pay back; without its provider's coins nobody can be sent one. */
function whatPays(
  { usable: all, unavailable: closed }: MethodChoice,
  {
    sources,
    hasCoins,
    hasCards,
  }: { readonly sources: readonly PayoutSource[]; readonly hasCoins: boolean; readonly hasCards: boolean },
) {
  // Who has no card is told nothing of topping one up.
  const isTold = ({ method }: Pick<MethodOffer, 'method'>) => hasCards || method.paysRest?.to !== 'card';
  const [usable, unavailable] = [all.filter(isTold), closed.filter(isTold)];
  const isEmpty = ({ method }: MethodOffer) =>
    method.paysRest === undefined && !sources.some(({ methodId }) => methodId === method.id);
  const isOut = ({ method }: MethodOffer) => method.paysRest?.to === 'coin' && !hasCoins;
  const shut: Shut[] = [
    ...usable.filter(isEmpty).map(({ method }) => ({ method, reason: 'nothing_paid_in' as const, next: 'deposit' as const })),
    ...usable.filter(isOut).map(({ method }) => ({ method, reason: 'provider_out' as const })),
    ...unavailable,
  ];
  return { usable: usable.filter((offer) => !isEmpty(offer) && !isOut(offer)), unavailable: shut };
}

/** One of those that the client can choose from. */
async function destinationChosen({ sql, client }: Pick<Parameters<typeof payoutSources>[0], 'sql' | 'client'>, id: number) {
  return (await usedDestinations(sql, client)).find((each) => each.id === id);
}

/** The coins that can be sent now; none while the provider does not answer. */
async function coinsOf({ nowpayments }: Needs['payments']) {
  const listed = (nowpayments?.coins && (await coinsListed(nowpayments.coins))) ?? [];
  return listed.map(({ key, coin, network, hasMemo }) => ({ key, coin, network, has_memo: hasMemo }));
}

/** The banks of the client's country, where the method pays to those. */
function banksOf({ method }: MethodOffer, { country }: { readonly country: string }): string[] {
  const currency = method.paysRest?.to === 'bank' ? method.countries?.[country] : undefined;
  return [...((currency && localBanks[currency]?.banks) ?? [])];
}

function shownMethod(
  { method, terms }: MethodOffer,
  { sources, fee }: { readonly sources: readonly PayoutSource[]; readonly fee: string },
) {
  const own = sources.filter(({ methodId }) => methodId === method.id);
  const left = new Map<PayoutSource['left']['currency'], bigint>();
  for (const { left: of } of own) left.set(of.currency, (left.get(of.currency) ?? 0n) + of.minor);
  return {
    pm_id: method.id,
    key: method.key,
    group: method.group,
    hours: method.hours ?? null,
    document: method.document ?? null,
    terms: terms.map(({ currency, min, max, arrives }) => ({
      currency,
      min: formatMoney(min),
      max: formatMoney(max),
      fee_percent: fee,
      arrives,
    })),
    destination: method.paysRest?.to ?? null,
    left: [...left].map(([currency, minor]) => ({ currency, amount: formatMinor(minor, currency) })),
  };
}
