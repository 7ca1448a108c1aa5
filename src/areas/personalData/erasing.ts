import { createHash } from 'node:crypto';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { RecordKind } from './contract.ts';
import { personalTables } from './records.ts';
import { columnsOf, type PersonalTable } from './tables.ts';

/** What is left in the audit of what was taken away: how many rows, and by what anybody who has a copy can show that it is that. */
export interface Erased {
  readonly rows: number;
  readonly digest: string;
}

/** Takes away what those kinds hold of a client, within the caller's transaction. The books, and the trail, stay as they are. */
export async function eraseRecords(
  sql: Sql,
  client: ClientId,
  kinds: ReadonlySet<RecordKind>,
): Promise<Readonly<Record<string, Erased>>> {
  const erased: Record<string, Erased> = {};
  for (const [name, table] of Object.entries(personalTables)) {
    if (!kinds.has(table.kind)) continue;
    const statement = statementOf(name, table);
    if (statement === undefined) continue;
    const found = await digestOf(sql, { name, whose: rowsOf(table), client });
    if (found.rows === 0) continue;
    await sql.run(statement, [client]);
    erased[name] = found;
  }
  return erased;
}

function rowsOf({ whose, alsoTaken }: PersonalTable): string {
  return alsoTaken === undefined ? whose : `(${whose} or ${alsoTaken})`;
}

/** Names and conditions are of `records.ts`. Undefined where numbers alone are left. */
function statementOf(name: string, table: PersonalTable): string | undefined {
  if (table.goes === 'whole') return `delete from ${name} where ${rowsOf(table)}`;
  const taken = columnsOf(table).filter(({ isTaken }) => isTaken);
  if (taken.length === 0) return undefined;
  const set = taken.map((column) => `${column.name} = ${table.instead?.[column.name] ?? 'null'}`).join(', ');
  return `update ${name} set ${set} where ${rowsOf(table)}`;
}

interface DigestOf {
  readonly name: string;
  readonly whose: string;
  readonly client: ClientId;
}

async function digestOf(sql: Sql, { name, whose, client }: DigestOf): Promise<Erased> {
  const { rows, text } = await sql.one<{ rows: bigint; text: string }>(
    `select count(*) as rows, coalesce(string_agg(r::text, E'\\n' order by r::text), '') as text from ${name} r where ${whose}`,
    [client],
  );
  return { rows: Number(rows), digest: createHash('sha256').update(text).digest('hex') };
}
