/**
 * `npm run audit`: holds the book and its chain to themselves and to what was written down outside the database, and says what it
 * looked at. `--days 31` says how far back anchors are read, `--eras 2` how many eras of the chain you know of (1). `--new-era [--by
 * <who>]`: goes on after a backup was restored, by an era that stands under the next seal. For what this environment names.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { userInfo } from 'node:os';
import { inspect, parseArgs } from 'node:util';
import { after, dayMs, minuteMs } from '../src/base/time.ts';
import { verifyAnchors } from '../src/ledger/anchor.ts';
import { auditLedger, sealAudit, type Finding } from '../src/ledger/audit.ts';
import { coverageOf, type Coverage } from '../src/ledger/coverage.ts';
import { beginEra, eraFault, erasOf, othersAtDatabase } from '../src/ledger/era.ts';
import { anchorMinutes, readAnchors } from '../src/server/background/anchoring.ts';
import { joinDatabase } from '../src/server/database/open.ts';
import type { Pool } from '../src/server/database/pool.ts';
import { openClock } from '../src/server/start/clock.ts';
import { ConfigurationError, readConfig, type Config } from '../src/server/start/config.ts';
import { storageOf } from '../src/server/start/outside.ts';
import { sandboxStorage } from '../src/server/start/sandboxed.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
/** How long one statement over everything may take. */
const statementMs = 120 * minuteMs;
const sealsMost = 50;
/** What the command ends with where not everything agrees. */
const [faultsFound, couldNotLook] = [1, 2];
const betweenSealsMs = 200;

interface Orders {
  readonly days: number;
  readonly newEra: boolean;
  /** What anchors later ones give up counts as missing. */
  readonly knownEras: number;
  readonly author: string;
}

function readOrders(): Orders {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: '31' },
      eras: { type: 'string', default: '1' },
      'new-era': { type: 'boolean', default: false },
      by: { type: 'string' },
    },
  });
  const count = (name: 'days' | 'eras'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1 || value > 4000)
      throw new ConfigurationError(`--${name} takes a whole number from 1 to 4000.`);
    return value;
  };
  return { days: count('days'), knownEras: count('eras'), newEra: values['new-era'], author: values.by ?? userInfo().username };
}

try {
  const orders = readOrders();
  const config = readConfig(process.env);
  const database = await joinDatabase(config, { atRestored: true });
  try {
    // Whoever begins an era knows of it, and has read of those before.
    const knownEras = orders.newEra ? await goOn(database.application, { config, orders }) : orders.knownEras;
    process.exitCode = await auditAll(database.application, { config, orders: { ...orders, knownEras } });
  } finally {
    await database.close();
  }
} catch (error) {
  say(error instanceof ConfigurationError ? error.message : `Not everything could be looked at: ${inspect(error)}`);
  process.exitCode = couldNotLook;
}
process.exit();

interface Given {
  readonly config: Config;
  readonly orders: Orders;
}

/** Says what was looked at and what was found; answers what the command ends with. */
async function auditAll(database: Pool, given: Given): Promise<number> {
  const findings = await database.transact((sql) => auditLedger(sql, { scope: 'whole' }), { statementMs });
  const coverage = await database.transact((sql) => coverageOf(sql), { statementMs });
  const eras = await erasOf(database.sql);
  sayChain(coverage, eras.length);
  for (const { number, began_at: begun, author, after_seal: seal } of eras.slice(1))
    say(`era ${number}     began ${begun.toISOString()} after seal ${seal}, by ${author}`);
  if (eras.length > given.orders.knownEras)
    say(`          anchors that it gave up are missed: where you have begun each era yourself, say --eras ${eras.length}`);
  // What is wrong in the book is told though the store of the anchors does not answer.
  const anchored = await auditAnchors(database, given, coverage.seals).catch((error: unknown) => {
    say(`anchors   could not be read: ${sentenceOf(error)}`);
    return undefined;
  });
  say(
    `balances  ${coverage.accounts} accounts, ${coverage.holds} open holds and ${coverage.entries} entries, recomputed from the first`,
  );
  const all: readonly Finding[] = [...findings, ...(anchored ?? [])];
  for (const { check, detail } of all) say(`✗ ${check}: ${detail}`);
  const fault = await eraFault(database.sql);
  if (fault)
    say('This database was restored into another PostgreSQL: nothing can be sealed here before npm run audit -- --new-era.');
  if (all.length > 0) say(`${all.length} faults were found.`);
  else say(anchored ? 'Everything agrees.' : 'What was looked at agrees, and the anchors were not.');
  if (all.length > 0) return faultsFound;
  return anchored ? 0 : couldNotLook;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sayChain(coverage: Coverage, eras: number): void {
  const span = coverage.first_sealed_at
    ? `, ${coverage.first_sealed_at.toISOString()} to ${coverage.last_sealed_at?.toISOString()}`
    : '';
  say(`chain     ${coverage.seals} seals of ${eras} ${eras === 1 ? 'era' : 'eras'}${span}`);
  say(
    `          over ${coverage.events} events, ${coverage.movements} movements, ${coverage.entries} entries, ${coverage.accounts} accounts`,
  );
  say(`          ${coverage.unsealed} rows are under no seal yet`);
}

async function auditAnchors(
  database: Pool,
  { config, orders: { days, knownEras } }: Given,
  seals = 0n,
): Promise<readonly Finding[]> {
  const storage = storageOf(config.outside ?? sandboxStorage(config.dataFolder));
  const to = new Date();
  const { anchors, slots } = await readAnchors(storage, { from: after(to, -days * dayMs), to });
  const { findings, held, givenUp } = await verifyAnchors(database.sql, anchors, knownEras);
  say(`anchors   ${anchors.length} written down in the ${slots} × ${anchorMinutes} minutes of the last ${days} days`);
  say(`          ${held} stand in the chain so, ${givenUp} were given up when a backup was restored, ${findings.length} differ`);
  if (anchors.length === 0 && seals > 0n)
    say('          nothing outside the database says that this chain is the one that was written');
  return findings;
}

/** Answers the number of the era. */
async function goOn(database: Pool, given: Given): Promise<number> {
  const fault = await eraFault(database.sql);
  if (fault === undefined && (await auditAnchors(database, given)).length === 0)
    throw new ConfigurationError('The chain goes on as it is: there is nothing that a new era is needed for.');
  const others = await othersAtDatabase(database.sql);
  if (others.length > 0)
    throw new ConfigurationError(
      `Others are at this database (${others.slice(0, 5).join(', ')}): end every process of Atrium first; what they write meanwhile would stand under no seal.`,
    );
  const clock = await openClock(database);
  const era = await database.transact((sql) => beginEra(sql, { author: given.orders.author, at: clock.now() }), { statementMs });
  for (let count = 0; count < sealsMost; count += 1) {
    await database.transact((sql) => sealAudit(sql), { statementMs });
    if ((await coverageOf(database.sql)).unsealed === 0n) {
      say(`Era ${era} has begun, and stands under a seal.`);
      return era;
    }
    await pause(betweenSealsMs);
  }
  say(`Era ${era} has begun; the worker seals it when other databases of this PostgreSQL have ended what they are at.`);
  return era;
}
