import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { pino } from 'pino';
import { seedCrowd } from '../../seed/crowd.ts';
import type { JobContext, Jobs } from '../../src/protocol/call.ts';
import { anchorJobs } from '../../src/server/background/anchoring.ts';
import { bookkeepingJobs } from '../../src/server/background/bookkeeping.ts';
import { writeLiveLines } from '../../src/server/background/dispatch.ts';
import { tell } from '../../src/server/background/outbox.ts';
import { freePort } from '../../src/server/database/freePort.ts';
import type { EmbeddedServer } from '../../src/server/database/embedded.ts';
import { sqlOver, type Pool } from '../../src/server/database/pool.ts';
import { openApplication, type OpenApplication } from '../../src/server/start/open.ts';
import { plant } from './plant.ts';

export type Sweep = NonNullable<Jobs['every']>[number];

/** A broker of so many clients, whose sweeps run when somebody says so. */
export interface Broker {
  readonly count: number;
  readonly url: string;
  readonly opened: OpenApplication;
  readonly owner: Pool;
  readonly sweeps: ReadonlyMap<string, Sweep>;
  readonly context: () => JobContext;
  /** What its statements have cost the database so far. */
  cost(): Promise<Cost>;
  close(): Promise<void>;
}

export interface Cost {
  readonly pages: number;
  readonly ms: number;
}

/** Recomputes everything from the first entry, each night: it costs what there is. */
const ofTheNight = 'ledger.whole';

export async function openBroker(server: EmbeddedServer, folder: string, count: number): Promise<Broker> {
  const name = `growth_${count}`;
  await administer(server.url('postgres'), `create database ${name}`);
  const url = server.url(name);
  await administer(url, 'create extension pg_stat_statements');
  const opened = await openOn(url, path.join(folder, name));
  const { database, clock, settings, areas } = opened;
  const context = (): JobContext => ({
    now: clock.now(),
    settings: settings.current(),
    ...database.application,
    tellIn: (sql, event) => tell(sql, clock.now(), event),
    stale: (client, topics) => writeLiveLines(database.application, [{ client_id: client ?? null, topics }]),
  });
  const { owner } = database;
  if (!owner) throw new Error('the tables have no owner here');
  const connection = await owner.connect();
  const crowd = { sql: sqlOver(connection), copy: (statement: string) => connection.query(copyFrom(statement)) };
  await seedCrowd({ ...crowd, now: new Date(), count }, (done) => process.stdout.write(`${done} of ${count} clients\n`));
  await plant(crowd.sql);
  await connection.end();
  const log = pino({ level: 'silent' });
  const jobs = [...areas.jobs, bookkeepingJobs(log), anchorJobs({ storage: opened.app.storage, log, wall: () => new Date() })];
  const sweeps = jobs.flatMap(({ every }) => every ?? []).filter((sweep) => sweep.name !== ofTheNight);
  return {
    count,
    url: opened.app.publicUrl,
    opened,
    owner,
    sweeps: new Map(sweeps.map((sweep) => [sweep.name, sweep])),
    context,
    cost: () => owner.sql.one<Cost>(costSoFar),
    close: () => opened.close(),
  };
}

/** But for what runs all the time. */
const costSoFar = `
  select sum(shared_blks_hit + shared_blks_read)::float8 as pages, sum(total_exec_time)::float8 as ms from pg_stat_statements
   where dbid = (select oid from pg_database where datname = current_database()) and query !~ 'worker_heartbeat|pg_stat_statements'`;

async function openOn(databaseUrl: string, dataFolder: string): Promise<OpenApplication> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const opened = await openApplication({
    config: {
      port,
      host: '127.0.0.1',
      publicUrl: `http://127.0.0.1:${port}`,
      mode: 'sandbox',
      role: 'web',
      sandboxCaptcha: 'altcha',
      sandboxVendors: undefined,
      dataFolder,
      databaseUrl,
      databaseOwnerUrl: databaseUrl,
      trustedProxies: [],
      logLevel: 'silent',
      metricsToken: undefined,
      closingSeconds: 0,
      asksSecondFactor: false,
      outside: undefined,
    },
    progress: () => undefined,
    withPages: false,
  });
  await opened.fastify.listen({ port, host: '127.0.0.1' });
  return opened;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
