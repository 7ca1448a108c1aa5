import { randomUUID } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, secondMs } from '../../base/time.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Event, Handlers } from '../../protocol/call.ts';
import type { ExportAsked } from '../../protocol/exports.ts';
import { isReversed } from '../../protocol/period.ts';
import { daysOf } from '../../protocol/quickPeriods.ts';
import type { Settings } from '../../settings/index.ts';
import { drawStatement, statedFund } from '../statements/face.ts';
import { isTooLong, reportedDeals } from '../tradeReports/face.ts';
import { transferCount } from '../transfers/face.ts';
import type { exportsContract } from './contract.ts';
import { isUnderWay, shownReports, wordsOf, type ReportContext } from './reports.ts';
import { exportRow, exportsOf, insertExport, type ExportRow } from './store.ts';
import { objectOf } from './writing.ts';

export const calls = ({ storage }: { readonly storage: ObjectStorage }) =>
  ({
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

    async reports({ account_login: login, date_from: from, date_to: till }, ctx) {
      if (isReversed({ from, till })) return ctx.refuse('period_reversed', { field: 'date_from' });
      if ((await reportedDeals(ctx.sql, ctx.client.id, { number: login, from, till, most: 1 })) === undefined)
        return ctx.refuse('unknown_account', { field: 'account_login' });
      return shownReports(ctx, { date_interval: 'custom', login, from, till });
    },

    async prepareReport(asked, ctx) {
      const { account_login: login, date_interval } = asked;
      const days = date_interval === 'custom' ? { from: asked.date_from, till: asked.date_to } : daysOf(date_interval, ctx.now);
      const { from, till } = days;
      if (from === undefined || till === undefined)
        return ctx.refuse('date_missing', { field: from === undefined ? 'date_from' : 'date_to' });
      if (isReversed({ from, till })) return ctx.refuse('period_reversed', { field: 'date_from' });
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
  }) satisfies Handlers<typeof exportsContract>;

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

interface BeginContext extends ReportContext {
  readonly settings: Settings;
  readonly language: LanguageKey;
  readonly tell: (event: Event) => Promise<void>;
}

/** Has a file written; undefined where so many of the client's are under way already. */
async function beginFile(ctx: BeginContext, file: Pick<ExportRow, 'kind' | 'asked' | 'format'>): Promise<string | undefined> {
  const { client, now: createdAt, language } = ctx;
  const { keepSeconds, underWay } = ctx.settings.exports;
  const id = randomUUID();
  const row = { ...file, id, clientId: client.id, language, createdAt, expiresAt: after(createdAt, keepSeconds * secondMs) };
  if (!(await insertExport(ctx.sql, row, underWay))) return undefined;
  await ctx.tell({ topic: 'export.asked', key: `export:${id}`, clientId: client.id, payload: { id } });
  return id;
}

/** Somebody else's, one that is not written and one whose time is over are as if there were none. */
async function fileOf(storage: ObjectStorage, { sql, client, now }: ReportContext, id: string) {
  const row = await exportRow(sql, id);
  const isThere = row?.clientId === client.id && row.state === 'ready' && row.expiresAt > now;
  if (!isThere || row.fileName === null) return undefined;
  const kept = await storage.get(objectOf(id));
  if (kept.outcome === 'unknown') throw new Error(`the store did not give a file: ${kept.reason}`);
  if (kept.outcome === 'absent') return undefined;
  return { fileName: row.fileName, mediaType: kept.object.contentType, body: kept.object.body };
}

function shownExport(row: ExportRow) {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    state: row.state,
    rows_done: row.rowsDone,
    rows_whole: row.rowsWhole,
    bytes: row.bytes === null ? null : Number(row.bytes),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}
