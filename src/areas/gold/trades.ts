import type { RefusalDetail } from '../../base/refusal.ts';
import { formatMinor } from '../../base/money.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Actor } from '../../ledger/audit.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Leg } from '../../ledger/entries.ts';
import { formatWeight } from '../../base/weight.ts';
import { staleLine } from '../../protocol/topics.ts';
import { notify } from '../notices/face.ts';
import { goldNotices } from './notices.ts';
import { ensureWallet, walletsOf } from '../fundingAccounts/face.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import type { Side } from './rules.ts';
import { lockQuote, useQuote, type KeptQuote } from './store.ts';

/** What gold is bought and sold for. */
export const goldCurrency = 'USD';

interface Trader {
  readonly sql: Sql;
  readonly now: Date;
  readonly owner: { readonly clientId: ClientId; readonly company: CompanyId };
  /** Whose doing it is; the client's when left out. */
  readonly actor?: Actor;
  readonly refuse: (
    code: 'unknown_quote' | 'quote_used' | 'quote_expired' | 'gold_dollars_short' | 'gold_short',
    detail?: RefusalDetail,
  ) => never;
}

/** Trades at a quote, all in the caller's transaction: the quote is used, the trade written and posted, or nothing is. */
export async function tradeAt(
  quoteId: string,
  side: Side,
  trader: Trader,
): Promise<{ readonly id: bigint; readonly quote: KeptQuote }> {
  const { sql, now, owner, refuse, actor = { kind: 'client', id: String(owner.clientId) } } = trader;
  const quote = await lockQuote(sql, quoteId, owner.clientId);
  if (!quote || quote.side !== side) return refuse('unknown_quote', { field: 'quote_id' });
  if (quote.usedAt) return refuse('quote_used', { field: 'quote_id' });
  if (quote.expiresAt <= now) return refuse('quote_expired', { field: 'quote_id' });
  if (side === 'buy' && !(await dollarWallet(sql, owner.clientId))) return refuse('gold_dollars_short', shortOf(quote));
  if (side === 'sell')
    await ensureWallet(sql, { clientId: owner.clientId, companyId: owner.company, currency: goldCurrency, now });
  const id = await useQuote(sql, quote, now);
  const posted = await post(sql, {
    movement: {
      key: `gold_trade:${id}`,
      kind: side === 'buy' ? 'gold_bought' : 'gold_sold',
      legs: legsOf(quote, owner),
      at: now,
    },
    audit: {
      actor,
      action: side === 'buy' ? 'gold.buy' : 'gold.sell',
      subject: `gold_trade:${id}`,
      clientId: owner.clientId,
    },
    outbox: [{ ...staleLine(staleByTrade), clientId: owner.clientId }],
  });
  if (posted.outcome === 'posted') {
    await tellOf(sql, { id, quote, now });
    return { id, quote };
  }
  if (posted.code !== 'below_floor') throw new Error(`gold trade ${id} was not posted: ${posted.code}`);
  return refuse(side === 'buy' ? 'gold_dollars_short' : 'gold_short', shortOf(quote));
}

const staleByTrade = ['gold', 'wallets', 'dashboard'] as const;

async function tellOf(
  sql: Sql,
  { id, quote, now }: { readonly id: bigint; readonly quote: KeptQuote; readonly now: Date },
): Promise<void> {
  await notify(sql, {
    clientId: quote.clientId,
    notice: quote.side === 'buy' ? goldNotices.gold_bought : goldNotices.gold_sold,
    values: {
      weight: formatWeight(quote.weight, 'g'),
      amount: { amount: formatMinor(quote.total, goldCurrency), currency: goldCurrency },
    },
    key: `gold_trade:${id}`,
    now,
  });
}

/** The wallet that gold is paid from, where the client has one that is open. */
export async function dollarWallet(sql: Sql, client: ClientId) {
  const wallets = await walletsOf(sql, client);
  return wallets.find(({ currency, status }) => currency === goldCurrency && status === 'active');
}

function shortOf({ total }: KeptQuote): RefusalDetail {
  return { field: 'amount', values: { needed: { amount: formatMinor(total, goldCurrency), currency: goldCurrency } } };
}

/** Money one way, gold the other, each cent of the quote on an account of its own. */
function legsOf(quote: KeptQuote, owner: chart.Owner): [Leg, ...Leg[]] {
  const { company } = owner;
  const [wallet, gold] = [chart.wallet(owner, goldCurrency), chart.gold(owner)];
  const [dollars, metal] = [chart.exchange(company, goldCurrency), chart.exchange(company, 'XAU')];
  const kept = [
    { from: wallet, to: chart.spread(company, goldCurrency), minor: quote.spread },
    { from: wallet, to: chart.tax(company, goldCurrency), minor: quote.tax },
  ].filter(({ minor }) => minor > 0n);
  return quote.side === 'buy'
    ? [{ from: wallet, to: dollars, minor: quote.metal }, ...kept, { from: metal, to: gold, minor: quote.weight }]
    : [{ from: gold, to: metal, minor: quote.weight }, { from: dollars, to: wallet, minor: quote.metal }, ...kept];
}
