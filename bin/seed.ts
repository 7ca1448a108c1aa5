/**
 * `npm run seed -- --clients N`: adds N clients with accounts and deposits to the application that this environment names
 * (DATABASE_URL, or the PostgreSQL of the data folder), for measuring, and tells how fast that went.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { from as copyFrom } from 'pg-copy-streams';
import { seedCrowd } from '../seed/crowd.ts';
import { auditLedger } from '../src/ledger/audit.ts';
import { ConfigurationError, readConfig } from '../src/server/start/config.ts';
import { openDatabase } from '../src/server/database/open.ts';
import { sqlOver } from '../src/server/database/pool.ts';

const { values } = parseArgs({ options: { clients: { type: 'string' } } });
const say = (text: string): void => void process.stdout.write(`${text}\n`);
/** What the operator can mend is told in its one sentence. */
const giveUp = (error: unknown): never => {
  if (!(error instanceof ConfigurationError)) throw error;
  say(error.message);
  process.exit(1);
};
const config = await (async () => readConfig(process.env))().catch(giveUp);

if (config.mode === 'production') throw new Error('A crowd is for the sandbox: it has no place among real clients.');
if (values.clients === undefined) {
  say('Say how many: npm run seed -- --clients 10000. The clients of the sandbox themselves come with npm start.');
  process.exit(1);
}

const isRunning = existsSync(path.join(config.dataFolder, 'postgres', 'data', 'postmaster.pid'));
const database = await openDatabase(config, say).catch(giveUp);
const { owner } = database;
if (!owner) throw new Error('a sandbox has its owner at hand');
try {
  const count = Number(values.clients);
  const connection = await owner.connect();
  const begun = performance.now();
  const rows = await seedCrowd(
    { sql: sqlOver(connection), copy: (statement) => connection.query(copyFrom(statement)), now: new Date(), count },
    (done) => say(`${done} of ${count}`),
  );
  const seconds = (performance.now() - begun) / 1000;
  say(
    `${count} clients in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)} clients/s, ${Math.round(rows / seconds)} rows/s`,
  );
  await connection.end();
  const findings = await auditLedger(owner.sql, { scope: 'recent' });
  say(findings.length === 0 ? 'The ledger is clean.' : `The ledger is not clean: ${JSON.stringify(findings)}`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  // An application that runs on this folder keeps its server.
  if (isRunning) await Promise.all([database.application.close(), database.writer.close(), owner.close()]);
  else await database.close();
}
process.exit();
