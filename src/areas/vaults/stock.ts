import type { Sql } from '../../base/sql.ts';
import { post } from '../../ledger/book.ts';
import * as chart from '../../ledger/chart.ts';
import type { Leg } from '../../ledger/entries.ts';
import { addPurchase, type NewPurchase } from './store.ts';

/** What gold for stock is paid in. */
export const stockCurrency = 'USD';

/** Takes what was bought into register and book, in the caller's transaction; `outdated` when the purchase, or a bar of it, is known. */
export async function takeIntoStock(sql: Sql, purchase: NewPurchase): Promise<'done' | 'outdated'> {
  const { vault, company, weight, cost, at } = purchase;
  const id = await addPurchase(sql, purchase);
  if (id === undefined) return 'outdated';
  const metal: Leg = { from: chart.vault(company, vault), to: chart.exchange(company, 'XAU'), minor: weight };
  const price: Leg = {
    from: chart.exchange(company, stockCurrency),
    to: chart.supplier(company, stockCurrency, vault),
    minor: cost,
  };
  const posted = await post(sql, {
    movement: { key: `gold_stock:${id}`, kind: 'gold_stock_bought', legs: [metal, price], at },
  });
  if (posted.outcome !== 'posted') throw new Error(`gold purchase ${id} was not posted: ${posted.code}`);
  return 'done';
}
