import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';

/** The database that every test database is a copy of. */
export const templateDatabase = 'atrium_template';

/** One PostgreSQL for the whole run of the tests, with a migrated template database. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-test-'));
  const server = await startEmbedded({ folder, isDurable: false, settings: { max_connections: '400' } });
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await admin.query(`create database ${templateDatabase}`);
  await admin.end();
  const url = server.url(templateDatabase);
  await migrate({ ownerUrl: url, applicationUrl: url });
  process.env['ATRIUM_TEST_DATABASE'] = server.url('postgres');
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
