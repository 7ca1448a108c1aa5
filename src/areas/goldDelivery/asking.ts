import { companyProfileOf } from '../../law/regions/index.ts';
import { gold as goldAccount } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { ContextOf } from '../../protocol/call.ts';
import { shareOf, worthOf, type GoldPrices } from '../gold/face.ts';
import type { goldDeliveryContract } from './contract.ts';
import { shippingOf, sizesOf } from './rules.ts';
import { grams } from './shown.ts';
import { addDelivery, type KeptDelivery } from './store.ts';

type AskContext = ContextOf<(typeof goldDeliveryContract)['calls']['request']>;

export interface AskedFor {
  readonly size: string;
  readonly count: string;
  readonly recipient: string;
  readonly street: string;
  readonly town: string;
  readonly postcode: string;
  readonly phone: string;
}

/** Keeps what a delivery would be, at the price of now: nothing has moved yet. */
export async function askDelivery(asked: AskedFor, prices: GoldPrices, ctx: AskContext): Promise<KeptDelivery> {
  const { sql, now, settings, client, refuse } = ctx;
  const { mostBars, insuranceBasisPoints } = settings.goldDelivery;
  const chosen =
    sizesOf(settings).find(({ size }) => grams(size) === asked.size) ?? refuse('gold_bar_not_offered', { field: 'size' });
  const count = Number(asked.count);
  if (count < 1 || count > mostBars) return refuse('gold_bars_out_of_range', { field: 'count', values: { most: mostBars } });
  const weight = chosen.size * BigInt(count);
  const { company, country } = client.profile;
  const held = await balanceOf(sql, goldAccount({ company, clientId: client.id }));
  if (held < weight) return refuse('gold_short', { field: 'count', values: { held: grams(held) } });
  const market = (await prices.now(settings)) ?? refuse('platform_unavailable');
  const insured = worthOf(weight, market);
  const { recipient, street, town, postcode, phone } = asked;
  return addDelivery(sql, {
    clientId: client.id,
    companyId: company,
    vault: companyProfileOf(company).goldVault,
    size: chosen.size,
    count,
    weight,
    fee: chosen.making * BigInt(count) + shippingOf(settings),
    insurance: shareOf(insured, insuranceBasisPoints),
    insured,
    recipient,
    street,
    town,
    postcode,
    phone,
    country,
    askedAt: now,
  });
}
