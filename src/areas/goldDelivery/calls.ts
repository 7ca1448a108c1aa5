import { percentOf } from '../../base/amount.ts';
import { after, secondMs } from '../../base/time.ts';
import type { Sql } from '../../base/sql.ts';
import { formatMinor } from '../../base/money.ts';
import { companyProfileOf } from '../../law/regions/index.ts';
import { gold as goldAccount, wallet as walletAccount } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import { requireNothingOwed } from '../debts/face.ts';
import { identityTold } from '../enrolment/face.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { dollarWallet, goldCurrency, openGoldPrices, type MarketNeeds } from '../gold/face.ts';
import { freeBarsOf } from '../vaults/face.ts';
import { askDelivery } from './asking.ts';
import { coolingUntil } from './cooling.ts';
import type { goldDeliveryContract } from './contract.ts';
import { cancel, hold, pay } from './deliveries.ts';
import { deskCalls } from './deskCalls.ts';
import type { ScreeningNeeds } from './perform.ts';
import { asksFactor, sendPin, withFactor, withPin } from './pins.ts';
import { mayClientCancel, shippingOf, sizesOf } from './rules.ts';
import { dollars, grams, shownDelivery, shownTerms } from './shown.ts';
import { addresseeOf, deliveriesOf, deliveryOf, lockDelivery, type KeptDelivery } from './store.ts';

type Calls = Handlers<typeof goldDeliveryContract>;

export const calls = (app: MarketNeeds & ScreeningNeeds & FactorNeeds) =>
  ({ ...asking(app), ...confirming(app), ...goingOn(), ...deskCalls(app) }) satisfies Calls;

function asking(app: MarketNeeds) {
  const prices = openGoldPrices(app);
  return {
    async info(_input, { sql, client, settings }) {
      const { company, country } = client.profile;
      const owner = { company, clientId: client.id };
      const [known, told, own] = [
        await addresseeOf(sql, client.id),
        await identityTold(sql, client.id),
        await deliveriesOf(sql, client.id),
      ];
      const wallet = await dollarWallet(sql, client.id);
      const { goldDelivery } = settings;
      const vault = companyProfileOf(company).goldVault;
      const sizes = sizesOf(settings).map(async ({ size, making }) => ({
        grams: grams(size),
        making: dollars(making),
        ready: (await freeBarsOf(sql, { vault, company, weight: size })).length,
      }));
      return {
        held: grams(await balanceOf(sql, goldAccount(owner))),
        currency: goldCurrency,
        wallet: wallet ? dollars(await balanceOf(sql, walletAccount(owner, goldCurrency))) : null,
        sizes: await Promise.all(sizes),
        most_bars: goldDelivery.mostBars,
        shipping: dollars(shippingOf(settings)),
        insurance_percent: percentOf(goldDelivery.insuranceBasisPoints),
        pay_days: goldDelivery.payDays,
        promised_hours: goldDelivery.promisedHours,
        address: { recipient: known.name, street: told.address ?? '', phone: known.phone ?? '', country },
        deliveries: await Promise.all(own.map((each) => shownDelivery(sql, each, settings))),
      };
    },

    async request(input, ctx) {
      await requireNothingOwed(ctx, 'count');
      const delivery = await askDelivery(input, prices, ctx);
      const pin = await sendPin(ctx, delivery);
      return {
        delivery_id: delivery.id,
        terms: shownTerms(delivery),
        pin,
        factor_required: await asksFactor(ctx.sql, delivery),
        leaves_from: (await coolingUntil(ctx.sql, delivery, ctx))?.toISOString() ?? null,
        seconds: ctx.settings.goldDelivery.termsSeconds,
      };
    },

    async pin({ delivery_id: id, method }, ctx) {
      const delivery = ownOf(await deliveryOf(ctx.sql, id), ctx.client);
      if (delivery?.phase !== 'asked') return ctx.refuse('unknown_delivery', { field: 'delivery_id' });
      return { pin: await sendPin(ctx, delivery, { isCalled: method === 'voice' }) };
    },
  } satisfies Partial<Calls>;
}

function confirming(app: FactorNeeds) {
  return {
    async confirm({ delivery_id: id, payment_code: pin, ...given }, ctx) {
      const { client, settings, now } = ctx;
      const asked = ownOf(await deliveryOf(ctx.sql, id), client) ?? ctx.refuse('unknown_delivery', { field: 'delivery_id' });
      // Confirmed before, by an answer that was lost perhaps.
      if (asked.phase !== 'asked') return { delivery: await shownDelivery(ctx.sql, asked, settings) };
      if (after(asked.askedAt, settings.goldDelivery.termsSeconds * secondMs) <= now)
        return ctx.refuse('delivery_expired', { field: 'delivery_id' });
      await requireNothingOwed(ctx, 'delivery_id');
      const setAside = async (sql: Sql) => {
        const delivery = (await lockDelivery(sql, id)) ?? ctx.refuse('unknown_delivery', { field: 'delivery_id' });
        if (delivery.phase === 'asked') {
          const doing = { delivery, now, actor: actorOf(client) };
          if (!(await hold(sql, doing))) return ctx.refuse('gold_short', { field: 'count' });
          await pay(sql, doing, settings);
        }
        return { delivery: await shownNow(sql, id, settings) };
      };
      if (await asksFactor(ctx.sql, asked)) return withFactor(app, ctx, { delivery: asked, given, act: setAside });
      return withPin(ctx, { delivery: asked, pin, act: setAside });
    },
  } satisfies Partial<Calls>;
}

function goingOn() {
  return {
    async pay({ delivery_id: id }, ctx) {
      const { sql, client, settings, now, refuse } = ctx;
      const delivery = ownOf(await lockDelivery(sql, id), client);
      if (!delivery || delivery.phase === 'asked') return refuse('unknown_delivery', { field: 'delivery_id' });
      if (delivery.phase !== 'requested') return refuse('delivery_not_payable', { field: 'delivery_id' });
      await requireNothingOwed(ctx, 'delivery_id');
      if (!(await pay(sql, { delivery, now, actor: actorOf(client) }, settings))) {
        const needed = { amount: formatMinor(delivery.fee + delivery.insurance, goldCurrency), currency: goldCurrency };
        return refuse('gold_dollars_short', { field: 'amount', values: { needed } });
      }
      return { delivery: await shownNow(sql, id, settings) };
    },

    async cancel({ delivery_id: id }, { sql, client, settings, now, refuse }) {
      const delivery = ownOf(await lockDelivery(sql, id), client);
      if (!delivery || delivery.phase === 'asked') return refuse('unknown_delivery', { field: 'delivery_id' });
      if (!mayClientCancel(delivery.phase)) return refuse('delivery_not_cancellable', { field: 'delivery_id' });
      await cancel(sql, { delivery, now, actor: actorOf(client) }, { isTold: false });
      return { delivery: await shownNow(sql, id, settings) };
    },
  } satisfies Partial<Calls>;
}

function ownOf(delivery: KeptDelivery | undefined, { id }: ClientIdentity): KeptDelivery | undefined {
  return delivery?.clientId === id ? delivery : undefined;
}

const actorOf = ({ id }: ClientIdentity) => ({ kind: 'client', id: String(id) }) as const;

async function shownNow(sql: Sql, id: number, settings: Parameters<typeof shownDelivery>[2]) {
  const delivery = await deliveryOf(sql, id);
  if (!delivery) throw new Error(`delivery ${id} is gone`);
  return shownDelivery(sql, delivery, settings);
}
