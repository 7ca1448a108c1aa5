import { formatMinor } from '../../base/money.ts';
import type { Currency } from '../../base/currency.ts';
import type { Sql } from '../../base/sql.ts';
import { shownName } from '../../law/accountTypes.ts';
import type { LeverageState } from '../../law/leverage.ts';
import { toldMoveReason } from '../../law/migration.ts';
import { movedAccount, movedCategory, movesTo, routeByCountry, type MoveBlocker, type MoveRoute } from '../../law/moves.ts';
import { platformKeys, type PlatformKey } from '../../law/platforms.ts';
import type { Platform } from '../../ports/platform/port.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import { accountsOf, type TradingAccount } from '../accounts/face.ts';
import { walletBalances } from '../fundingAccounts/face.ts';
import type { MoveInfo } from './contract.ts';
import { moveStatus, openRoute } from './rules.ts';
import { bookBlockers, isClientThere } from './clientRows.ts';
import { lastMove, type Move } from './store.ts';

export type Platforms = Readonly<Record<PlatformKey, Platform>>;

/** The live accounts that move. */
export async function movingAccounts(sql: Sql, client: ClientIdentity): Promise<TradingAccount[]> {
  return (await accountsOf(sql, client.id)).filter(({ isDemo, status }) => !isDemo && status === 'active');
}

/** The client as the other company's law sees them. */
export function clientThere({ profile }: ClientIdentity, route: MoveRoute, country: string | null): LeverageState {
  const { company: _left, category, ...rest } = profile;
  return { ...rest, country: country ?? profile.country, category: movedCategory(category), company: movesTo[route].company };
}

/** What stands against a move now, in our books and on the platforms; undefined while a platform does not answer. */
export async function blockersOf(sql: Sql, client: ClientIdentity, platforms: Platforms): Promise<MoveBlocker[] | undefined> {
  const found = new Set(await bookBlockers(sql, client.id));
  const accounts = await movingAccounts(sql, client);
  for (const key of platformKeys) {
    const logins = accounts.filter(({ platform }) => platform === key).map(({ number }) => number);
    if (logins.length === 0) continue;
    const platform = platforms[key];
    const [told, open, orders] = await Promise.all([
      platform.accounts(logins),
      platform.positionsOf(logins),
      platform.ordersOf(logins),
    ]);
    if (told.outcome !== 'done' || open.outcome !== 'done' || orders.outcome !== 'done') return undefined;
    if (open.positions.length > 0) found.add('positions');
    if (orders.orders.length > 0) found.add('waiting_orders');
    if (told.accounts.some(({ balance }) => balance < 0n)) found.add('negative_balance');
  }
  return [...found];
}

/** How a client's move stands, as far as no platform has to be asked. */
export async function standOf(
  sql: Sql,
  client: ClientIdentity,
): Promise<{ readonly last: Move | undefined; readonly route: MoveRoute | undefined }> {
  const last = await lastMove(sql, client.id);
  const route = openRoute(client.profile, last);
  // Nobody is a client of one company twice.
  const isTwice = route !== undefined && (await isClientThere(sql, client.id, movesTo[route].company));
  return { last, route: isTwice ? undefined : route };
}

type Stand = Awaited<ReturnType<typeof standOf>>;

export function shownStand(client: ClientIdentity, { last, route }: Stand) {
  const isOpen = last?.phase === 'offered';
  const status = route === undefined && !isOpen ? moveStatus(last, undefined) : moveStatus(last, routeByCountry(client.profile));
  const toNow = route === undefined ? (last?.to ?? null) : movesTo[route].company;
  return {
    status,
    reason: last?.phase === 'declined' ? toldMoveReason(last.reason) : null,
    company: toNow,
    is_terms_agreed: isOpen && last.termsVersion !== null,
    is_approved: isOpen && last.approvedAt !== null,
  };
}

/** All that a move by that route takes along. */
export async function infoOf(
  { sql, client }: { readonly sql: Sql; readonly client: ClientIdentity },
  platforms: Platforms,
  route: MoveRoute,
): Promise<MoveInfo> {
  const stand = await standOf(sql, client);
  const own = stand.route === route ? stand : { ...stand, route: undefined };
  const there = clientThere(client, route, stand.last?.country ?? null);
  const accounts = own.route === undefined ? [] : await movingAccounts(sql, client);
  const wallets = own.route === undefined ? [] : await walletBalances(sql, client.id);
  const sums = new Map<Currency, bigint>();
  const add = (currency: Currency, minor: bigint) => sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  for (const { currency, balanceMinor } of wallets) add(currency, balanceMinor);
  for (const { currency, snapshot } of accounts) add(currency, snapshot?.balance ?? 0n);
  return {
    client_id: client.id,
    ...shownStand(client, stand),
    accounts: accounts.map((account) => shownAccount(account, there)),
    amounts: [...sums].map(([currency, minor]) => ({ currency, amount: formatMinor(minor, currency) })),
    blockers: own.route === undefined ? [] : ((await blockersOf(sql, client, platforms)) ?? null),
  };
}

function shownAccount(account: TradingAccount, there: LeverageState): MoveInfo['accounts'][number] {
  const { number, type, platform, currency, leverage, isPromo, snapshot } = account;
  const becomes = movedAccount({ typeName: type.name, currency, leverage, isPromo }, there);
  return {
    number,
    title: shownName(type),
    platform,
    currency,
    balance: formatMinor(snapshot?.balance ?? 0n, currency),
    bonus: formatMinor(snapshot?.credit ?? 0n, currency),
    leverage,
    becomes: becomes ? { title: shownName(becomes.type), leverage: becomes.leverage } : null,
  };
}
