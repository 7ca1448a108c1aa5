import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { isOfTrading } from '../../ledger/entries.ts';
import type { PeriodLine } from '../../ledger/period.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Table } from '../../tables/table.ts';
import { transferIdOf, walletTexts } from '../wallet/face.ts';
import { digestedRows, drawPeriod, footFacts, headFacts, type AskedPeriod, type DrawnPeriod } from './drawn.ts';
import { nameIn, type Fund } from './funds.ts';
import { amountIn, type StatementReader } from './head.ts';

/** A statement that was asked for: of what, and of which days. */
export interface AskedStatement extends AskedPeriod {
  readonly fund: Fund;
}

export type DrawnStatement = AskedStatement & DrawnPeriod;

export function drawStatement(sql: Sql, asked: AskedStatement): Promise<DrawnStatement> {
  return drawPeriod(sql, asked.fund.account, asked);
}

/** A line as it is read. */
export interface ToldLine {
  readonly id: string;
  readonly at: string;
  readonly text: string;
  readonly reference: string;
  readonly amount: string;
  readonly balance: string;
}

/** What each line was, in the reader's language; at most a page of them. */
export async function toldLines(
  sql: Sql,
  { fund, lines, say }: { readonly fund: Fund; readonly lines: readonly PeriodLine[]; readonly say: Say },
): Promise<ToldLine[]> {
  const texts = fund.wallet
    ? await walletTexts(sql, { wallet: fund.wallet, lines, say })
    : lines.map((line) => tradingText(line, say));
  return lines.map((line, place) => ({
    id: `${line.movementId}.${line.line}`,
    at: line.at.toISOString(),
    text: texts[place] ?? '',
    reference: referenceOf(line),
    amount: formatMinor(line.minor, fund.currency),
    balance: formatMinor(line.balanceMinor, fund.currency),
  }));
}

function tradingText({ kind }: PeriodLine, say: Say): string {
  if (!isOfTrading(kind)) throw new Error(`${kind} stands in the statement of a trading account`);
  return say(`statement.line.${kind}`);
}

/** A deal by its ticket on the platform, a transfer by its number. */
function referenceOf({ key }: PeriodLine): string {
  return /^deal:[^:]*:(.+)$/.exec(key)?.[1] ?? String(transferIdOf(key) ?? '');
}

/** The statement as a table, whose digest and sums stand behind its last line. */
export async function statementTable(sql: Sql, statement: DrawnStatement, to: StatementReader): Promise<Table> {
  const { fund } = statement;
  const { say, language } = to;
  const { currency } = fund;
  const { rows, digest } = digestedRows(sql, statement, async (lines) => {
    const told = await toldLines(sql, { fund, lines, say });
    return told.map(({ at, text, reference, id, amount, balance }) => [at, text, reference, id, amount, balance]);
  });
  const stated = {
    drawn: statement,
    clientId: fund.clientId,
    company: fund.companyId,
    written: (minor: bigint) => amountIn(minor, currency, say),
    again: `--number ${fund.number}`,
  };
  return {
    name: `statement-${fund.number}-${statement.from}-${statement.till}`,
    title: say('statement.title', { name: nameIn(say, fund), number: String(fund.number) }),
    reader: readerIn(language, say),
    head: await headFacts(sql, stated, to),
    columns: [
      { title: say('statement.column.at'), kind: 'instant', share: 2.4 },
      { title: say('statement.column.text'), kind: 'text', share: 4 },
      { title: say('statement.column.reference'), kind: 'code', share: 1.4 },
      { title: say('statement.column.entry'), kind: 'code', share: 1.3 },
      { title: say('statement.column.amount', { currency }), kind: 'decimal', share: 1.9 },
      { title: say('statement.column.balance', { currency }), kind: 'decimal', share: 1.9 },
    ],
    rows,
    foot: () => footFacts(stated, digest(), say),
  };
}
