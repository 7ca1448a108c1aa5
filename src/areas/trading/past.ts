import { after, dayMs } from '../../base/time.ts';
import type { Answer, Platform } from '../../ports/platform/port.ts';
import { shownEnded, type TradingAccount } from '../accounts/face.ts';
import { pastDays, type PastDeal, type PastOrder } from './contract.ts';
import { shownDeal } from './shown.ts';

const pageSize = 1000;
/** More than that is told in several goes, the latest first: the span begins later then, and `earlier` leads to what was before. */
const mostAtOnce = 5 * pageSize;
/** A platform tells times in seconds, so that no span is shorter. */
const shortestMs = 1000;

/** What ended and what was dealt on an account in some days, the newest first, as its platform tells it. */
export async function pastOf(
  platform: Pick<Platform, 'endedOrders' | 'deals'>,
  account: Pick<TradingAccount, 'number' | 'currency' | 'openedAt'>,
  till: Date,
): Promise<Answer<{ readonly orders: PastOrder[]; readonly deals: PastDeal[]; readonly earlier: string | null }>> {
  const login = account.number;
  let from = after(till, -pastDays * dayMs);
  for (;;) {
    const span = { login, from, to: till };
    const orders = await readAll(async (page) => {
      const answer = await platform.endedOrders({ ...span, ...page });
      return answer.outcome === 'done' ? { outcome: 'done', rows: answer.orders } : answer;
    });
    if (orders.outcome !== 'done') return orders;
    const deals = await readAll(async (page) => {
      const answer = await platform.deals({ ...span, ...page });
      return answer.outcome === 'done' ? { outcome: 'done', rows: answer.deals } : answer;
    });
    if (deals.outcome !== 'done') return deals;
    if (orders.rows !== undefined && deals.rows !== undefined)
      return {
        outcome: 'done',
        orders: orders.rows.map(shownEnded).toReversed(),
        deals: deals.rows.flatMap((deal) => shownDeal(deal, account.currency) ?? []).toReversed(),
        earlier: from > account.openedAt ? from.toISOString() : null,
      };
    const spanMs = till.getTime() - from.getTime();
    if (spanMs <= shortestMs) return { outcome: 'refused', code: 'range_too_wide', message: `over ${mostAtOnce} in a second` };
    from = after(till, -Math.floor(spanMs / 2));
  }
}

interface Page {
  readonly offset: number;
  readonly total: number;
}

/**
 * All of a span, the oldest first as the platform tells it; without `rows` where there are more than one go tells. Whether there are is
 * asked before they are read, so that no half of them is read in vain.
 */
async function readAll<Row>(
  read: (page: Page) => Promise<Answer<{ readonly rows: readonly Row[] }>>,
): Promise<Answer<{ readonly rows?: readonly Row[] }>> {
  const rows: Row[] = [];
  for (let offset = 0; offset < mostAtOnce; offset += pageSize) {
    const answer = await read({ offset, total: pageSize });
    if (answer.outcome !== 'done') return answer;
    rows.push(...answer.rows);
    if (answer.rows.length < pageSize) break;
    if (offset > 0) continue;
    const behind = await read({ offset: mostAtOnce, total: 1 });
    if (behind.outcome !== 'done') return behind;
    if (behind.rows.length > 0) return { outcome: 'done' };
  }
  return { outcome: 'done', rows };
}
