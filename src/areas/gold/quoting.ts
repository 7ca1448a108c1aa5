import { randomUUID } from 'node:crypto';
import { formatMinor, parseMinor } from '../../base/money.ts';
import type { RefusalDetail } from '../../base/refusal.ts';
import type { Sql } from '../../base/sql.ts';
import { after } from '../../base/time.ts';
import { formatWeight, parseWeight } from '../../base/weight.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { gold as goldAccount, wallet as walletAccount } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import type { Measure } from './contract.ts';
import type { GoldMarket, GoldPrices } from './market.ts';
import { buyFor, buyWeight, sellFor, sellWeight, type GoldAmounts, type GoldTerms, type Side } from './rules.ts';
import { keepQuote, type KeptQuote } from './store.ts';
import { goldCurrency } from './trades.ts';

type QuoteRefusal =
  | 'bad_amount'
  | 'gold_weight_out_of_range'
  | 'gold_market_closed'
  | 'gold_dollars_short'
  | 'gold_short'
  | 'platform_unavailable';

interface Asking {
  readonly sql: Sql;
  readonly now: Date;
  readonly settings: Settings;
  readonly client: ClientIdentity;
  readonly refuse: (code: QuoteRefusal, detail?: RefusalDetail) => never;
}

/** What this client's prices are made with: tax on a purchase as the region has it. */
export function termsOf({ profile }: Pick<ClientIdentity, 'profile'>, { gold }: Settings): GoldTerms {
  const { purchaseTax } = regionProfileOf(profile).gold;
  return { spread: BigInt(gold.spreadBasisPoints), tax: BigInt(purchaseTax[profile.country] ?? 0) };
}

/** Gold's price for this client, held for a while: how much it comes to, by amount or by weight. */
export async function quoteGold(
  wish: { readonly side: Side; readonly by: Measure; readonly amount: string },
  prices: GoldPrices,
  asking: Asking,
): Promise<KeptQuote> {
  const { sql, now, settings, client, refuse } = asking;
  const market = (await prices.now(settings)) ?? refuse('platform_unavailable');
  requireOpen(market, refuse);
  const terms = termsOf(client, settings);
  const amounts = amountsOf(wish, { market, terms }) ?? refuse('bad_amount', { field: 'amount' });
  requireWeight(amounts, asking);
  await requireCovered(wish.side, amounts, asking);
  const quote: KeptQuote = {
    ...amounts,
    id: randomUUID(),
    clientId: client.id,
    companyId: client.companyId,
    side: wish.side,
    ...market.told,
    priceAt: market.at,
    quotedAt: now,
    expiresAt: after(now, settings.gold.quoteSeconds * 1000),
    usedAt: null,
  };
  await keepQuote(sql, quote);
  return quote;
}

/** When it opens is said by the screen, in the client's own time. */
function requireOpen({ state }: GoldMarket, refuse: Asking['refuse']): void {
  if (!state.isOpen) refuse('gold_market_closed', { data: { opens_at: state.opensAt?.toISOString() ?? null } });
}

function amountsOf(
  { side, by, amount }: { readonly side: Side; readonly by: Measure; readonly amount: string },
  { market, terms }: { readonly market: GoldMarket; readonly terms: GoldTerms },
): GoldAmounts | undefined {
  const asked = by === 'amount' ? parseMinor(amount, goldCurrency) : parseWeight(amount, by);
  if (asked === undefined || asked <= 0n) return undefined;
  if (by === 'amount') return side === 'buy' ? buyFor(asked, market, terms) : sellFor(asked, market, terms);
  return side === 'buy' ? buyWeight(asked, market, terms) : sellWeight(asked, market, terms);
}

function requireWeight({ weight, metal, total }: GoldAmounts, { settings, refuse }: Asking): void {
  const [least, most] = limitsOf(settings);
  if (weight >= least && weight <= most && metal > 0n && total > 0n) return;
  const { leastGrams, mostGrams } = settings.gold;
  refuse('gold_weight_out_of_range', { field: 'amount', values: { least: leastGrams, most: mostGrams } });
}

/** The least and the most of one trade, in tenths of a microgram. */
export function limitsOf({ gold }: Settings): readonly [bigint, bigint] {
  const [least, most] = [gold.leastGrams, gold.mostGrams].map((grams) => parseWeight(grams, 'g'));
  if (least === undefined || most === undefined) throw new Error('the limits of gold are no weights');
  return [least, most];
}

/** What is not there cannot be quoted; whether it still is, the posting decides. */
async function requireCovered(side: Side, { weight, total }: GoldAmounts, { sql, client, refuse }: Asking): Promise<void> {
  const owner = { company: client.companyId, clientId: client.id };
  if (side === 'buy') {
    if ((await balanceOf(sql, walletAccount(owner, goldCurrency))) >= total) return;
    refuse('gold_dollars_short', {
      field: 'amount',
      values: { needed: { amount: formatMinor(total, goldCurrency), currency: goldCurrency } },
    });
  }
  const held = await balanceOf(sql, goldAccount(owner));
  if (held >= weight) return;
  refuse('gold_short', { field: 'amount', values: { held: formatWeight(held, 'g') } });
}
