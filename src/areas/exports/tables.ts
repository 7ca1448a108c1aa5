import { clientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { exportAsked } from '../../protocol/exports.ts';
import type { Settings } from '../../settings/index.ts';
import { personalRecords } from '../personalData/face.ts';
import { drawStatement, statedFund, statementTable } from '../statements/face.ts';
import { tradesAsTable } from '../tradeReports/face.ts';
import { transfersAsTable } from '../transfers/face.ts';
import type { ExportRow } from './store.ts';
import type { CountedTable } from './writing.ts';

export interface TableNeeds {
  readonly sql: Sql;
  readonly say: Say;
  readonly language: LanguageKey;
  readonly settings: Settings;
  readonly now: Date;
}

/** The table that was asked for, as it is now. Undefined when what it is of is there no more. */
export async function tableOf(row: ExportRow, needs: TableNeeds): Promise<CountedTable | undefined> {
  return tables[row.kind](row, needs);
}

type Make = (row: ExportRow, needs: TableNeeds) => Promise<CountedTable | undefined>;

const tables: Readonly<Record<ExportRow['kind'], Make>> = {
  async transfers(row, { sql, say, language, settings }) {
    const asked = exportAsked.parse({ ...row.asked, kind: row.kind });
    const { mostRows } = settings.exports;
    return transfersAsTable(sql, { client: clientId(row.clientId), asked, say, language, mostRows });
  },
  async statement(row, { sql, say, language, settings, now }) {
    const { number = '', from = '', till = '' } = row.asked;
    const fund = await statedFund(sql, clientId(row.clientId), number);
    if (!fund) return undefined;
    const statement = await drawStatement(sql, { fund, from, till });
    const table = await statementTable(sql, statement, { say, language, brand: settings.brand, now });
    return { table, rows: statement.sums.lines };
  },
  async personal_data(row, { sql, say, language, settings, now }) {
    return personalRecords(sql, clientId(row.clientId), { say, language, brand: settings.brand, now });
  },
  async trade_report(row, { sql, say, language, settings, now }) {
    const { number, from = '', till = '' } = row.asked;
    const { mostOrders: mostRows } = settings.tradeReports;
    const to = { say, language, brand: settings.brand, now };
    return tradesAsTable(sql, { client: clientId(row.clientId), number: Number(number), from, till, to, mostRows });
  },
};
