import type { Currency } from '../../base/currency.ts';
import type { ClientId } from '../../base/id.ts';
import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { accountsOf } from '../accounts/face.ts';
import { walletBalances } from '../wallet/face.ts';
import { placeOf, type Place } from './places.ts';
import { withdrawable } from './rules.ts';

/** A place as forms of money offer it; amounts are decimal strings of its currency. */
export interface OwnPlace {
  /** As wire/payment's `ownPlace` shows it. */
  readonly shown: {
    readonly number: number;
    readonly kind: 'trading' | 'wallet';
    readonly name: string;
    readonly type: string | null;
    readonly platform: PlatformKey | null;
    readonly currency: Currency;
  };
  readonly balance: string;
  readonly available: string;
  /** When the platform said so; null for a wallet, whose amounts are the ledger's of now. */
  readonly asOf: string | null;
  readonly isPromo: boolean;
}

/** The client's active trading accounts and then wallets; demo accounts hold no money. */
export async function ownPlacesOf(sql: Sql, client: ClientId): Promise<OwnPlace[]> {
  const accounts = await accountsOf(sql, client);
  const wallets = await walletBalances(sql, client);
  const trading = accounts
    .filter((account) => !account.isDemo && account.status === 'active')
    .map(({ number, name, type, platform, currency, snapshot, isPromo }) => ({
      shown: { number, kind: 'trading' as const, name, type: type.name, platform, currency },
      balance: formatMinor(snapshot?.balance ?? 0n, currency),
      available: formatMinor(snapshot ? withdrawable(snapshot) : 0n, currency),
      asOf: snapshot?.at.toISOString() ?? null,
      isPromo,
    }));
  const own = wallets
    .filter((wallet) => wallet.status === 'active')
    .map(({ number, currency, balanceMinor }) => {
      const balance = formatMinor(balanceMinor, currency);
      const shown = { number, kind: 'wallet' as const, name: '', type: null, platform: null, currency };
      return { shown, balance, available: balance, asOf: null, isPromo: false };
    });
  return [...trading, ...own];
}

/** A client's own place that holds money, by its number as callers write it; undefined for a demo account too. */
export async function ownPlaceOf(sql: Sql, asked: string, client: ClientId): Promise<Place | undefined> {
  const number = Number(asked);
  const place = number < 2 ** 31 ? await placeOf(sql, number, client) : undefined;
  return place?.isDemo ? undefined : place;
}
