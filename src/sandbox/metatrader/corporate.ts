import { divideRounded } from '../../base/money.ts';
import { dealActions, dealEntries, reasonSplit } from './groups.ts';
import type { Position, User } from './rows.ts';
import { symbolByName } from './symbols.ts';
import { moneyDeal } from './trades.ts';
import type { Vendor } from './vendor.ts';
import { contractOf, contractUnit, minorOf } from './worth.ts';

/** What the server's administrator has it do when a company pays a dividend or splits its shares. */
export type CorporateAction = Dividend | Splitting;

export interface Dividend {
  readonly kind: 'dividend';
  readonly symbol: string;
  /** For one share, a decimal string of the currency of its price. */
  readonly perShare: string;
  /** What is kept back of it in per cent. */
  readonly taxPercent: number;
  /** It was paid by mistake and is taken back, with its tax. */
  readonly isReversal: boolean;
  /** How long ago it is dated: an administrator books it late, with the day on which it was paid. */
  readonly datedBackMs: number;
}

export interface Splitting {
  readonly kind: 'split';
  readonly symbol: string;
  /** Each `from` shares become `to`. */
  readonly to: number;
  readonly from: number;
}

/** How many positions were touched; undefined where there is no such share, or a position would become nothing by it (4009). */
export function act(vendor: Vendor, action: CorporateAction): number | undefined {
  if (symbolByName.get(action.symbol) === undefined) return undefined;
  for (const login of vendor.state.loginsAtMarket()) vendor.room.sweep(login);
  return action.kind === 'dividend' ? payDividend(vendor, action) : split(vendor, action);
}

interface Held {
  readonly user: User;
  readonly position: Position;
}

function heldOf({ state }: Vendor, symbol: string): Held[] {
  return state.loginsAtMarket().flatMap((login) => {
    const user = state.user(login);
    return user ? state.positions(login).flatMap((position) => (position.symbol === symbol ? [{ user, position }] : [])) : [];
  });
}

/** Who holds the share gets it and is taxed; who is short of it pays it. */
function payDividend(vendor: Vendor, action: Dividend): number {
  const held = heldOf(vendor, action.symbol);
  const timeMs = vendor.clock.now().getTime() - action.datedBackMs;
  const comment = `${action.symbol} ${action.perShare}${action.isReversal ? ' reversed' : ''}`;
  vendor.state.transact(() => {
    for (const { user, position } of held) {
      const paid = grossOf(vendor, { user, position }, action.perShare);
      const gross = position.action === dealActions.buy ? paid : -paid;
      const tax = gross > 0n ? -divideRounded(gross * BigInt(action.taxPercent), 100n) : 0n;
      for (const [kind, amount] of [
        [dealActions.dividend, gross],
        [dealActions.tax, tax],
      ] as const) {
        const profit = action.isReversal ? -amount : amount;
        if (profit === 0n) continue;
        const facts = { ...moneyDeal, symbol: action.symbol, comment, timeMs };
        vendor.state.addDeal({ ...facts, login: user.login, action: kind, profit });
        vendor.state.move(user.login, { balance: profit });
      }
    }
  });
  return held.length;
}

/** Dividends are told to a millionth. */
const perShareDecimals = 6;

function grossOf({ market, room, clock }: Vendor, { user, position }: Held, perShare: string): bigint {
  const symbol = symbolByName.get(position.symbol);
  if (!symbol) throw new Error(`no symbol ${position.symbol}`);
  const [whole = '0', fraction = ''] = perShare.split('.');
  const each = BigInt(whole + fraction.slice(0, perShareDecimals).padEnd(perShareDecimals, '0'));
  const units = each * BigInt(position.volume) * contractOf(symbol);
  return minorOf(
    { units, scale: 10_000n * contractUnit * 10n ** BigInt(perShareDecimals), of: symbol.profit },
    { market, currency: room.group(user).currency, atMs: clock.now().getTime() },
  );
}

/** Every position is taken out at its old price and brought in again at the new one, under its number; orders that wait are cancelled. */
function split(vendor: Vendor, { symbol, to, from }: Splitting): number | undefined {
  const { state, market, clock } = vendor;
  const held = heldOf(vendor, symbol);
  const timeMs = clock.now().getTime();
  const grown = (volume: number) => Math.floor((volume * to) / from);
  const lowered = (points: number) => (points === 0 ? 0 : Math.max(1, Math.round((points * from) / to)));
  if (held.some(({ position }) => grown(position.volume) === 0)) return undefined;
  state.transact(() => {
    state.corporate.addSplit({ symbol, to, from, timeMs });
    for (const { position } of held) {
      const [volume, price] = [grown(position.volume), lowered(position.price)];
      const facts = { ...moneyDeal, login: position.login, symbol, position: position.position, timeMs };
      const shared = { ...facts, profit: 0n, comment: `${symbol} ${to}:${from}`, reason: reasonSplit };
      const { volume: before, price: openPrice, action } = position;
      state.addDeal({ ...shared, action: 1 - action, entry: dealEntries.out, volume: before, price: openPrice, openPrice });
      state.addDeal({ ...shared, action, entry: dealEntries.in, volume, price, openPrice: price });
      const stops = { stopLoss: lowered(position.stopLoss), takeProfit: lowered(position.takeProfit), sinceMs: timeMs };
      state.corporate.splitPosition(position.position, { volume, price, ...stops });
    }
  });
  market.tellSplit({ symbol, to, from, timeMs });
  for (const login of state.loginsAtMarket()) vendor.room.waiting.endAll(login, symbol);
  return held.length;
}
