import type { ExistingAccount } from '../src/areas/accounts/face.ts';
import type { Reading } from '../src/areas/calendar/face.ts';
import type { LotLimits } from '../src/areas/copying/face.ts';
import type { FetchNeeds } from '../src/areas/rates/face.ts';
import type { ToldDeal } from '../src/areas/deals/face.ts';
import type { Currency } from '../src/base/currency.ts';
import type { Database } from '../src/base/sql.ts';
import type { Clock } from '../src/base/time.ts';
import type { PlatformKey } from '../src/law/platforms.ts';
import type { Settings } from '../src/settings/index.ts';

/** What seeding takes of the application. */
export interface SeedNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly platforms: Readonly<Record<PlatformKey, SeedPlatform>>;
  readonly referenceRates: FetchNeeds['source'];
  readonly calendar?: Reading['calendar'] | undefined;
  /** Where the platforms' stand-ins take imported accounts, and the key that opens it. */
  readonly vendors: Readonly<Record<PlatformKey, SeedVendor>>;
}

export interface SeedVendor {
  readonly address: string;
  readonly password: string;
}

/** What seeding asks of a trading platform, over the same connector that the application works with. */
export interface SeedPlatform {
  accounts(logins: readonly number[]): Promise<Told<{ readonly accounts: readonly ExistingAccount['told'][] }>>;
  dealsOfAll(span: {
    readonly from: Date;
    readonly to: Date;
  }): Promise<Told<{ readonly deals: readonly ToldDeal[]; readonly complete: boolean }>>;
  symbol(name: string): Promise<Told<{ readonly symbol: LotLimits }>>;
  candles(range: {
    readonly symbol: string;
    readonly timeframe: '1min' | '1h';
    readonly from: Date;
    readonly to: Date;
  }): Promise<Told<{ readonly candles: readonly ToldCandle[] }>>;
  balanceOperation(operation: {
    readonly login: number;
    readonly kind: 'credit';
    readonly amount: bigint;
    readonly currency: Currency;
    readonly tag: string;
  }): Promise<Told<object>>;
}

export interface ToldCandle {
  readonly at: Date;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly ticks: number;
}

export type Told<Fields> = ({ readonly outcome: 'done' } & Fields) | { readonly outcome: 'refused' | 'unknown' };

/** The fields of an answer without which there is no seeding. */
export function mustTell<Fields>(answer: Told<Fields>, what: string): Fields {
  if (answer.outcome !== 'done')
    throw new Error(`the seeds need ${what}, but the platform's answer is ${JSON.stringify(answer)}`);
  return answer;
}
