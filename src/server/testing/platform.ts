import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../base/time.ts';
import { openMetaTrader4 } from '../../ports/platform/mt4/index.ts';
import { openMetaTrader5, type ConnectorSettings } from '../../ports/platform/mt5/index.ts';
import type { Answer, FillAnswer, Platform } from '../../ports/platform/port.ts';
import {
  startMetaTrader,
  type GroupFacts,
  type MetaTraderServer,
  type MetaTraderSettings,
} from '../../sandbox/metatrader/index.ts';

/** A Wednesday forenoon: every market but the American shares is open. */
export const wednesday = new Date(Date.UTC(2026, 10, 18, 10, 0, 0));

/** Application time stands still until the test moves it; the wall clock is the real one. */
export class ManualClock implements Clock {
  #now = wednesday;

  now(): Date {
    return this.#now;
  }

  wall(): Date {
    return new Date();
  }

  set(instant: Date): void {
    this.#now = instant;
  }
}

export const benchPasswords = { passwordMain: 'Sandbox2026!', passwordInvestor: 'Watching2026!' };
export const benchManagerPassword = 'Manager1!';

export const benchGroups: readonly GroupFacts[] = [
  { name: 'global\\retail\\standard-USD', currency: 'USD', leverageMax: 1000 },
  { name: 'global\\retail\\ecn-USD', currency: 'USD', leverageMax: 500, commissionPerLot: 400n },
  { name: 'global\\retail\\standard-USD-closeonly', currency: 'USD', leverageMax: 1000, isCloseOnly: true },
  { name: 'global\\retail\\ecn-USD-closeonly', currency: 'USD', leverageMax: 500, commissionPerLot: 400n, isCloseOnly: true },
  {
    name: 'uk\\retail\\standard-EUR',
    currency: 'EUR',
    leverageMax: 30,
    leverageCaps: { major_fx: 30, gold: 20, share: 5, crypto: 0 },
  },
  { name: 'global\\retail\\cent-USC', currency: 'USC', leverageMax: 1000, isSwapFree: true },
  { name: 'global\\retail\\standard-JPY', currency: 'JPY', leverageMax: 500 },
];
export const usdGroup = 'global\\retail\\standard-USD';

/** One platform of a kind with its sandbox server, for the length of a test file. */
export interface PlatformBench {
  readonly clock: ManualClock;
  readonly platform: Platform;
  server(): MetaTraderServer;
  /** Another connector to the same server; the test closes it. */
  connect(changed?: Partial<ConnectorSettings>): Platform;
  /** A login that nobody has yet. */
  freshLogin(): number;
  /** Opens an empty account. */
  opened(group?: string, leverage?: number): Promise<number>;
  /** Opens an account and pays in. */
  funded(amount: bigint, group?: string, leverage?: number): Promise<number>;
  /** Ends the server and starts it again on the same state and address. */
  restart(changed?: Partial<MetaTraderSettings>): Promise<void>;
  close(): Promise<void>;
}

export async function openPlatformBench(kind: 'mt5' | 'mt4', changed: Partial<MetaTraderSettings> = {}): Promise<PlatformBench> {
  const clock = new ManualClock();
  const dataFolder = await mkdtemp(join(tmpdir(), 'metatrader-'));
  const settings = {
    kind,
    dataFolder,
    host: '127.0.0.1',
    clock,
    password: benchManagerPassword,
    groups: benchGroups,
    ...changed,
  };
  let server = await startMetaTrader({ ...settings, port: 0 });
  const open = { mt5: openMetaTrader5, mt4: openMetaTrader4 }[kind];
  const connect = (own: Partial<ConnectorSettings> = {}) =>
    open({
      address: server.address,
      managerLogin: 1000,
      managerPassword: benchManagerPassword,
      clock,
      // Whoever wants a call to come back without its answer connects with less.
      timeoutMs: 30_000,
      ...own,
    });
  const platform = connect();
  let lastLogin = 700_000;
  const freshLogin = () => (lastLogin += 1);

  const opened = async (group = usdGroup, leverage = 100) => {
    const login = freshLogin();
    must(await platform.openAccount({ login, group, name: 'Ama Active', leverage, ...benchPasswords }));
    return login;
  };
  return {
    clock,
    platform,
    server: () => server,
    connect,
    freshLogin,
    opened,
    async funded(amount, group = usdGroup, leverage = 100) {
      const login = await opened(group, leverage);
      const currency = benchGroups.find((one) => one.name === group)?.currency ?? 'USD';
      must(await platform.balanceOperation({ login, kind: 'balance', amount, currency, tag: `open:${login}` }));
      return login;
    },
    async restart(later = {}) {
      await server.close();
      server = await startMetaTrader({ ...settings, ...later, port: Number(new URL(server.address).port) });
    },
    async close() {
      await platform.close();
      await server.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}

/** The fields of an answer that must be done. */
export function must<Fields>(answer: Answer<Fields>): { readonly outcome: 'done' } & Fields {
  if (answer.outcome !== 'done') throw new Error(`expected it done, got ${JSON.stringify(answer)}`);
  return answer;
}

/** The fill of an order that must be filled. */
export function mustFill(answer: FillAnswer): Extract<FillAnswer, { outcome: 'filled' }> {
  if (answer.outcome !== 'filled') throw new Error(`expected a fill, got ${JSON.stringify(answer)}`);
  return answer;
}
