import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { reason } from '../../protocol/staff.ts';

/* Signals of strategies: what their managers trade, told to those who subscribe as it happens. */

export const signalPage = 20;
/** In days: what a price is for. */
export const subscriptionDays = 30;
/** In US dollars, for those days. */
export const mostSignalPrice = '1000.00';

const amount = z.string();
const percent = z.string();
const moment = z.iso.datetime();
const number = inDigits(z.int().min(1).max(2_147_483_647));
const page = inDigits(z.int().min(1).max(1_000_000)).default(1);

const signal = z.object({
  /** The account of its strategy. */
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  /** For thirty days, in US dollars; 0.00 where it is free. */
  price: amount,
  currency: z.string(),
  /** Since the strategy began, and the deepest fall from a peak, in per cent, as its own page has them. */
  profit: percent,
  drawdown: percent,
  /** Some of it rests on an equity that nobody read at the moment. */
  is_estimated: z.boolean(),
  subscribers: z.int(),
  /** Null where the client has not subscribed. */
  subscribed_until: moment.nullable(),
});
export type ListedSignal = z.infer<typeof signal>;

const own = signal.extend({
  /** False where it was cancelled, or cannot be had any more: it ends then. */
  renews: z.boolean(),
  /** At what price it is renewed: the one that was agreed to. */
  agreed_price: amount,
});
export type OwnSignal = z.infer<typeof own>;

const trade = z.object({
  ticket: z.string(),
  at: moment,
  entry: z.enum(['in', 'out']),
  side: z.enum(['buy', 'sell']),
  symbol: z.string(),
  lots: z.string(),
  price: z.string(),
});
export type SignalTrade = z.infer<typeof trade>;

const details = z.object({
  signals_login: z.int().nullable(),
  /** Of that account, as the platform said last; null where it has not yet, and without one. */
  signals_balance: amount.nullable(),
  signals_currency: z.string().nullable(),
});

const deskOffer = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  profit: percent,
  /** Null: not offered. */
  price: amount.nullable(),
  subscribers: z.int(),
  made_by: z.string().nullable(),
});
export type DeskOffer = z.infer<typeof deskOffer>;

const reads = ['signals', 'strategies'] as const;
const stale = ['signals', 'wallets', 'dashboard'] as const;

export const copyTradingContract = contract({
  area: 'copyTrading',
  calls: {
    status: {
      method: 'GET',
      path: 'api/direct/copy-trading/status',
      summary: 'The account on which the client trades what signals say; and those that can be it.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        client_details: details,
        accounts: z.array(z.object({ number: z.int(), title: z.string(), currency: z.string() })),
      }),
      errors: {},
      reads: ['signals', 'accounts'],
    },
    start: {
      method: 'POST',
      path: 'api/direct/copy-trading/start',
      summary: 'Names the live account on which the client trades what signals say.',
      who: 'client',
      gate: 'invest',
      runs: 'transaction',
      input: z.object({ account_number: number }),
      output: z.object({ client_details: details }),
      errors: { account_not_found: 404, account_not_active: 422 },
      stale: ['signals'],
    },
    signals: {
      method: 'GET',
      path: 'api/signals',
      summary: 'Signals that can be subscribed to, by profit; a page behind the last is the last.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ page }),
      output: z.object({ signals: z.array(signal), total_items: z.int(), page_size: z.int(), page: z.int() }),
      errors: {},
      reads,
    },
    top: {
      method: 'GET',
      path: 'api/signals/top',
      summary: 'The five that have gained most; none that has lost.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ signals: z.array(signal) }),
      errors: {},
      reads,
    },
    freePaid: {
      method: 'GET',
      path: 'api/signals/free-paid',
      summary: 'Free and paid ones apart, a page of each, those that have gained most first; a page behind the last is the last.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ page }),
      output: z.object({
        free: z.array(signal),
        paid: z.array(signal),
        total_free: z.int(),
        total_paid: z.int(),
        page_size: z.int(),
        page: z.int(),
      }),
      errors: {},
      reads,
    },
    own: {
      method: 'GET',
      path: 'api/signals-client',
      summary: 'What the client has subscribed to.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({ signals: z.array(own) }),
      errors: {},
      reads,
    },
    trades: {
      method: 'GET',
      path: 'api/signals-client/{id}/trades',
      summary: 'What the strategy has traded in the last thirty days, the running one too, the latest first: for subscribers.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({ id: number }),
      output: z.object({ trades: z.array(trade), is_cut: z.boolean() }),
      errors: { signal_not_subscribed: 404 },
      reads,
    },
    subscribe: {
      method: 'POST',
      path: 'api/signals-client',
      summary:
        'Subscribes for thirty days, and renews by itself. What it costs is taken out of the wallet in US dollars, at the price that the client was shown. Whoever has subscribed already is charged nothing.',
      who: 'client',
      gate: 'invest',
      runs: 'transaction',
      input: z.object({ id: number, price: z.string().max(20) }),
      output: z.object({ signal: own }),
      errors: {
        signals_login_missing: 422,
        signal_not_offered: 404,
        signal_is_own: 422,
        signal_price_changed: 409,
        signal_money_short: 422,
      },
      stale,
    },
    cancel: {
      method: 'POST',
      path: 'api/signals-client/{id}/cancel',
      summary: 'It is not renewed; until then it stays. Nothing is given back.',
      who: 'client',
      gate: 'view',
      runs: 'transaction',
      input: z.object({ id: number }),
      output: z.object({ signal: own }),
      errors: { signal_not_subscribed: 404 },
      stale: ['signals'],
    },
    offers: {
      method: 'GET',
      path: '/api/desk/signal-offers',
      summary: 'Strategies that can be followed, with what their signals cost.',
      who: 'staff',
      right: 'signals',
      runs: 'read',
      input: z.object({}),
      output: z.object({ offers: z.array(deskOffer) }),
      errors: {},
      reads,
    },
    offer: {
      method: 'POST',
      path: '/api/desk/signal-offers',
      summary:
        'Sets what signals of a strategy cost from now on; without a price they are not offered. Who has subscribed keeps the price.',
      who: 'staff',
      right: 'signals',
      audits: 'signal_offer.set',
      runs: 'transaction',
      input: z.object({ id: number, price: z.string().trim().max(20).optional(), reason }),
      output: z.object({}),
      errors: { strategy_not_found: 404, bad_signal_offer_price: 422 },
      stale: ['signals', 'audit'],
    },
  },
  pages: {
    copyTrading: {
      path: 'copy-trading',
      query: ['signal', 'free', 'paid'],
      gate: 'view',
      title: 'copyTrading.title',
      group: 'invest',
    },
    // `change=1`: whoever has named an account comes to name another.
    start: { path: 'copy-trading/start', query: ['change'], gate: 'view', title: 'copyTrading.title' },
  },
  deskPages: {
    offers: { path: 'signal-offers', title: 'desk.nav.copyTrading', right: 'signals' },
  },
});
