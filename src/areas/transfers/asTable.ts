import type { Sql } from '../../base/sql.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { readerIn } from '../../tables/reader.ts';
import type { Column, Row, Table } from '../../tables/table.ts';
import { listTransfers, type ListedTransfer, type ListFilters } from './lists.ts';
import { shownLine, type Reader } from './shown.ts';

export interface AskedTable {
  readonly sql: Sql;
  readonly filters: ListFilters;
  readonly reader: Reader;
  readonly language: LanguageKey;
  readonly mostRows: number;
  /** Rows asked for at once; small enough, when left out, that writing them keeps nobody waiting. */
  readonly pageSize?: number;
}

const usualPage = 100;
const writtenAtOnce = 5;

const columns = {
  id: 'decimal',
  created: 'code',
  type: 'text',
  status: 'text',
  from: 'code',
  fromName: 'text',
  to: 'code',
  toName: 'text',
  amount: 'decimal',
  currency: 'code',
  fee: 'decimal',
  rate: 'decimal',
  arrives: 'decimal',
  arrivesCurrency: 'code',
  reason: 'text',
} as const satisfies Readonly<Record<string, Column['kind']>>;
const columnKeys = Object.keys(columns) as (keyof typeof columns)[];

/** The list as a table, page by page. Past `mostRows` it ends, and its last row says so. */
export function transfersTable(asked: AskedTable): Table {
  const { say } = asked.reader;
  return {
    name: 'transfers',
    title: say('transfers.sheet.name'),
    reader: readerIn(asked.language, say),
    head: [],
    columns: columnKeys.map((key) => ({ title: say(`transfers.sheet.${key}`), kind: columns[key], share: 1 })),
    rows: rowsOf(asked),
  };
}

async function* rowsOf(asked: AskedTable): AsyncGenerator<readonly Row[]> {
  let count = 0;
  let last: ListedTransfer | undefined;
  for await (const page of pagesOf(asked)) {
    // Writing a row costs more than reading it: between a few and the next others have their turn.
    for (let first = 0; first < page.length; first += writtenAtOnce)
      yield page.slice(first, first + writtenAtOnce).map((remittance) => rowOf(remittance, asked.reader));
    count += page.length;
    last = page.at(-1);
  }
  // Whoever sums up the sheet must see that it is not the whole list.
  if (last && count >= asked.mostRows && (await isMoreAfter(asked, last)))
    yield [['', asked.reader.say('transfers.sheet.cut', { count: asked.mostRows })]];
}

async function* pagesOf(asked: AskedTable): AsyncGenerator<ListedTransfer[]> {
  const { pageSize = usualPage } = asked;
  let after: { at: Date; id: number } | undefined;
  for (let count = 0; count < asked.mostRows;) {
    const limit = Math.min(pageSize, asked.mostRows - count);
    const page = await listTransfers(asked.sql, asked.filters, { after, offset: 0, limit });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    count += page.length;
    after = { at: last.createdAt, id: last.id };
  }
}

async function isMoreAfter(asked: AskedTable, { createdAt, id }: ListedTransfer): Promise<boolean> {
  const more = await listTransfers(asked.sql, asked.filters, { after: { at: createdAt, id }, offset: 0, limit: 1 });
  return more.length > 0;
}

function rowOf(remittance: ListedTransfer, reader: Reader): Row {
  const { say } = reader;
  const line = shownLine(remittance, reader);
  const account = { number: line.account_number, name: line.account_name ?? '' };
  const nowhere = { number: '', name: '' };
  // A deposit comes from outside into its account; a reversal goes the other way, unless it brings money back.
  const isBack = remittance.reason === 'payout_returned' || remittance.reason === 'won_back';
  const ends = {
    deposit: [nowhere, account],
    withdraw: [account, nowhere],
    transfer: [account, { number: line.target_account_number ?? '', name: line.target_account_name ?? '' }],
    reversal: isBack ? [nowhere, account] : [account, nowhere],
  } as const;
  const [from, to] = ends[line.transfer_type];
  const cells: Readonly<Record<keyof typeof columns, string>> = {
    id: String(line.id),
    created: line.created_at,
    type: say(`transfer.type.${line.transfer_type}`),
    status: say(`transfer.status.${line.status}`),
    from: String(from.number),
    fromName: from.name,
    to: String(to.number),
    toName: to.name,
    amount: line.amount,
    currency: line.currency,
    fee: line.fee,
    rate: line.rate ?? '',
    arrives: line.account_amount,
    arrivesCurrency: line.account_currency,
    reason: line.reason ?? '',
  };
  return columnKeys.map((key) => cells[key]);
}
