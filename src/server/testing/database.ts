import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { laterOnTheWall, watchReach, type Reach } from '../database/reach.ts';
import { applicationRole, openPool, type Pool } from '../database/pool.ts';
import { administer } from './setup.ts';

/** A fresh, migrated database for one test file. */
export interface TestDatabase {
  /** As the application sees it: connections take on the application's role. */
  readonly database: Pool;
  /** As its owner sees it. */
  readonly owner: Pool;
  readonly url: string;
  close(): Promise<void>;
}

/** A bound of hanging, not of speed. */
export const connectTimeoutMs = 120_000;

export async function openTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env['ATRIUM_TEST_DATABASE'];
  const template = process.env['ATRIUM_TEST_TEMPLATE'];
  if (!serverUrl || !template) throw new Error('the tests run under vitest, whose global setup starts PostgreSQL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${name} template ${template}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const database = openPool({ url, role: applicationRole, connectTimeoutMs });
  const owner = openPool({ url, max: 2, connectTimeoutMs });
  return {
    database,
    owner,
    url,
    async close() {
      await Promise.all([database.close(), owner.close()]);
      await administer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** The way to a test's database, watched in silence. */
export function testReach(database: Pool): Reach {
  const log = pino({ level: 'silent' });
  return watchReach({ ask: () => database.sql.one('select 1'), log, wallMs: Date.now, later: laterOnTheWall });
}

/** What is announced next on a channel of the database, from now on. */
export async function listenOnce(database: Pool, channel: string): Promise<{ readonly payload: Promise<string | undefined> }> {
  const listener = await database.connect();
  const payload = new Promise<string | undefined>((resolve) => {
    listener.once('notification', ({ payload: told }) => resolve(listener.end().then(() => told)));
  });
  await listener.query(`listen ${channel}`);
  return { payload };
}
