import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { periodErrors } from '../../protocol/period.ts';
import { reportAsked } from '../../protocol/tradeReports.ts';

/** Delegated Regulation (EU) 2017/565, annex II, as far as dealing in CFDs has such costs. */
export const costKinds = ['spread', 'commission', 'swap', 'conversion', 'service'] as const;
export type CostKind = (typeof costKinds)[number];

/** Amounts in the account's currency, negative where the client paid; shares in per cent with two decimals. */
const decimal = z.string();

const cost = z.object({
  kind: z.enum(costKinds),
  amount: decimal,
  /** Of what stood on the account on the average of the period's days; null where that is not known. */
  percent: decimal.nullable(),
});
export type Cost = z.infer<typeof cost>;

const costPoint = z.object({
  day: z.iso.date(),
  /** All since the period began. */
  before_costs: decimal,
  costs: decimal,
  result: decimal,
});
export type CostPoint = z.infer<typeof costPoint>;

export const tradeReportsContract = contract({
  area: 'tradeReports',
  calls: {
    accounts: {
      method: 'GET',
      path: 'api/direct/tradereport/accounts',
      summary: 'The live accounts that the client has reports of.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: z.object({}),
      output: z.object({
        accounts: z.array(z.object({ number: z.int(), name: z.string(), currency: z.string() })),
        /** By application time. */
        today: z.iso.date(),
      }),
      errors: {},
      reads: ['accounts'],
    },
    costs: {
      method: 'GET',
      // Document 3 §7; readings 20.
      path: 'api/direct/tradereport/costsreport',
      summary:
        'What trading on an account came to in a period, and what it cost: spread, commission, swap, exchanges and fees, in money and in per cent. Before the costs and with them is the result of the deals to the last unit.',
      who: 'client',
      gate: 'view',
      runs: 'read',
      input: reportAsked,
      output: z.object({
        mifidCostsOrder: z.object({
          account_login: z.int(),
          currency: z.string(),
          date_from: z.iso.date(),
          date_to: z.iso.date(),
          deals: z.int(),
          /** Trades whose spread the platform did not tell; it stands in what they brought before costs. */
          spread_untold: z.int(),
          average_equity: decimal.nullable(),
          before_costs: decimal,
          costs: z.array(cost),
          costs_total: z.object({ amount: decimal, percent: decimal.nullable() }),
          /** Of the deals alone, as in the account's statement. */
          result_of_deals: decimal,
          result: decimal,
          chart_data: z.array(costPoint),
        }),
      }),
      errors: { unknown_account: 422, trade_report_too_long: 422, ...periodErrors },
      reads: ['accounts', 'positions'],
    },
  },
  pages: {
    // Our own address: the documents name the calls only.
    report: {
      path: 'trade-report',
      query: ['account_login', 'date_from', 'date_to'],
      title: 'page.tradeReport',
      gate: 'view',
      group: 'money',
    },
  },
});
