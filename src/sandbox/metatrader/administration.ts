import { parseMinor } from '../../base/money.ts';
import { dayMs } from '../../base/time.ts';
import { dealActions, dealEntries, userRights, type GroupFacts } from './groups.ts';
import { nextOpen, pastDeals, type Movement, type PastDeal } from './history.ts';
import { symbolByName } from './symbols.ts';
import { hashed } from './users.ts';
import type { Vendor } from './vendor.ts';
import { toldTrades, volumeOf, type ToldTrade } from './told.ts';
import { commissionOf } from './worth.ts';

/** Calls beside the vendor's protocol, for the seeds: bringing in whole accounts with a past, and starting over. */

/** One account to bring in. Amounts are decimal strings of the group's currency, times ISO 8601. */
interface Newcomer {
  readonly login: number;
  readonly group: string;
  readonly name: string;
  readonly leverage: number;
  readonly password: string;
  readonly email?: string;
  readonly country?: string;
  readonly isReadOnly?: boolean;
  readonly registeredAt: string;
  readonly movements?: readonly { readonly at: string; readonly amount: string; readonly comment: string }[];
  readonly history?: {
    readonly seed: string;
    readonly from: string;
    readonly to: string;
    readonly tradesPerWeek: number;
    readonly endBalance: string;
  };
  /** Trades that have been, each as it was: beside a past that is made up, or instead of one. */
  readonly trades?: readonly ToldTrade[];
  /** Positions that are still open, opened at the market's price of that time (or of the next opening). */
  readonly positions?: readonly {
    readonly symbol: string;
    readonly side: 'buy' | 'sell';
    readonly lots: string;
    readonly openedAt: string;
  }[];
}

export interface Imported {
  readonly imported: readonly number[];
  /** Logins that were there already: they are left as they are. */
  readonly skipped: readonly number[];
}

const newcomersMost = 5000;

/** Brings in accounts, each with its deals in one transaction, so that a repeated or interrupted import ends the same. */
export function importUsers(vendor: Vendor, body: unknown): Imported {
  const newcomers = readNewcomers(body);
  const hashes = new Map<string, string>();
  const [imported, skipped]: [number[], number[]] = [[], []];
  for (const newcomer of newcomers) {
    if (vendor.state.user(newcomer.login)) {
      skipped.push(newcomer.login);
      continue;
    }
    const hash = hashes.get(newcomer.password) ?? hashed(newcomer.password);
    hashes.set(newcomer.password, hash);
    bringIn(vendor, newcomer, hash);
    imported.push(newcomer.login);
  }
  return { imported, skipped };
}

/** A body that is not what the seeds should send; its text says what is wrong. */
export class ImportFault extends Error {}

function readNewcomers(body: unknown): readonly Newcomer[] {
  const users = typeof body === 'object' && body !== null && 'users' in body ? body.users : undefined;
  if (!Array.isArray(users) || users.length > newcomersMost)
    throw new ImportFault(`users must be a list of at most ${newcomersMost}`);
  for (const user of users as Partial<Newcomer>[]) {
    const texts = [user.group, user.name, user.password, user.registeredAt];
    const isWhole = Number.isSafeInteger(user.login) && Number.isSafeInteger(user.leverage);
    if (!isWhole || texts.some((text) => typeof text !== 'string'))
      throw new ImportFault(`user ${String(user.login)} is not complete`);
  }
  return users as Newcomer[];
}

function bringIn(vendor: Vendor, newcomer: Newcomer, passwordHash: string): void {
  const group = vendor.groups.get(newcomer.group);
  if (!group) throw new ImportFault(`user ${newcomer.login}: no group ${newcomer.group}`);
  const deals = dealsOf(vendor, newcomer, group);
  const openings = openingsOf(vendor, newcomer, group);
  vendor.state.transact(() => {
    vendor.state.addUser({
      login: newcomer.login,
      group: group.name,
      name: newcomer.name,
      leverage: newcomer.leverage,
      rights: userRights.enabled | userRights.password | (newcomer.isReadOnly ? userRights.tradeDisabled : 0),
      email: newcomer.email ?? '',
      country: newcomer.country ?? '',
      comment: '',
      passwordMain: passwordHash,
      passwordInvestor: passwordHash,
      registeredMs: instant(newcomer.registeredAt),
      balance: [...deals, ...openings].reduce((sum, deal) => sum + deal.profit + deal.storage + deal.commission, 0n),
      credit: 0n,
    });
    const positions = new Map<number, number>();
    for (const { trade, ...deal } of deals) {
      const position = trade === undefined ? 0 : positionOf(vendor, positions, { trade, deal });
      vendor.state.addDeal({ ...deal, position });
    }
    for (const opening of openings) {
      const position = vendor.state.addPosition({ ...opening, rolledDay: Math.floor(opening.timeMs / dayMs) });
      vendor.state.addDeal({ ...opening, position });
    }
  });
}

/** A closed position leaves only its number behind, taken from the same row of numbers as the open ones. */
function positionOf(
  vendor: Vendor,
  known: Map<number, number>,
  of: { readonly trade: number; readonly deal: Omit<PastDeal, 'trade'> },
): number {
  const existing = known.get(of.trade);
  if (existing !== undefined) return existing;
  const position = vendor.state.addPosition({ ...of.deal, rolledDay: 0 });
  vendor.state.shrinkPosition(position, { volume: 0, storage: 0n });
  known.set(of.trade, position);
  return position;
}

function dealsOf(vendor: Vendor, newcomer: Newcomer, group: GroupFacts): PastDeal[] {
  const movements: Movement[] = (newcomer.movements ?? []).map((movement) => ({
    atMs: instant(movement.at),
    amount: amount(movement.amount, group),
    comment: movement.comment,
  }));
  const { history } = newcomer;
  const past = {
    login: newcomer.login,
    leverage: newcomer.leverage,
    movements,
    seed: history?.seed ?? '',
    fromMs: history ? instant(history.from) : 0,
    toMs: history ? instant(history.to) : 0,
    tradesPerWeek: history?.tradesPerWeek ?? 0,
    endBalance: history ? amount(history.endBalance, group) : movements.reduce((sum, movement) => sum + movement.amount, 0n),
  };
  const told = toldTrades(newcomer.trades ?? [], { login: newcomer.login, group, amount, instant });
  if (!history && movements.length === 0) return told;
  return [...pastDeals(past, { market: vendor.market, group }), ...told].toSorted((left, right) => left.timeMs - right.timeMs);
}

function openingsOf(vendor: Vendor, newcomer: Newcomer, group: GroupFacts): Omit<PastDeal, 'trade'>[] {
  return (newcomer.positions ?? []).map((wanted) => {
    const symbol = symbolByName.get(wanted.symbol);
    const volume = volumeOf(wanted.lots);
    if (!symbol || volume === undefined)
      throw new ImportFault(`user ${newcomer.login}: no position of ${wanted.lots} ${wanted.symbol}`);
    const timeMs = nextOpen(vendor.market, symbol, instant(wanted.openedAt));
    const quote = vendor.market.quote(symbol, timeMs);
    const action = wanted.side === 'buy' ? dealActions.buy : dealActions.sell;
    const price = action === dealActions.buy ? quote.ask : quote.bid;
    return {
      login: newcomer.login,
      action,
      entry: dealEntries.in,
      symbol: symbol.name,
      volume,
      price,
      openPrice: price,
      profit: 0n,
      storage: 0n,
      commission: commissionOf(group, volume),
      comment: '',
      timeMs,
    };
  });
}

function instant(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new ImportFault(`"${text}" is no time`);
  return ms;
}

function amount(text: string, group: GroupFacts): bigint {
  const minor = parseMinor(text, group.currency);
  if (minor === undefined) throw new ImportFault(`"${text}" is no amount of ${group.currency}`);
  return minor;
}
