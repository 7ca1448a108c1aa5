import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { columnsOf } from './tables.ts';
import { impersonalTables } from './impersonal.ts';
import { personalTables } from './records.ts';

/* Each table and each column that there is: whether it goes out to the client, and what is left of it once it is kept no longer. */

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_nullable: boolean;
}

let database: TestDatabase;
let schema: Column[];
beforeAll(async () => {
  database = await openTestDatabase();
  schema = await database.owner.sql.many<Column>(
    `select c.table_name as table, c.column_name as column, c.data_type as type, c.is_nullable = 'YES' as is_nullable
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`,
  );
});
afterAll(async () => database.close());

/** Tables with their columns, as `table column` each. */
function listed(): string[] {
  const ofPersons = Object.entries(personalTables).flatMap(([name, table]) =>
    columnsOf(table).map((column) => `${name} ${column.name}`),
  );
  const others = Object.entries(impersonalTables).flatMap(([name, columns]) =>
    columns.split(' ').map((column) => `${name} ${column}`),
  );
  return [...ofPersons, ...others].toSorted();
}

test('each column of the schema stands in the table of personal data, and nothing else does', () => {
  expect(listed()).toEqual(schema.map(({ table, column }) => `${table} ${column}`).toSorted());
});

describe('what is named a client’s', () => {
  test('is found, and read, by the role that the application runs as', async () => {
    const found = [];
    for (const [name, { whose, computed = {} }] of Object.entries(personalTables)) {
      const more = Object.entries(computed).map(([as, expression]) => `, ${expression} as ${as}`);
      const asked = `select t.*${more.join('')} from ${name} t where ${whose} limit 1`;
      found.push(...(await database.database.sql.many(asked, [1])));
    }
    expect(found).toEqual([]);
  });

  test('no table that names a client passes as nobody’s', () => {
    const named = schema.filter(({ column }) => column === 'client_id').map(({ table }) => table);
    expect(named.filter((table) => Object.hasOwn(impersonalTables, table))).toEqual([]);
  });

  test('what is taken away can be: it may be empty, or something stands instead', () => {
    const facts = new Map(schema.map((each) => [`${each.table} ${each.column}`, each]));
    const faults = Object.entries(personalTables).flatMap(([name, table]) =>
      columnsOf(table)
        .filter(({ isTaken }) => isTaken)
        .filter(
          (column) => facts.get(`${name} ${column.name}`)?.is_nullable === false && table.instead?.[column.name] === undefined,
        )
        .map((column) => `${name} ${column.name}`),
    );
    expect(faults).toEqual([]);
  });

  test('no secret, no digest and nothing of the desk’s goes out', () => {
    const secret = /hash|secret|digest|lease|order_key|^key$|decided_by|labels|reasons?$|risks|staff/;
    const out = Object.entries(personalTables).flatMap(([name, table]) =>
      columnsOf(table)
        .filter((column) => column.isExported && secret.test(column.name))
        .map((column) => `${name} ${column.name}`),
    );
    expect(out).toEqual([]);
  });
});
