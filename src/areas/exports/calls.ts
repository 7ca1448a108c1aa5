import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { ExportAsked } from '../../protocol/exports.ts';
import { isReversed } from '../../protocol/period.ts';
import { daysOf } from '../../protocol/quickPeriods.ts';
import { drawStatement, statedFund } from '../statements/face.ts';
import { isTooLong, reportedDeals } from '../tradeReports/face.ts';
import { transferCount } from '../transfers/face.ts';
import type { exportsContract } from './contract.ts';
import { deskCalls, type DeskNeeds } from './deskCalls.ts';
import { beginFile, fileOf, shownExport } from './owned.ts';
import { personalCalls, type PersonalNeeds } from './personal.ts';
import { isUnderWay, shownReports, wordsOf } from './reports.ts';
import { exportsOf } from './store.ts';

export const calls = (app: PersonalNeeds & DeskNeeds) =>
  ({ ...ofClient(app), ...personalCalls(app), ...deskCalls(app) }) satisfies Handlers<typeof exportsContract>;

function ofClient({ storage }: PersonalNeeds) {
  return {
    async begin({ format, kind, ...asked }, ctx) {
      if (isReversed(asked)) return ctx.refuse('period_reversed', { field: 'from' });
      const { pagedRows } = ctx.settings.exports;
      // Pages are counted before anybody waits for them.
      const rows = await rowsOf(ctx.sql, ctx.client.id, { asked: { ...asked, kind }, most: pagedRows + 1 });
      if (rows === undefined) return ctx.refuse('unknown_account', { field: 'number' });
      if (format === 'pdf' && rows > pagedRows) return ctx.refuse('export_long', { field: 'format' });
      const known = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >;
      const id = await beginFile(ctx, { kind, asked: known, format });
      return id === undefined ? ctx.refuse('export_under_way') : { id };
    },

    async list(_input, ctx) {
      return { exports: (await exportsOf(ctx.sql, ctx.client.id, ctx.now)).map(shownExport) };
    },

    async file({ id }, ctx) {
      return (await fileOf(storage, ctx, id)) ?? ctx.refuse('unknown_export', { field: 'id' });
    },

    async reports(asked, ctx) {
      const { account_login: login, date_interval } = asked;
      const { from, till } = reportedDays(asked, ctx);
      if ((await reportedDeals(ctx.sql, ctx.client.id, { number: login, from, till, most: 1 })) === undefined)
        return ctx.refuse('unknown_account', { field: 'account_login' });
      return shownReports(ctx, { date_interval, login, from, till });
    },

    async prepareReport(asked, ctx) {
      const { account_login: login, date_interval } = asked;
      const { from, till } = reportedDays(asked, ctx);
      const { leastOrders, mostOrders, mostDays } = ctx.settings.tradeReports;
      if (isTooLong({ from, till }, mostDays))
        return ctx.refuse('trade_report_too_long', { field: 'date_from', values: { days: mostDays } });
      const deals = await reportedDeals(ctx.sql, ctx.client.id, { number: login, from, till, most: mostOrders + 1 });
      if (deals === undefined) return ctx.refuse('unknown_account', { field: 'account_login' });
      if (deals < leastOrders) return ctx.refuse('trade_report_min_orders', { values: { count: leastOrders } });
      if (deals > mostOrders) return ctx.refuse('trade_report_max_orders', { values: { count: mostOrders } });
      const report = { date_interval, login, from, till };
      if (await isUnderWay(ctx, report)) return shownReports(ctx, report);
      const formats = deals > ctx.settings.exports.pagedRows ? (['csv'] as const) : (['pdf', 'csv'] as const);
      for (const format of formats)
        if ((await beginFile(ctx, { kind: 'trade_report', asked: wordsOf(report), format })) === undefined)
          return ctx.refuse('export_under_way');
      return shownReports(ctx, report);
    },

    async reportFile({ id }, ctx) {
      return (await fileOf(storage, ctx, id)) ?? ctx.refuse('unknown_export', { field: 'id' });
    },
  } satisfies Omit<Handlers<typeof exportsContract>, keyof ReturnType<typeof deskCalls> | keyof ReturnType<typeof personalCalls>>;
}

interface Refusing {
  readonly now: Date;
  readonly refuse: (code: 'date_missing' | 'period_reversed', detail: { readonly field: string }) => never;
}

/** Both days of a report: those of the period that it names, or its own. */
function reportedDays(
  asked: Pick<Parameters<Handlers<typeof exportsContract>['reports']>[0], 'date_interval' | 'date_from' | 'date_to'>,
  { now, refuse }: Refusing,
): { readonly from: string; readonly till: string } {
  const { date_interval: named, date_from, date_to } = asked;
  const { from, till } = named === 'custom' ? { from: date_from, till: date_to } : daysOf(named, now);
  if (from === undefined || till === undefined)
    return refuse('date_missing', { field: from === undefined ? 'date_from' : 'date_to' });
  return isReversed({ from, till }) ? refuse('period_reversed', { field: 'date_from' }) : { from, till };
}

/** How many rows it would have, counted up to `most`; undefined where the client has nothing of that number. */
async function rowsOf(
  sql: Sql,
  client: ClientId,
  { asked, most }: { readonly asked: ExportAsked; readonly most: number },
): Promise<number | undefined> {
  if (asked.kind === 'transfers') return transferCount(sql, client, { asked, most });
  const { number, from, till } = asked;
  if (number === undefined || from === undefined || till === undefined) return undefined;
  const fund = await statedFund(sql, client, number);
  return fund && (await drawStatement(sql, { fund, from, till })).sums.lines;
}
