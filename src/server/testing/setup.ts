import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { noteCost, usedWithin } from './cost.ts';

interface TestServer {
  /** A superuser's address of the database `postgres`. */
  readonly url: string;
  /** Seconds of processor time, where it is our own. */
  used(): number;
  stop(): Promise<void>;
}

/**
 * One PostgreSQL for the whole run of the tests, with a migrated database of which every test database is a copy. It is our
 * own, or the one that ATRIUM_TEST_SERVER names, where nothing stays behind but the role that every application there shares.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `atrium_template_${randomBytes(4).toString('hex')}`;
  const url = Object.assign(new URL(server.url), { pathname: `/${template}` }).href;
  await administer(server.url, `create database ${template}`);
  await migrate({ ownerUrl: url, applicationUrl: url });
  process.env['ATRIUM_TEST_DATABASE'] = server.url;
  process.env['ATRIUM_TEST_TEMPLATE'] = template;
  process.env['ATRIUM_TEST_PASSWORDS'] = 'light';
  return async () => {
    noteCost({ file: 'PostgreSQL of the tests', seconds: server.used() });
    await administer(server.url, `drop database ${template} with (force)`);
    await server.stop();
  };
}

async function openServer(): Promise<TestServer> {
  const outside = process.env['ATRIUM_TEST_SERVER'];
  if (outside) return { url: outside, used: () => 0, stop: async () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-test-'));
  const server = await startEmbedded({ folder, isDurable: false, settings: { max_connections: '400' } });
  return {
    url: server.url('postgres'),
    used: () => usedWithin(server.processId),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs one statement as a superuser of the server. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
