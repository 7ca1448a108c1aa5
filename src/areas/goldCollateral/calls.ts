import { clientId } from '../../base/id.ts';
import { percentOf } from '../../base/amount.ts';
import { gold as goldAccount } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import { accountsOf } from '../accounts/face.ts';
import { fundingAccountNames, walletsOf } from '../fundingAccounts/face.ts';
import { goldCurrency, openGoldPrices, shownWeight, type MarketNeeds } from '../gold/face.ts';
import { deliveriesTold } from '../goldDelivery/face.ts';
import { clientById } from '../session/face.ts';
import { pledgesShown, type goldCollateralContract, type PledgeOrder, type PledgePreview } from './contract.ts';
import type { Platforms } from './orders.ts';
import { freeOn, giveBack, isPledgeable, pledge, reckonPledge, reckonReturn, type Reckoned } from './pledging.ts';
import { ordersOf, pledgeOf, pledgesAtDesk, pledgesOf, type KeptOrder, type KeptPledge } from './store.ts';
import { dollars, pledgeAtDesk, shownPledge } from './shown.ts';
import { returnable, valuingAt } from './valuing.ts';

type Calls = Handlers<typeof goldCollateralContract>;

interface Needs extends MarketNeeds {
  readonly platforms: Platforms;
  readonly words: { in(language: LanguageKey): Say };
}

const ordersShown = 30;

export const calls = (app: Needs) => ({ ...reading(app), ...changing(app), ...atDesk() }) satisfies Calls;

function reading(app: Needs) {
  const prices = openGoldPrices(app);
  return {
    async internal(_input, { sql, client, settings, language }) {
      const owner = { company: client.profile.company, clientId: client.id };
      const [market, accounts, wallets] = [
        await prices.now(settings),
        await accountsOf(sql, client.id),
        await walletsOf(sql, client.id),
      ];
      const names = fundingAccountNames(accounts, wallets);
      const say = app.words.in(language);
      const named = (number: KeptPledge['number']): string => {
        const name = names.nameOf(number) ?? String(number);
        return typeof name === 'string' ? name : say(name.phrase, name.values);
      };
      const orders = await ordersOf(sql, client.id, ordersShown);
      const { goldCollateral } = settings;
      return {
        held: shownWeight(await balanceOf(sql, goldAccount(owner))),
        currency: goldCurrency,
        is_open: market ? market.state.isOpen : null,
        opens_at: market && !market.state.isOpen ? (market.state.opensAt?.toISOString() ?? null) : null,
        haircut_percent: percentOf(goldCollateral.haircutBasisPoints),
        warning_percent: percentOf(goldCollateral.warningBasisPoints),
        call_percent: percentOf(goldCollateral.callBasisPoints),
        sale_percent: percentOf(goldCollateral.saleBasisPoints),
        accounts: accounts.filter(isPledgeable).map(({ number }) => ({ number, name: named(number) })),
        pledges: (await pledgesOf(sql, client.id)).map((kept) => shownPledge(kept, { name: named(kept.number), orders })),
        orders: orders.map(shownOrder),
      };
    },

    async returnable({ account: asked }, { sql, client, settings, language, refuse }) {
      const accounts = await accountsOf(sql, client.id);
      const account = accounts.find(({ number }) => number === Number(asked)) ?? refuse('unknown_account', { field: 'account' });
      const kept = (await pledgeOf(sql, account.number)) ?? { weight: 0n, credit: 0n };
      const market = (await prices.now(settings)) ?? refuse('platform_unavailable');
      const free = (await freeOn(app, account)) ?? refuse('platform_unavailable');
      const by = valuingAt(market, settings);
      const name =
        fundingAccountNames(accounts, await walletsOf(sql, client.id)).nameOf(account.number) ?? String(account.number);
      return {
        account: account.number,
        name: typeof name === 'string' ? name : app.words.in(language)(name.phrase, name.values),
        pledged: shownWeight(kept.weight),
        credit: dollars(kept.credit),
        free: dollars(free <= 0n ? 0n : free < kept.credit ? free : kept.credit),
        most: shownWeight(returnable(kept, { ...by, free, lends: settings.goldCollateral })),
        currency: goldCurrency,
      };
    },
  } satisfies Partial<Calls>;
}

function changing(app: Needs) {
  const parties = { prices: openGoldPrices(app), platforms: app.platforms };
  return {
    previewPledge: async (input, context) => shownPreview(await reckonPledge(input, parties, context)),
    previewReturn: async (input, context) => shownPreview(await reckonReturn(input, parties, context)),
    pledge: async (input, context) => ({ order: shownOrder(await pledge(input, parties, context)) }),
    giveBack: async (input, context) => ({ order: shownOrder(await giveBack(input, parties, context)) }),
  } satisfies Partial<Calls>;
}

function atDesk() {
  return {
    async pledges({ client_id: asked, after }, { sql, record }) {
      const client = asked === undefined ? undefined : Number(asked);
      const offset = Number(after ?? 0);
      const { pledges, totals } = await pledgesAtDesk(sql, { client, limit: pledgesShown, offset });
      const { weight, worth, credit, count } = totals;
      await record(
        client === undefined ? { subject: 'gold_pledges' } : { subject: `client:${client}`, clientId: clientId(client) },
      );
      return {
        pledges: pledges.map(pledgeAtDesk),
        totals: { weight: shownWeight(weight), worth: dollars(worth), credit: dollars(credit), count },
        next: offset + pledges.length < count ? String(offset + pledges.length) : null,
      };
    },

    async ofClient({ client_id: asked }, { sql, record, refuse }) {
      const client = (await clientById(sql, clientId(Number(asked)))) ?? refuse('client_not_found', { field: 'client_id' });
      await record({ subject: `client:${client.id}`, clientId: client.id });
      const deliveries = await deliveriesTold(sql, client.id);
      return {
        held: shownWeight(await balanceOf(sql, goldAccount({ company: client.profile.company, clientId: client.id }))),
        pledges: (await pledgesOf(sql, client.id)).map(pledgeAtDesk),
        deliveries: deliveries.map(({ weight, requestedAt, ...told }) => ({
          ...told,
          weight: shownWeight(weight),
          requested_at: requestedAt?.toISOString() ?? null,
        })),
      };
    },
  } satisfies Partial<Calls>;
}

function shownOrder({ id, number, kind, why, weight, credit, total, phase, createdAt }: KeptOrder): PledgeOrder {
  return {
    id: String(id),
    account: number,
    kind,
    why,
    weight: shownWeight(weight),
    credit: dollars(credit),
    total: total === null ? null : dollars(total),
    phase,
    at: createdAt.toISOString(),
  };
}

function shownPreview({ kind, account, market, weight, credit, creditThen, worthThen }: Reckoned): PledgePreview {
  return {
    account: account.number,
    kind,
    weight: shownWeight(weight),
    credit: dollars(credit),
    credit_then: dollars(creditThen),
    worth_then: dollars(worthThen),
    currency: goldCurrency,
    price_at: market.at.toISOString(),
  };
}
