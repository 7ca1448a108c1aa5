import { expect } from 'vitest';
import type { Order } from '../../areas/trading/contract.ts';
import type { Envelope } from '../../protocol/envelope.ts';
import { openTestApp, type SignedIn, type TestApp } from './app.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of the data by expecting it
type Answer = Envelope<any> & { readonly httpStatus: number };
type Sent = Readonly<Record<string, string>>;

/** Trades on a client's demo account by the calls that the web terminal sends. */
export interface Dealer {
  /** The account's number. */
  readonly demo: number;
  /** As the client, or as somebody else. */
  get(path: string, as?: SignedIn): Promise<Answer>;
  /** 0.10 lots of EURUSD, unless `changed` says otherwise. */
  buy(changed?: object, headers?: Sent): Promise<Answer>;
  close(position: string, changed?: object, headers?: Sent): Promise<Answer>;
  // oxlint-disable-next-line typescript/no-explicit-any -- see Answer
  positions(): Promise<any>;
  /** Buys what must not be refused. */
  place(changed?: object): Promise<Order>;
  /** Lets the platform fail at the next call that way; `none` makes it well again. */
  fault(mode: string): Promise<void>;
}

const weekSeconds = 7 * 24 * 3600;

/** Opens an application at an hour when its markets are open, with that seeded client at the terminal. The test closes the application. */
export async function openTerminal(name: string): Promise<{ app: TestApp; client: SignedIn; dealer: Dealer }> {
  const app = await openTestApp();
  await openMarkets(app);
  const client = await app.signIn(name);
  return { app, client, dealer: await openDealer(app, client) };
}

/** Moves the clock to the next Wednesday forenoon, when every market but the American shares is open. */
export async function openMarkets(app: TestApp): Promise<void> {
  const now = app.opened.clock.now();
  const wednesday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + ((3 - now.getUTCDay() + 7) % 7), 10);
  const ahead = Math.floor((wednesday - now.getTime()) / 1000);
  await app.opened.clock.advance(ahead >= 0 ? ahead : ahead + weekSeconds);
}

/** A demo account on MetaTrader 5 with 10 000 to play with: its number. */
export async function openDemo(
  app: TestApp,
  as: SignedIn,
  { currency = 'USD', leverage = 200 }: { readonly currency?: string; readonly leverage?: number } = {},
): Promise<number> {
  const body = { account: 'advantage mt5', currency, leverage, demo_trade_balance: '10000', i_agree_tc: true };
  const answer = await app.call({ method: 'POST', path: 'api/accounts/demo', body, as });
  expect(answer.errors).toEqual([]);
  return answer.data.number;
}

async function openDealer(app: TestApp, client: SignedIn): Promise<Dealer> {
  const demo = await openDemo(app, client);
  const get = (path: string, as = client) => app.call({ method: 'GET', path, as });
  const post = (path: string, body: object, headers: Sent = {}) => app.call({ method: 'POST', path, body, as: client, headers });
  const buy = (changed: object = {}, headers?: Sent) =>
    post('api/trading/orders', { account: demo, symbol: 'EURUSD', side: 'buy', lots: '0.10', ...changed }, headers);
  return {
    demo,
    get,
    buy,
    close: (position, changed = {}, headers) =>
      post(`api/trading/positions/${position}/close`, { account: demo, ...changed }, headers),
    positions: async () => (await get(`api/trading/positions?account=${demo}`)).data.positions,
    async place(changed) {
      const answer = await buy(changed);
      expect(answer.errors).toEqual([]);
      return answer.data.order;
    },
    async fault(mode) {
      const answer = await app.call({ method: 'POST', path: '/sandbox/faults', body: { target: 'trading', mode, count: 1 } });
      expect(answer.httpStatus).toBe(200);
    },
  };
}
