import { formatMinor } from '../../base/money.ts';
import { utcDay } from '../../base/time.ts';
import { shownName } from '../../law/accountTypes.ts';
import type { Handlers } from '../../protocol/call.ts';
import { isReversed } from '../../protocol/period.ts';
import { accountsOf } from '../accounts/face.ts';
import { costKinds, type tradeReportsContract } from './contract.ts';
import { costReport, reportedAccount, type CostReport } from './report.ts';
import { beforeCosts, isTooLong, percentOf, sumOf } from './rules.ts';

export function calls() {
  return {
    async accounts(_input, { sql, client, now }) {
      const accounts = (await accountsOf(sql, client.id)).filter(({ isDemo, status }) => !isDemo && status !== 'opening');
      return {
        accounts: accounts.map(({ number, name, type, currency }) => ({ number, name: name || shownName(type), currency })),
        today: utcDay(now),
      };
    },

    async costs({ account_login: number, date_from: from, date_to: till }, { sql, client, settings, refuse }) {
      if (isReversed({ from, till })) return refuse('period_reversed', { field: 'date_from' });
      const { mostDays } = settings.tradeReports;
      if (isTooLong({ from, till }, mostDays))
        return refuse('trade_report_too_long', { field: 'date_from', values: { days: mostDays } });
      const account = await reportedAccount(sql, client.id, number);
      if (!account) return refuse('unknown_account', { field: 'account_login' });
      const report = await costReport(sql, { account, client: client.id, from, till });
      const written = (minor: bigint): string => formatMinor(minor, account.currency);
      const { whole, ofDeals, equity } = report;
      const total = sumOf(whole.costs);
      return {
        mifidCostsOrder: {
          account_login: number,
          currency: account.currency,
          date_from: from,
          date_to: till,
          deals: report.deals,
          spread_untold: report.untold,
          average_equity: equity === undefined ? null : written(equity),
          before_costs: written(beforeCosts(whole)),
          costs: costKinds.map((kind) => ({
            kind,
            amount: written(whole.costs[kind]),
            percent: percentOf(whole.costs[kind], equity),
          })),
          costs_total: { amount: written(total), percent: percentOf(total, equity) },
          result_of_deals: written(ofDeals.result),
          result: written(whole.result),
          chart_data: chartOf(report, written),
        },
      };
    },
  } satisfies Handlers<typeof tradeReportsContract>;
}

/** Each day with all that came before it. */
function chartOf({ days }: CostReport, written: (minor: bigint) => string) {
  let [costs, result] = [0n, 0n];
  return days.map(({ day, reckoned }) => {
    costs += sumOf(reckoned.costs);
    result += reckoned.result;
    return { day, before_costs: written(result - costs), costs: written(costs), result: written(result) };
  });
}
