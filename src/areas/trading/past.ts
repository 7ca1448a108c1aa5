import { after, dayMs } from '../../base/time.ts';
import type { Answer, Platform } from '../../ports/platform/port.ts';
import type { TradingAccount } from '../accounts/face.ts';
import { pastDays, type PastDeal, type PastOrder } from './contract.ts';
import { shownDeal, shownEnded } from './shown.ts';

const pageSize = 1000;
/** More than that in so few days is cut at the oldest of them. */
const pagesMost = 5;

/** What ended and what was dealt on an account in some days, the newest first, as its platform tells it. */
export async function pastOf(
  platform: Pick<Platform, 'endedOrders' | 'deals'>,
  account: Pick<TradingAccount, 'number' | 'currency' | 'openedAt'>,
  till: Date,
): Promise<Answer<{ readonly orders: PastOrder[]; readonly deals: PastDeal[]; readonly earlier: string | null }>> {
  const from = after(till, -pastDays * dayMs);
  const span = { login: account.number, from, to: till, total: pageSize };
  const orders = await readAll(async (offset) => {
    const page = await platform.endedOrders({ ...span, offset });
    return page.outcome === 'done' ? { outcome: 'done', rows: page.orders } : page;
  });
  if (orders.outcome !== 'done') return orders;
  const deals = await readAll(async (offset) => {
    const page = await platform.deals({ ...span, offset });
    return page.outcome === 'done' ? { outcome: 'done', rows: page.deals } : page;
  });
  if (deals.outcome !== 'done') return deals;
  return {
    outcome: 'done',
    orders: orders.rows.map(shownEnded).toReversed(),
    deals: deals.rows.flatMap((deal) => shownDeal(deal, account.currency) ?? []).toReversed(),
    earlier: from > account.openedAt ? from.toISOString() : null,
  };
}

async function readAll<Row>(
  read: (offset: number) => Promise<Answer<{ readonly rows: readonly Row[] }>>,
): Promise<Answer<{ readonly rows: readonly Row[] }>> {
  const rows: Row[] = [];
  for (let page = 0; page < pagesMost; page++) {
    const answer = await read(page * pageSize);
    if (answer.outcome !== 'done') return answer;
    rows.push(...answer.rows);
    if (answer.rows.length < pageSize) break;
  }
  return { outcome: 'done', rows };
}
