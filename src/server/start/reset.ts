import type { Pool } from '../database/pool.ts';

/** Tables that say how the database came to be, not what happened in it. */
const kept = ['migration', 'repeatable_sql'];

/**
 * Empties every table, as the owner of the tables: the application's role could not. Only the sandbox does this.
 * Rows that a migration brings with it are put back.
 */
export async function emptyDatabase(owner: Pool): Promise<void> {
  await owner.transact(async (sql) => {
    const tables = await sql.many<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and not tablename = any($1::text[])`,
      [kept],
    );
    if (tables.length > 0) await sql.run(`truncate ${tables.map((table) => table.name).join(', ')} restart identity cascade`);
    await sql.run('insert into application_clock default values');
    await sql.run('insert into audit_era default values');
  });
}
