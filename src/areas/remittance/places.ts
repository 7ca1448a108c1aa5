import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import type { AccountType } from '../../law/accountTypes.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { accountOf } from '../accounts/face.ts';
import { walletOf } from '../wallet/face.ts';

/** Somewhere that a client's money can be: a trading account or a wallet. */
export interface Place {
  readonly number: number;
  readonly clientId: number;
  readonly companyId: number;
  readonly currency: Currency;
  readonly isActive: boolean;
  /** Undefined: a wallet. */
  readonly platform: PlatformKey | undefined;
  readonly type: AccountType | undefined;
  readonly isDemo: boolean;
  readonly isPromo: boolean;
}

/** The client's own place of that number. Somebody else's is as unknown as one that does not exist. */
export async function placeOf(sql: Sql, number: number, clientId: number): Promise<Place | undefined> {
  const found = (await tradingPlace(sql, number)) ?? (await walletPlace(sql, number));
  return found?.clientId === clientId ? found : undefined;
}

async function tradingPlace(sql: Sql, number: number): Promise<Place | undefined> {
  const account = await accountOf(sql, number);
  if (!account) return undefined;
  const { clientId, companyId, currency, platform, type, isDemo, isPromo } = account;
  return { number, clientId, companyId, currency, platform, type, isDemo, isPromo, isActive: account.status === 'active' };
}

async function walletPlace(sql: Sql, number: number): Promise<Place | undefined> {
  const wallet = await walletOf(sql, number);
  if (!wallet) return undefined;
  const { clientId, companyId, currency } = wallet;
  const isActive = wallet.status === 'active';
  return { number, clientId, companyId, currency, platform: undefined, type: undefined, isDemo: false, isPromo: false, isActive };
}
