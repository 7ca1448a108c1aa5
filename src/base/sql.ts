/**
 * The words for talking to PostgreSQL, without a driver: stores take a `Sql` and never know where it came from.
 *
 * Columns: `bigint` arrives as a JavaScript bigint, `integer` as a number, `numeric` as a decimal string,
 * `timestamptz` as a Date, `jsonb` parsed. Parameters go in the same way (`$1`, `$2`, …).
 */
export interface Sql {
  /** Every row. The statement carries its own LIMIT. */
  many<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The row, or undefined. Two rows are a fault of the statement and throw. */
  maybe<Row>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Exactly one row; anything else throws. */
  one<Row>(text: string, values?: readonly unknown[]): Promise<Row>;
  /** Runs a statement and answers how many rows it touched. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
}

/**
 * Whether an error is the database's answer to the rows of a statement, so that nothing of it was done and others may fare better: it
 * has an SQLSTATE, and not one which says that the database itself is going away.
 */
export function isOfItsRows(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) && !/^(?:08|57|53)/.test(error.code);
}

/** Runs `work` in one transaction: committed when it answers, rolled back when it throws. */
/** An instant of the database as text: ISO 8601, to the microsecond. */
export const exactTime = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export type Transact = <Result>(work: (sql: Sql) => Promise<Result>, limits?: StatementLimits) => Promise<Result>;

export interface StatementLimits {
  /** How long one statement may take where the usual limit is too short. */
  readonly statementMs: number;
}

/** A pool of connections: `sql` for statements that stand alone, `transact` for several that belong together. */
export interface Database {
  readonly sql: Sql;
  readonly transact: Transact;
}
