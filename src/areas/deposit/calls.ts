import { readCurrency } from '../../base/currency.ts';
import type { z } from 'zod';
import { remittanceId, type ClientId } from '../../base/id.ts';
import { formatMoney, parseMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { coinNamed } from '../../law/coins.ts';
import { methodChoice } from '../../law/methodChoice.ts';
import { depositRoute, methodOffered, routeOf, termsIn, type MethodOffer } from '../../law/methods.ts';
import type { Providers } from '../../ports/payments/index.ts';
import type { CoinDesk } from '../../ports/payments/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import { cardsOf, lastMethodOf } from '../transfers/face.ts';
import { ensureWallet } from '../fundingAccounts/face.ts';
import {
  cappedTerms,
  coinsListed,
  quoteInCoin,
  remittanceOf,
  ownFundingAccountOf,
  pageOf,
  ownFundingAccountsOf,
  methodScopeOf,
  quoteFor,
  readAmount,
  shownQuote,
  isPaymentSeen,
  type CappedTerms,
  type Leading,
  type Remittance,
} from '../payments/face.ts';
import { notify } from '../notices/face.ts';
import type { depositCoin, depositContract } from './contract.ts';
import { instructionsFor } from './instructions.ts';
import { savedCardMethod } from './rules.ts';
import { depositNotices } from './notices.ts';
import {
  countRecords,
  countsRecords,
  prefer,
  preferNone,
  preferredMethodOf,
  waitingDeposit,
  type WaitingAsked,
} from './store.ts';
import { percentOf } from '../../base/amount.ts';

type Calls = Handlers<typeof depositContract>;
type InstructionsAsked = z.output<(typeof depositContract)['calls']['instructions']['input']>;

interface Needs extends Omit<Leading, 'payments'> {
  readonly payments: Providers;
}

export const calls = ({ payments, ...leading }: Needs) =>
  ({
    ...paying({ payments, ...leading }),
    ...preferring(payments),
    ...choosing(payments),

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
      const desk = deskOf(payments, offer);
      if (desk) {
        const coin = coinNamed(input.crypto_network) ?? ctx.refuse('coin_not_offered', { field: 'crypto_network' });
        const question = { coin, worth: amount.value, to: fundingAccount.currency, at: ctx.now };
        const inCoin = (await quoteInCoin(ctx, desk, question)) ?? ctx.refuse('provider_not_answering', { field: 'pm_id' });
        return { ...shownQuote(inCoin), arrives };
      }
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
  }) satisfies Calls;

/** What there is to choose from, and where it can go. */
function choosing(payments: Providers) {
  return {
    async form({ pm_id: named }, ctx) {
      const scope = methodScopeOf(ctx, 'deposit', payments);
      const { usable: listed, unavailable } = methodChoice(scope, ctx.client.profile);
      const cards = await cardsOf(ctx.sql, ctx.client.id);
      const besides = named === undefined || listed.length === 0 ? undefined : methodOffered(Number(named), scope);
      const isUsable = besides !== undefined && !listed.some(({ method }) => method.id === besides.method.id);
      const hasCard = besides?.method.id !== savedCardMethod || cards.length > 0;
      const usable = isUsable && hasCard ? [...listed, besides] : listed;
      const fundingAccounts = await ownFundingAccountsOf(ctx.sql, ctx.client.id);
      const terms = await cappedTerms(ctx);
      // No margin is built on what may have to go back.
      const own = terms ? fundingAccounts.filter(({ shown }) => shown.kind === 'wallet') : fundingAccounts;
      const records = await countsRecords(ctx.sql, { clientId: ctx.client.id, company: ctx.client.profile.company });
      const last = await lastMethodOf(ctx.sql, ctx.client.id);
      const preferred = await preferredMethodOf(ctx.sql, ctx.client.id);
      const asked = await Promise.all(usable.map(async (offer) => ({ offer, coins: await coinsOf(payments, offer) })));
      const open = asked.filter(({ coins }) => coins !== 'provider_out');
      const out = asked
        .filter(({ coins }) => coins === 'provider_out')
        .map(({ offer: { method } }) => ({ method, reason: 'provider_out' as const }));
      return {
        methods: open.map(({ offer, coins }) => shownMethod(offer, coins === 'provider_out' ? [] : coins)),
        unavailable: [...out, ...unavailable].map(({ method, ...why }) => ({ pm_id: method.id, key: method.key, ...why })),
        last_method: open.find(({ offer }) => offer.method.id === last)?.offer.method.id ?? null,
        preferred_method: open.find(({ offer }) => offer.method.id === preferred)?.offer.method.id ?? null,
        unverified: terms ? shownTerms(terms) : null,
        deposit_records: records === undefined ? null : records ? 1 : 0,
        accounts: own.map(({ shown, balance, asOf }) => ({ ...shown, balance, balance_as_of: asOf })),
      };
    },

    async countRecords({ status }, ctx) {
      const { id: clientId, profile } = ctx.client;
      const counts = Number(status) === 1;
      if (!(await countRecords(ctx.sql, { clientId, company: profile.company, counts }))) ctx.refuse('no_company_move');
      return { direct: { status: counts ? 1 : 0 } };
    },

    async openWallet(_input, ctx) {
      const { id: clientId, profile } = ctx.client;
      const own = await ownFundingAccountsOf(ctx.sql, clientId);
      const wallet = own.find(({ shown }) => shown.kind === 'wallet');
      if (wallet) return { account_number: wallet.shown.number };
      const currency = (await cappedTerms(ctx))?.cap.currency ?? 'USD';
      return {
        account_number: (await ensureWallet(ctx.sql, { clientId, companyId: profile.company, currency, now: ctx.now })).number,
      };
    },
  } satisfies Partial<Calls>;
}

function paying({ payments, ...leading }: Needs) {
  return {
    async page({ redirect_data: data }, ctx) {
      const asked = { data, clientId: ctx.client.id, now: ctx.now };
      const page = (await pageOf({ ...leading, payments }, ctx.sql, asked)) ?? ctx.refuse('redirect_not_valid');
      const { url, method, fields } = page.redirect;
      return { url, method, fields, transfer_id: page.remittance.id, status: page.remittance.status, is_own: page.isOwn };
    },

    async instructions({ tid, ...asked }, ctx) {
      const id = tid ?? (await waitingDeposit(ctx.sql, { clientId: ctx.client.id, ...waitingAsked(asked) }));
      // Nobody is told that a page is missing who has only told too much.
      if (id === undefined) return ctx.refuse('no_waiting_deposit');
      const remittance = await ownRemittance(ctx, String(id));
      const told = remittance && { payments, settings: ctx.settings, isSeen: await isPaymentSeen(ctx.sql, remittance) };
      return (remittance && told && instructionsFor(told, remittance)) ?? ctx.refuse('unknown_transfer');
    },

    async request({ remittance_id: asked }, ctx) {
      const remittance = await ownRemittance(ctx, String(asked));
      const told = remittance && instructionsFor({ payments, settings: ctx.settings, isSeen: false }, remittance);
      if (told?.by !== 'bank' || told.status !== 'waiting_payment')
        return ctx.refuse('unknown_transfer', { field: 'remittance_id' });
      const { transfer_id: id, amount, currency, reference, holder, bank, number, bic } = told;
      const values = { id, money: { amount, currency }, reference, holder, bank, number, bic };
      const notice = depositNotices.transfer_details;
      await notify(ctx.sql, { clientId: ctx.client.id, notice, values, key: `transfer_details:${id}`, now: ctx.now });
      return { is_sent: true };
    },
  } satisfies Partial<Calls>;
}

function preferring(payments: Providers) {
  const prefers: Calls['prefer'] = async ({ method: asked }, ctx) => {
    const method = Number(asked);
    if (method === 0) {
      await preferNone(ctx.sql, ctx.client.id);
      return { preferred_method: null };
    }
    const { usable } = methodChoice(methodScopeOf(ctx, 'deposit', payments), ctx.client.profile);
    if (!usable.some((offer) => offer.method.id === method)) return ctx.refuse('method_not_offered', { field: 'method' });
    await prefer(ctx.sql, { clientId: ctx.client.id, method, now: ctx.now });
    return { preferred_method: method };
  };
  return { prefer: prefers, preferByApi: prefers } satisfies Partial<Calls>;
}

/** What cannot be read fits nothing. */
function waitingAsked(asked: Omit<InstructionsAsked, 'tid'>): Omit<WaitingAsked, 'clientId'> {
  const { source_currency: letters, crypto_network: coin, amount, account_number: account } = asked;
  const currency = letters === undefined ? undefined : (readCurrency(letters) ?? null);
  const known = currency ?? coinNamed(coin)?.coin;
  const minor = amount === undefined ? undefined : known && (parseMinor(amount, known) ?? null);
  return { currency, coin, minor, account: account === undefined ? undefined : Number(account) };
}

async function ownRemittance({ sql, client }: Asking, tid: string): Promise<Remittance | undefined> {
  const remittance = await remittanceOf(sql, remittanceId(Number(tid)));
  return remittance?.clientId === client.id ? remittance : undefined;
}

interface Asking {
  readonly sql: Sql;
  readonly client: { readonly id: ClientId };
}

function shownTerms({ cap, left, days, dueAt }: CappedTerms) {
  const amounts = { cap: formatMoney(cap), left: formatMoney(left), currency: cap.currency };
  return { ...amounts, days, due_at: dueAt?.toISOString() ?? null };
}

function banksOf({ fields }: MethodOffer['method']): Record<string, string[]> {
  const choices = fields?.find(({ name }) => name === 'bank')?.choices ?? {};
  return Object.fromEntries(Object.entries(choices).map(([currency, banks]) => [currency, [...banks]]));
}

function deskOf(payments: Providers, { method }: MethodOffer): CoinDesk | undefined {
  const route = routeOf(method);
  return route && payments[route.provider]?.coins;
}

/** Each coin is offered only while the provider lists it; without its answer nobody knows which. */
async function coinsOf(payments: Providers, offer: MethodOffer): Promise<z.input<typeof depositCoin>[] | 'provider_out'> {
  const desk = deskOf(payments, offer);
  if (!desk) return [];
  const listed = (await coinsListed(desk)) ?? [];
  if (listed.length === 0) return 'provider_out';
  return listed.map(({ key, coin, network, hasMemo, confirmations, min }) => ({
    key,
    coin,
    network,
    has_memo: hasMemo,
    confirmations,
    min,
  }));
}

function shownMethod({ method, terms }: MethodOffer, coins: z.input<typeof depositCoin>[]) {
  return {
    pm_id: method.id,
    key: method.key,
    group: method.group,
    hours: method.hours ?? null,
    document: method.document ?? null,
    banks: banksOf(method),
    coins,
    terms: terms.map((each) => ({
      currency: each.currency,
      min: formatMoney(each.min),
      max: formatMoney(each.max),
      fee_percent: percentOf(each.feeBasisPoints),
      arrives: each.arrives,
    })),
  };
}
