import { afterAll, afterEach, expect } from 'vitest';
import { openCounter, type Counter } from './paymentsFixture.ts';

/** A client with money in three places: dollars on MetaTrader 5, euros on MetaTrader 4, and a wallet in dollars. */
export interface ThreePockets extends Counter {
  readonly euros: number;
  /** What platforms and ledger have of each. */
  balances(): Promise<{ readonly dollars: readonly string[]; readonly euros: readonly string[]; readonly wallet: string }>;
}

/** Opens them for a test file, at its top, and closes them behind it. Whatever a test has done, the ledger must be without fault. */
export async function openThreePockets(): Promise<ThreePockets> {
  const counter = await openCounter('ng.active', { dollars: '1000.00', wallet: '300.00' });
  const { app, books, client, dollars, wallet } = counter;
  const euros = await books.account(client, 'standard', { currency: 'EUR', amount: '500.00' });
  afterAll(async () => app.close());
  afterEach(async () => expect(await books.faults()).toEqual([]));
  return {
    ...counter,
    euros,
    balances: async () => ({
      dollars: [await books.onPlatform(dollars), await books.inLedger(dollars)],
      euros: [await books.onPlatform(euros), await books.inLedger(euros)],
      wallet: await books.inLedger(wallet),
    }),
  };
}
