import { formatMinor, formatMoney, money, shownRate, type Money } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Clock } from '../../base/time.ts';
import type { Say } from '../../base/wording.ts';
import { isCopied } from '../../law/accountTypes.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Tracking } from '../../ports/tracking/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import { accountsOf, shownAccount, type Showing, type TradingAccount } from '../accounts/face.ts';
import { hasTraded } from '../deals/face.ts';
import { originalRate, readTable } from '../rates/face.ts';
import { isStillToAsk } from '../tracking/face.ts';
import { hasDeposited, recentTransfers, shownTransfer } from '../transfers/face.ts';
import { type WalletBalance, fundingAccountNames, walletBalances } from '../fundingAccounts/face.ts';
import { shownMost, type dashboardContract } from './contract.ts';
import { beginningOf, isInOneCurrency, nextStep, totalOf } from './rules.ts';

export interface DashboardNeeds {
  readonly clock: Clock;
  readonly words: { in(language: LanguageKey): Say };
  /** Left out where nobody counts how the portal is used. */
  readonly tracking?: Tracking | undefined;
}

export const calls = (app: DashboardNeeds) =>
  ({
    dashboard: async (_input, { sql, client, now, settings, language }) => {
      // Side by side: the first screen waits for the slowest of them, not for their sum.
      const [all, wallets, transfers, traded] = await Promise.all([
        accountsOf(sql, client.id),
        walletBalances(sql, client.id),
        recentTransfers(sql, client.id, shownMost.transfers),
        hasTraded(sql, client.id),
      ]);
      const { live, demo, investment } = inUse(all);
      const reader = { say: app.words.in(language), fundingAccountNames: fundingAccountNames(all, wallets) };
      const shown = showIn({ now: app.clock.now(), settings });
      const parts = partsOf([...live, ...investment], wallets);
      const hasMoney = parts.some(({ minor }) => minor > 0n);
      // Mostly what was read already tells it.
      const isEnough = hasMoney || traded || transfers.some((each) => each.type === 'deposit' && each.status === 'completed');
      // Where the latest are all there are, nothing older can tell it.
      const deposited = isEnough || (transfers.length === shownMost.transfers && (await hasDeposited(sql, client.id)));
      return {
        total: await total(sql, parts, now),
        accounts: { live: shown(live), demo: shown(demo), live_count: live.length, demo_count: demo.length },
        wallets: wallets
          .filter(({ status }) => status === 'active')
          .map(({ number, currency, balanceMinor, heldMinor }) => ({
            number,
            currency,
            balance: formatMinor(balanceMinor, currency),
            held: formatMinor(heldMinor, currency),
          })),
        transfers: transfers.map((transfer) => shownTransfer(transfer, reader)),
        begin: [...beginningOf({ profile: client.profile, liveCount: live.length, hasDeposited: deposited, hasTraded: traded })],
        next_step: nextStep({
          profile: client.profile,
          liveCount: live.length,
          hasMoney,
        }),
      };
    },
    asks: async (_input, { sql, client }) => ({
      asks_tracking: app.tracking !== undefined && (await isStillToAsk(sql, client)),
    }),
    live: async (_input, { sql, client, settings }) => {
      const { live } = inUse(await accountsOf(sql, client.id));
      return { accounts: { live: showIn({ now: app.clock.now(), settings })(live), live_count: live.length } };
    },
    investment: async (_input, { sql, client, settings }) => {
      const { investment } = inUse(await accountsOf(sql, client.id));
      return { accounts: { investment: showIn({ now: app.clock.now(), settings })(investment) } };
    },
  }) satisfies Handlers<typeof dashboardContract>;

function inUse(accounts: readonly TradingAccount[]) {
  const open = accounts.filter(({ status }) => status === 'active' || status === 'opening');
  return {
    live: open.filter(({ isDemo, type }) => !isDemo && !isCopied(type)),
    investment: open.filter(({ type }) => isCopied(type)),
    demo: open.filter(({ isDemo }) => isDemo),
  };
}

/** The first of them, as every call shows them. */
function showIn(showing: Showing) {
  return (accounts: readonly TradingAccount[]) =>
    byWorth(accounts)
      .slice(0, shownMost.accounts)
      .map((account) => shownAccount(account, showing));
}

/** Whatever holds more stands first; new accounts before old ones of the same worth. */
function byWorth(accounts: readonly TradingAccount[]): TradingAccount[] {
  const worth = ({ snapshot }: TradingAccount): bigint => snapshot?.equity ?? 0n;
  return accounts.toSorted((first, second) => {
    if (worth(first) !== worth(second)) return worth(first) > worth(second) ? -1 : 1;
    return second.openedAt.getTime() - first.openedAt.getTime();
  });
}

function partsOf(live: readonly TradingAccount[], wallets: readonly WalletBalance[]): Money[] {
  return [
    ...live.map(({ currency, snapshot }) => money(snapshot?.equity ?? 0n, currency)),
    ...wallets.map(({ currency, balanceMinor }) => money(balanceMinor, currency)),
  ];
}

async function total(sql: Sql, parts: readonly Money[], now: Date) {
  const table = isInOneCurrency(parts) ? undefined : await readTable(sql, now);
  const sum = totalOf(parts, (from, to) => {
    const rate = table && originalRate(table, from, to);
    return rate && shownRate(rate);
  });
  return sum ? { amount: formatMoney(sum), currency: sum.currency, rates_as_of: table?.asOf.toISOString() ?? null } : null;
}
