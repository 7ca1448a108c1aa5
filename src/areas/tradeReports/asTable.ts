import { formatMinor } from '../../base/money.ts';
import type { Sql } from '../../base/sql.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Column, Fact, Row, Table } from '../../tables/table.ts';
import { amountIn, documentHead, type StatementReader } from '../statements/face.ts';
import { chargesOf, type Charge } from './charges.ts';
import { costKinds } from './contract.ts';
import { charged, equityIn, spanOf, type AskedReport } from './report.ts';
import { beforeCosts, noCosts, percentOf, plus, sumOf, type Costs, type Reckoned } from './rules.ts';
import { dealLines, type DealLine } from './store.ts';

/** Of a list that nobody waits for: few questions, and rows that are forgotten before they grow old in memory. */
const pageSize = 250;

const columns = {
  at: ['instant', 2.3],
  reference: ['code', 1.5],
  what: ['text', 2.4],
  lots: ['decimal', 0.9],
  price: ['decimal', 1.3],
  before: ['decimal', 1.5],
  spread: ['decimal', 1.2],
  commission: ['decimal', 1.3],
  swap: ['decimal', 1.1],
  conversion: ['decimal', 1.3],
  service: ['decimal', 1.2],
  result: ['decimal', 1.5],
} as const satisfies Readonly<Record<string, readonly [Column['kind'], number]>>;
const columnKeys = Object.keys(columns) as (keyof typeof columns)[];

/** Every deal of the period with its costs, then the exchanges and fees beside them; the sums stand behind the last row. */
export async function tradeReportTable(sql: Sql, asked: AskedReport, to: StatementReader): Promise<Table> {
  const { account, client, from, till } = asked;
  const { say, language } = to;
  const { currency, number, companyId } = account;
  const span = spanOf(asked);
  const charges = await chargesOf(sql, { ...asked, span });
  const equity = await equityIn(sql, asked);
  const told: Told = { deals: 0, untold: 0, result: 0n, costs: noCosts };
  const rows = async function* (): AsyncGenerator<readonly Row[]> {
    for await (const lines of dealLines(sql, span, pageSize)) {
      for (const line of lines) addDeal(told, line);
      yield lines.map((line) => dealRow(line, asked, to));
    }
    const ofDeals = told.result;
    for (const charge of charges) add(told, charged(charge));
    told.ofDeals = ofDeals;
    if (charges.length > 0) yield charges.map((charge) => chargeRow(charge, asked, to));
  };
  return {
    name: `trade-report-${number}-${from}-${till}`,
    title: say('tradeReport.title', { number: String(number) }),
    reader: readerIn(language, say),
    head: await documentHead(sql, { clientId: client, companyId, days: { from, till } }, to),
    columns: columnKeys.map((key) => {
      const [kind, share] = columns[key];
      return { title: say(`tradeReport.column.${key}`, { currency }), kind, share };
    }),
    rows: rows(),
    foot: () => sumFacts(told, { asked, to, equity }),
  };
}

/** The sums of the rows that were written. */
interface Told {
  deals: number;
  untold: number;
  result: bigint;
  /** Of the deals alone. */
  ofDeals?: bigint;
  costs: Costs;
}

function add(told: Told, { result, costs }: Reckoned): void {
  told.result += result;
  told.costs = plus(told.costs, costs);
}

function addDeal(told: Told, line: DealLine): void {
  told.deals += 1;
  if (isTrade(line) && line.spread === null) told.untold += 1;
  add(told, reckonedOf(line));
}

function isTrade({ kind }: DealLine): boolean {
  return kind === 'buy' || kind === 'sell';
}

function reckonedOf({ result, spread, commission, swap, service }: DealLine): Reckoned {
  return { result, costs: { spread: spread ?? 0n, commission, swap, conversion: 0n, service } };
}

const platformKinds = ['commission', 'charge', 'dividend', 'tax', 'split'] as const;

function dealRow(line: DealLine, asked: AskedReport, { say }: StatementReader): Row {
  const { entry, symbol, kind, ticket, at, lots, price } = line;
  const what =
    (kind === 'buy' || kind === 'sell') && entry !== null
      ? say(`tradeReport.deal.${entry}`, { side: say(`tradeReport.side.${kind}`), symbol: symbol ?? '' })
      : say(`tradeReport.deal.${platformKinds.find((each) => each === kind) ?? 'other'}`, { symbol: symbol ?? '' });
  const shown = isTrade(line) ? { lots, price } : { lots: '', price: '' };
  const money = moneyCells(reckonedOf(line), asked);
  return rowOf({
    at: at.toISOString(),
    reference: ticket,
    what,
    ...shown,
    ...money,
    ...(line.spread === null && { spread: '' }),
  });
}

function chargeRow(charge: Charge, asked: AskedReport, { say }: StatementReader): Row {
  const what = say(`tradeReport.charge.${charge.kind}`);
  const cells = { at: charge.at.toISOString(), reference: charge.reference, what, lots: '', price: '' };
  return rowOf({ ...cells, ...moneyCells(charged(charge), asked) });
}

type Cells = Readonly<Record<keyof typeof columns, string>>;

function moneyCells(reckoned: Reckoned, { account: { currency } }: AskedReport) {
  const written = (minor: bigint): string => formatMinor(minor, currency);
  const { spread, commission, swap, conversion, service } = reckoned.costs;
  return {
    before: written(beforeCosts(reckoned)),
    spread: written(spread),
    commission: written(commission),
    swap: written(swap),
    conversion: written(conversion),
    service: written(service),
    result: written(reckoned.result),
  };
}

function rowOf(cells: Cells): Row {
  return columnKeys.map((key) => cells[key]);
}

interface SumsOf {
  readonly asked: AskedReport;
  readonly to: StatementReader;
  readonly equity: bigint | undefined;
}

function sumFacts(told: Told, { asked, to: { say }, equity }: SumsOf): Fact[] {
  const { currency } = asked.account;
  const written = (minor: bigint): string => amountIn(minor, currency, say);
  const withPercent = (minor: bigint): string => {
    const percent = percentOf(minor, equity);
    return percent === null ? written(minor) : say('tradeReport.sum.percent', { amount: written(minor), percent });
  };
  return [
    { label: say('tradeReport.sum.deals'), value: String(told.deals) },
    { label: say('tradeReport.sum.before'), value: written(beforeCosts(told)) },
    ...costKinds.map((kind) => ({ label: say(`tradeReport.cost.${kind}`), value: withPercent(told.costs[kind]) })),
    { label: say('tradeReport.sum.costs'), value: withPercent(sumOf(told.costs)) },
    { label: say('tradeReport.sum.ofDeals'), value: written(told.ofDeals ?? told.result) },
    { label: say('tradeReport.sum.result'), value: written(told.result) },
    ...(equity === undefined ? [] : [{ label: say('tradeReport.sum.equity'), value: written(equity) }]),
    ...(told.untold === 0 ? [] : [{ label: say('tradeReport.sum.untold'), value: String(told.untold) }]),
  ];
}
