import { isCurrency } from '../../base/currency.ts';
import { formatMinor } from '../../base/money.ts';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { toldKinds, type ToldKind } from './contract.ts';
import { personalTables } from './records.ts';
import { columnsOf, type PersonalColumn, type PersonalTable } from './tables.ts';

/** Of one statement. */
const pageSize = 500;

/** One value of a record: which kind, which table, which row of it, which field. */
export type Field = readonly [kind: ToldKind, record: string, place: string, field: string, value: string];

/** What goes out of each table that holds something of the client's, in the order of `records.ts`. */
const exported = Object.entries(personalTables).flatMap(([name, table]) => {
  const columns = columnsOf(table).filter(({ isExported }) => isExported);
  // Whatever its marks say, nothing goes out of a kind that nobody is told of.
  const { success, data: kind } = toldKinds.safeParse(table.kind);
  return success && columns.length > 0 ? [{ name, kind, table, columns }] : [];
});

/** How many records there are. */
export async function countRecords(sql: Sql, client: ClientId): Promise<number> {
  let count = 0;
  for (const { name, table } of exported) {
    const row = await sql.one<{ count: bigint }>(`select count(*) from ${name} t where ${table.whose}`, [client]);
    count += Number(row.count);
  }
  return count;
}

/** Everything that goes out, page by page. */
export async function* gather(sql: Sql, client: ClientId): AsyncGenerator<readonly Field[]> {
  for (const { name, kind, table, columns } of exported) {
    const select = selectOf(name, table, columns);
    for (let offset = 0; ; offset += pageSize) {
      const rows = await sql.many<Record<string, unknown>>(select, [client, pageSize, offset]);
      yield rows.flatMap((row, index) => fieldsOf({ kind, name, place: offset + index + 1 }, row, columns));
      if (rows.length < pageSize) break;
    }
  }
}

/** Names are of `records.ts`, never of somebody who asks. */
function selectOf(name: string, { whose, computed = {} }: PersonalTable, columns: readonly PersonalColumn[]): string {
  const more = Object.entries(computed).map(([as, expression]) => `${expression} as ${as}`);
  const listed = [...columns.map((column) => column.name), ...more].join(', ');
  return `select ${listed} from ${name} t where ${whose} order by t.ctid limit $2 offset $3`;
}

interface Placed {
  readonly kind: ToldKind;
  readonly name: string;
  readonly place: number;
}

function fieldsOf({ kind, name, place }: Placed, row: Record<string, unknown>, columns: readonly PersonalColumn[]): Field[] {
  return columns.flatMap((column) =>
    flat(column.name, valueOf(row, column)).map(([field, value]): Field => [kind, name, String(place), field, value]),
  );
}

function valueOf(row: Record<string, unknown>, { name, currency }: PersonalColumn): unknown {
  const value = row[name];
  if (currency === undefined || typeof value !== 'bigint') return value;
  const code = isCurrency(currency) ? currency : String(row[currency]);
  return isCurrency(code) ? formatMinor(value, code) : value;
}

/** What has parts is told part by part; what is empty is not told. */
function flat(field: string, value: unknown): [string, string][] {
  if (value === null || value === undefined || value === '') return [];
  if (value instanceof Date) return [[field, value.toISOString()]];
  if (Buffer.isBuffer(value)) return [];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([part, inner]) => flat(`${field}.${part}`, inner as unknown));
  return [[field, String(value)]];
}
