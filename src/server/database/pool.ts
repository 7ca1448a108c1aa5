import pg from 'pg';
import type { Database, Sql, Transact } from '../../base/sql.ts';

const { builtins } = pg.types;
const types = new pg.TypeOverrides();
types.setTypeParser(builtins.INT8, (text: string) => BigInt(text));
types.setTypeParser(builtins.DATE, (text: string) => text);
const readInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text');
/** As the database writes it where its zone is UTC, from the year 1000 to 9999. */
const utcInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
// What pg reads with takes ten times as long, and a list has hundreds of instants.
types.setTypeParser(builtins.TIMESTAMPTZ, (text: string) =>
  utcInstant.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readInstant(text),
);

export interface PoolOptions {
  readonly url: string;
  /** The role that every connection takes on; without it, the login's own. */
  readonly role?: string;
  readonly max?: number;
  /** How long an answer is waited for; a test gives its own. */
  readonly answerTimeoutMs?: number;
  /** How long a connection is waited for; a test on a machine that does something else beside gives its own. */
  readonly connectTimeoutMs?: number;
}

/** A Database over a pool of connections, and what only its owner needs. */
export interface Pool extends Database {
  readonly url: string;
  readonly answerTimeoutMs: number;
  /**
   * A connection of one's own, which the caller ends. Its statements may take as long as they need (seeding, the whole audit): whoever
   * asks for less says how long it waits, as `sqlOver` takes it.
   */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

export const applicationRole = 'atrium_app';
const statementTimeoutMs = 30_000;
/** So much later than the database would have ended a statement, nobody waits for its answer any more. */
const graceMs = 5_000;
const idleInTransactionMs = 30_000;
/**
 * How long nobody needs a connection before it is closed: longer than most beats of the worker are apart. One that is opened anew knows
 * no table and no statement, and what is asked over it is read and planned from the beginning.
 */
const idleMs = 120_000;
const connectTimeoutMs = 10_000;
/** So long nothing came over a connection, the other side is asked whether it still lives: one that listens has nothing to ask. */
const aliveAfterMs = 30_000;
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: aliveAfterMs } as const;

export function openPool(options: PoolOptions): Pool {
  const answerTimeoutMs = options.answerTimeoutMs ?? statementTimeoutMs + graceMs;
  const config: pg.PoolConfig = {
    connectionString: options.url,
    max: options.max ?? 20,
    types,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutMs,
    ...keptAlive,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    idleTimeoutMillis: idleMs,
    ...(options.role ? { options: `-c role=${options.role}` } : {}),
  };
  const pool = new pg.Pool(config);
  pool.on('error', unheard);
  // A connection that breaks while no statement is under way says so by an event, which would end the process if nobody listened. That
  // may be between two statements, or, in the pool, before whoever it was handed to has gone on; their next statement fails.
  pool.on('connect', (client) => client.on('error', unheard));
  return {
    url: options.url,
    answerTimeoutMs,
    sql: sqlOver(pool),
    transact: transactOver(pool),
    async connect() {
      const { max: _, ...single } = config;
      const client = new pg.Client({ ...single, statement_timeout: 0, query_timeout: 0 });
      client.on('error', unheard);
      await client.connect();
      return client;
    },
    async close() {
      await pool.end();
    },
  };
}

export interface SingleOptions {
  readonly url: string;
  /** How long an answer is waited for; `undefined` where a statement may take long (a migration, the lock before it). */
  readonly answerWithinMs: number | undefined;
  readonly connectWithinMs?: number;
}

/** A connection without a pool, for what is asked before there is one. Not yet connected; the caller ends it. */
export function singleClient({ url, answerWithinMs, connectWithinMs = connectTimeoutMs }: SingleOptions): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectWithinMs,
    ...keptAlive,
    ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
  });
  client.on('error', unheard);
  return client;
}

interface Queryable {
  query(config: pg.QueryConfig & { readonly query_timeout?: number }): Promise<pg.QueryResult>;
}

/** The words of base/sql.ts over a connection or a pool. Statements with parameters are prepared once a connection. */
export function sqlOver(connection: Queryable, answerWithinMs?: number): Sql {
  const limit = answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs };
  const ask = async (text: string, values: readonly unknown[] = []) =>
    connection.query({ ...limit, name: statementName(text), text, values: [...values] });
  return {
    async many<Row>(text: string, values?: readonly unknown[]) {
      return takeRows(await ask(text, values)) as Row[];
    },
    async maybe<Row>(text: string, values?: readonly unknown[]) {
      const rows = takeRows(await ask(text, values));
      if (rows.length > 1) throw new Error(`expected at most one row, got ${rows.length}`);
      return rows[0] as Row | undefined;
    },
    async one<Row>(text: string, values?: readonly unknown[]) {
      const rows = takeRows(await ask(text, values));
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`);
      return rows[0] as Row;
    },
    async run(text: string, values?: readonly unknown[]) {
      return (await ask(text, values)).rowCount ?? 0;
    },
  };
}

/**
 * The rows of an answer, which has them no longer: V8's young collections were seen to keep what pg's promises had answered, so that
 * every row of a long list grew old and waited for the next collection of the whole heap.
 */
function takeRows({ rows }: pg.QueryResult): unknown[] {
  return rows.splice(0);
}

function transactOver(pool: pg.Pool): Transact {
  return async (work, limits) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      if (limits) await client.query(`set local statement_timeout = ${Math.ceil(limits.statementMs)}`);
      const result = await work(sqlOver(client, limits && limits.statementMs + graceMs));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      client.release(isUnanswered(error) ? error : await rollBack(client));
      throw error;
    }
  };
}

/** What broke the connection; undefined when it can be used again. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/** The answer did not come in time. What it says when it comes is for nobody, so the connection goes with it. */
function isUnanswered(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout';
}

const unheard = (): void => undefined;

const statementNames = new Map<string, string>();
const maxStatementNames = 2000;

/** One name a text. Past the bound (texts built at run time, which stores do not do) statements go unnamed. */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known) return known;
  if (statementNames.size >= maxStatementNames) return undefined;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}
