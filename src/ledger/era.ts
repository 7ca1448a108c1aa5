import type { Sql } from '../base/sql.ts';

/**
 * Seals and rows stand on the numbers that PostgreSQL gives its transactions. A restored dump begins in a PostgreSQL that counts
 * anew, so that nothing may be written there before a new era has moved the numbers on (chain.sql).
 */
export type EraFault = 'other_cluster' | 'behind';

/** What keeps this PostgreSQL from writing into the chain; undefined when nothing does. */
export async function eraFault(sql: Sql): Promise<EraFault | undefined> {
  const { fault } = await sql.one<{ fault: EraFault | null }>('select audit_era_fault() as fault');
  return fault ?? undefined;
}

/** Sessions that others have at this database: an era begins where nobody else writes. */
export async function othersAtDatabase(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.many<{ name: string }>(
    `select usename::text || case application_name when '' then '' else ' (' || application_name || ')' end as name
     from pg_stat_activity where datname = current_database() and usename is not null and pid <> pg_backend_pid() limit 100`,
  );
  return rows.map(({ name }) => name);
}

/** Begins an era, by the name of whoever asked for it; answers its number. The next seal covers its event. */
export async function beginEra(sql: Sql, by: { readonly author: string; readonly at: Date }): Promise<number> {
  const { number } = await sql.one<{ number: number }>('select audit_begin_era($1, $2) as number', [by.author, by.at]);
  return number;
}

/** An era as it began; the first began with the chain. */
export interface Era {
  readonly number: number;
  readonly began_at: Date;
  readonly author: string;
  /** The last link that was there. */
  readonly after_seal: bigint;
}

export async function erasOf(sql: Sql): Promise<Era[]> {
  return sql.many('select number, began_at, author, after_seal from audit_era order by number');
}
