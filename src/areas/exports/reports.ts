import type { Sql } from '../../base/sql.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import type { QuickPeriod } from '../../protocol/quickPeriods.ts';
import { exportsAsked, lockExports, type ExportRow } from './store.ts';

/** A trade report that was asked for: of which account, and days of UTC, both included. */
export interface AskedReport {
  readonly date_interval: QuickPeriod | 'custom';
  readonly login: number;
  readonly from: string;
  readonly till: string;
}

export interface ReportContext {
  readonly sql: Sql;
  readonly client: Pick<ClientIdentity, 'id'>;
  readonly now: Date;
}

/** How the row of its file says what it is of. */
export function wordsOf({ login, from, till }: AskedReport): Readonly<Record<string, string>> {
  return { number: String(login), from, till };
}

/** The same report, asked for twice at once, is written once. Whoever asks holds the client's lock from here on. */
export async function isUnderWay(ctx: ReportContext, report: AskedReport): Promise<boolean> {
  await lockExports(ctx.sql, ctx.client.id);
  return (await filesOf(ctx, report)).some(({ state }) => state === 'waiting' || state === 'writing');
}

export async function shownReports(ctx: ReportContext, report: AskedReport) {
  const { date_interval, login, from, till } = report;
  const files = await filesOf(ctx, report);
  return {
    prepareOrder: { date_interval, date_from: from, date_to: till, account_login: login, tradeReports: files.map(shownFile) },
  };
}

/** Reports are for people. */
type ReportFile = ExportRow & { readonly format: Exclude<ExportRow['format'], 'json'> };

async function filesOf({ sql, client, now }: ReportContext, report: AskedReport): Promise<ReportFile[]> {
  const rows = await exportsAsked(sql, { clientId: client.id, kind: 'trade_report', asked: wordsOf(report), now });
  return rows.filter((row): row is ReportFile => row.format !== 'json');
}

function shownFile({ id, format, state, rowsDone, rowsWhole, createdAt, expiresAt }: ReportFile) {
  return {
    id,
    format,
    state,
    rows_done: rowsDone,
    rows_whole: rowsWhole,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}
