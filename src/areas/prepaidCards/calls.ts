import { currencyCodes, readCurrency, type Currency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import type { Say } from '../../base/wording.ts';
import { gateDecision } from '../../law/gates.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { prepaidCards, type CardFees } from '../../law/prepaidCards.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { ClientIdentity, ContextOf, Handlers } from '../../protocol/call.ts';
import type { Providers } from '../../ports/payments/index.ts';
import { deliveryTold } from '../enrolment/face.ts';
import { walletBalances } from '../fundingAccounts/face.ts';
import { requireNoDebt } from '../payments/face.ts';
import { clientById } from '../session/face.ts';
import { takeFee } from './charging.ts';
import type { prepaidCardsContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { cardTopic } from './jobs.ts';
import { isOver } from './phases.ts';
import { embossed, isEmbossable, isFrozen, isOwnName, suggestedName } from './rules.ts';
import { shownCard } from './shown.ts';
import { cardsOf, insertCard, lockCard, setWanted, tellLater, type CardRow } from './store.ts';
import { tellPayouts, topUps } from './toppingUp.ts';

type Calls = Handlers<typeof prepaidCardsContract>;
type LookContext = ContextOf<(typeof prepaidCardsContract)['calls']['look']>;

interface Needs {
  readonly payments: Pick<Providers, 'cardissuer'>;
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) => ({ ...ownCalls(app), ...deskCalls() }) satisfies Calls;

function ownCalls(app: Needs) {
  return {
    async look(_input, ctx) {
      const cards = await cardsOf(ctx.sql, ctx.client.id);
      const say = app.words.in(ctx.language);
      const tops = await topUps(ctx, app.payments);
      const fees = feesFor(app, ctx.client);
      const free = currencyCodes.filter((currency) => fees[currency] !== undefined && !cards.some(holds(currency)));
      const why = Object.keys(fees).length === 0 ? 'prepaid_card_not_offered' : free.length === 0 ? 'prepaid_card_exists' : null;
      return {
        offer: why === null ? await offerOf(ctx, fees, free) : null,
        why,
        cards: cards.map((card) => ({ ...shownCard(card, say), top_up: tops.get(card.issuerCard ?? '') ?? null })),
      };
    },

    async apply(input, ctx) {
      const { sql, client, now, refuse } = ctx;
      const fees = feesFor(app, client);
      const currency = readCurrency(input.currency);
      const fee = (currency && fees[currency]) ?? refuse('prepaid_card_not_offered', { field: 'currency' });
      if (!currency) return refuse('prepaid_card_not_offered', { field: 'currency' });
      if (!input.accept_terms) return refuse('field_required', { field: 'accept_terms' });
      const nameOnCard = embossed(input.name_on_card);
      const own = await clientById(sql, client.id);
      if (!isEmbossable(nameOnCard) || !own || !isOwnName(nameOnCard, [own.firstName, own.lastName]))
        return refuse('prepaid_card_name', { field: 'name_on_card' });
      const values = { fee: { amount: formatMinor(fee, currency), currency } };
      if (parseMinor(input.fee, currency) !== fee) return refuse('prepaid_card_fee_changed', { field: 'fee', values });
      const { company: companyId, country } = client.profile;
      const { street, city, postcode } = input;
      const of = { clientId: client.id, companyId, currency, fee, nameOnCard, street, city, postcode, country, at: now };
      await requireNoDebt(ctx, { owes: true }, 'currency');
      const card = (await insertCard(sql, of)) ?? refuse('prepaid_card_exists', { field: 'currency' });
      if (!(await takeFee(sql, card, now))) return refuse('prepaid_card_money_short', { field: 'currency', values });
      await tellLater(sql, { topic: cardTopic, key: `${cardTopic}:${card.id}:ask`, payload: { id: card.id }, at: now });
      return { card: shownCard(card, app.words.in(ctx.language)) };
    },

    async block({ id, blocked }, ctx) {
      const { sql, now } = ctx;
      const card = await lockCard(sql, id);
      if (card?.clientId !== ctx.client.id) return ctx.refuse('prepaid_card_not_found');
      if (card.isHeld && !blocked) return ctx.refuse('prepaid_card_held');
      const may = gateDecision('withdraw', ctx.client.profile);
      if (!blocked && !may.allowed && isFrozen(may)) return ctx.refuse('account_frozen');
      if (card.phase !== 'active' && card.phase !== 'blocked') return ctx.refuse('prepaid_card_not_active');
      const say = app.words.in(ctx.language);
      // What is under way already is taken back at the issuer, however the card stands now.
      const wanted = card.wantsBlocked === null && (card.phase === 'blocked') === blocked ? null : blocked;
      await setWanted(sql, { id, blocked: wanted, at: now });
      await tellPayouts(sql, { ...card, wantsBlocked: wanted }, now);
      const key = `${cardTopic}:${id}:${blocked ? 'block' : 'unblock'}:${now.getTime()}`;
      await tellLater(sql, { topic: cardTopic, key, payload: { id }, at: now });
      return { card: shownCard({ ...card, wantsBlocked: wanted }, say) };
    },
  } satisfies Partial<Calls>;
}

/** What cards cost where the client is; nothing where none are issued, or nobody issues them for the broker. */
function feesFor({ payments }: Needs, { profile }: Pick<ClientIdentity, 'profile'>): CardFees {
  return payments.cardissuer?.cards ? (prepaidCards[regionProfileOf(profile).key] ?? {}) : {};
}

const holds = (currency: Currency) => (card: CardRow) => card.currency === currency && !isOver(card.phase);

async function offerOf({ sql, client }: LookContext, fees: CardFees, free: readonly Currency[]) {
  const [balances, told, own] = [
    await walletBalances(sql, client.id),
    await deliveryTold(sql, client.id),
    await clientById(sql, client.id),
  ];
  return {
    currencies: free.map((currency) => ({
      currency,
      fee: formatMinor(fees[currency] ?? 0n, currency),
      balance: formatMinor(balances.find((wallet) => wallet.currency === currency)?.balanceMinor ?? 0n, currency),
    })),
    name_on_card: suggestedName(own?.firstName ?? '', own?.lastName ?? ''),
    ...told,
    country: client.profile.country,
  };
}
