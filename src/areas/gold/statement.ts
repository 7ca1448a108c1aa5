import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { formatWeight } from '../../base/weight.ts';
import { gold as goldAccount, type Owner } from '../../ledger/chart.ts';
import type { PeriodLine } from '../../ledger/period.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Row, Table } from '../../tables/table.ts';
import {
  digestedRows,
  drawPeriod,
  footFacts,
  headFacts,
  type AskedPeriod,
  type DrawnPeriod,
  type StatementReader,
} from '../statements/face.ts';
import { kindOf, tradeIdOf } from './lines.ts';
import { moneyOfTrades } from './store.ts';
import { goldCurrency } from './trades.ts';

/** A statement of a client's gold that was asked for. */
interface AskedGoldStatement extends AskedPeriod {
  readonly owner: Owner;
}

type DrawnGoldStatement = AskedGoldStatement & DrawnPeriod;

export function drawGoldStatement(sql: Sql, asked: AskedGoldStatement): Promise<DrawnGoldStatement> {
  return drawPeriod(sql, goldAccount(asked.owner), asked);
}

/** The statement as a table, whose digest and sums stand behind its last line. */
export async function goldStatementTable(sql: Sql, statement: DrawnGoldStatement, to: StatementReader): Promise<Table> {
  const { owner } = statement;
  const { say, language } = to;
  const { rows, digest } = digestedRows(sql, statement, (lines) => rowsOf(sql, { lines, owner, say }));
  const stated = {
    drawn: statement,
    clientId: owner.clientId,
    company: owner.company,
    // In either unit.
    written: (minor: bigint) => say('gold.file.weight', { grams: formatWeight(minor, 'g'), ounces: formatWeight(minor, 'oz') }),
    again: `--gold ${owner.clientId}`,
  };
  const currency = goldCurrency;
  return {
    name: `gold-${owner.clientId}-${statement.from}-${statement.till}`,
    title: say('gold.file.title'),
    reader: readerIn(language, say),
    head: await headFacts(sql, stated, to),
    columns: [
      { title: say('statement.column.at'), kind: 'instant', share: 2.2 },
      { title: say('statement.column.text'), kind: 'text', share: 2.4 },
      { title: say('statement.column.entry'), kind: 'code', share: 1.2 },
      { title: say('gold.file.column.weight'), kind: 'decimal', share: 1.7 },
      { title: say('gold.file.column.balance'), kind: 'decimal', share: 1.8 },
      { title: say('gold.file.column.total', { currency }), kind: 'decimal', share: 1.4 },
      { title: say('gold.file.column.spread', { currency }), kind: 'decimal', share: 1.2 },
      { title: say('gold.file.column.tax', { currency }), kind: 'decimal', share: 1.2 },
    ],
    rows,
    foot: () => footFacts(stated, digest(), say),
  };
}

interface Lines {
  readonly lines: readonly PeriodLine[];
  readonly owner: Owner;
  readonly say: Say;
}

async function rowsOf(sql: Sql, { lines, owner, say }: Lines): Promise<Row[]> {
  const money = await moneyOfTrades(sql, owner.clientId, lines.flatMap(tradeIdOf));
  return lines.map((line) => {
    const trade = money.get(tradeIdOf(line)[0] ?? '');
    const dollars = (minor: bigint | undefined): string => (minor === undefined ? '' : formatMinor(minor, goldCurrency));
    return [
      line.at.toISOString(),
      say(`gold.moved.${kindOf(line)}`),
      `${line.movementId}.${line.line}`,
      formatWeight(line.minor, 'g'),
      formatWeight(line.balanceMinor, 'g'),
      dollars(trade?.total),
      dollars(trade?.spread),
      dollars(trade?.tax),
    ];
  });
}
