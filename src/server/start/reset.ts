import type { Pool } from '../database/pool.ts';

/**
 * Tables that say how the database came to be, not what happened in it; and the reference rates, which the Bank publishes once and
 * never changes, with the version that tells other processes of new ones.
 */
const kept = ['migration', 'repeatable_sql', 'reference_rate', 'rate_version'];

/** Shorter than the second after which the database ends one of two transactions that wait for each other. */
const patienceMs = 200;
const mostTries = 150;
/** lock_not_available, deadlock_detected */
const givesWay: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Empties every table, as the owner of the tables: the application's role could not. Only the sandbox does this.
 * Rows that a migration brings with it are put back. Money that is moving meanwhile comes first: who waits for every table
 * while others hold some would end them or be ended, so it lets go and tries again.
 */
export async function emptyDatabase(owner: Pool): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await emptyAtOnce(owner);
      return;
    } catch (error) {
      if (tries === mostTries || !(error instanceof Error && 'code' in error && givesWay.has(error.code))) throw error;
    }
  }
}

async function emptyAtOnce(owner: Pool): Promise<void> {
  await owner.transact(async (sql) => {
    const tables = await sql.many<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and not tablename = any($1::text[])
        order by tablename`,
      [kept],
    );
    await sql.run(`set local lock_timeout = ${patienceMs}`);
    if (tables.length > 0) await sql.run(`truncate ${tables.map((table) => table.name).join(', ')} restart identity cascade`);
    // What came out while the clock was ahead is not out yet.
    await sql.run('delete from reference_rate where published_at > now()');
    await sql.run('insert into application_clock default values');
    await sql.run('insert into audit_era default values');
  });
}
