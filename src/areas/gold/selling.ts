import { randomUUID } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import type { Transact } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { gold as goldAccount } from '../../ledger/chart.ts';
import { balanceOf } from '../../ledger/statement.ts';
import type { Settings } from '../../settings/index.ts';
import type { GoldPrices } from './market.ts';
import { sellWeight } from './rules.ts';
import { keepQuote } from './store.ts';
import { tradeAt } from './trades.ts';

interface Selling {
  readonly transact: Transact;
  readonly now: Date;
  readonly settings: Settings;
}

type SoldOff =
  | { readonly outcome: 'sold' | 'nothing' }
  /** Nothing is sold while its market is closed. */
  | { readonly outcome: 'closed'; readonly opensAt: Date | undefined }
  /** The platform has told no price. */
  | { readonly outcome: 'unknown' };

/** Sells all the gold that a client holds, at the price of now and into the wallet, because staff has said so. */
export async function sellAllOf(
  prices: GoldPrices,
  { transact, now, settings }: Selling,
  owner: { readonly clientId: ClientId; readonly company: CompanyId },
): Promise<SoldOff> {
  const market = await prices.now(settings);
  if (!market) return { outcome: 'unknown' };
  if (!market.state.isOpen) return { outcome: 'closed', opensAt: market.state.opensAt };
  const terms = { spread: BigInt(settings.gold.spreadBasisPoints), tax: 0n };
  return transact(async (sql) => {
    const amounts = sellWeight(await balanceOf(sql, goldAccount(owner)), market, terms);
    if (amounts.total <= 0n) return { outcome: 'nothing' } as const;
    const id = randomUUID();
    await keepQuote(sql, {
      ...amounts,
      id,
      clientId: owner.clientId,
      companyId: owner.company,
      side: 'sell',
      ...market.told,
      priceAt: market.at,
      quotedAt: now,
      expiresAt: after(now, settings.gold.quoteSeconds * secondMs),
    });
    const refuse = (code: string): never => {
      throw new Error(`the gold of client ${owner.clientId} could not be sold: ${code}`);
    };
    await tradeAt(id, 'sell', { sql, now, owner, actor: { kind: 'system', id: 'closing' }, refuse });
    return { outcome: 'sold' } as const;
  });
}
