/**
 * `npm run drill:restore`: what docs/operate/backup.md says, done on Debian's PostgreSQL 15 with its own tools while money moves. A
 * dump restored into another PostgreSQL is refused, goes on in a new era, and is audited clean; a physical copy goes on as it is, and
 * so does what is taken back to a moment, once a new era has said that it was wanted; a dump from before what the platforms know is
 * found to differ and told within one pass. First the drill shows that it sees.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPool } from '../src/server/database/pool.ts';
import { after, hourMs } from '../src/base/time.ts';
import { readAnchors } from '../src/server/background/anchoring.ts';
import { storageOf } from '../src/server/start/outside.ts';
import { sandboxStorage } from '../src/server/start/sandboxed.ts';
import { requireCommand, runCommand } from './command.ts';
import { postgresBin, requirePrograms } from './debian.ts';
import { tooLong } from './minutes.ts';
import { apartOf, faultsAtRest, faultsOfBehind, toldOf, untilCompared } from './restore/behind.ts';
import { uncovered } from './restore/covered.ts';
import { openCluster, ownFolder, run, type Addresses, type Cluster } from './restore/cluster.ts';
import { archiving, backUp, goBackTo, noteMoment, openBackup, passMoment, type Backup, type Moment } from './restore/moment.ts';
import { plants, sealFaults, spoil } from './restore/plant.ts';
import { environmentOf, faultsOf, openGround, openPortal, writeBeginning, type Ground } from './restore/portal.ts';
import { openVendorsProcess } from './vendors.ts';

const acknowledged = { before: 40, after: 30, lost: 30 };
const anchorMost = 400;
const betweenLooksMs = 500;

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

interface Drill {
  readonly folder: string;
  readonly ground: Ground;
  readonly password: string;
  readonly clusters: Cluster[];
}

async function main(): Promise<void> {
  requirePrograms({ 'postgresql-15': path.join(postgresBin, 'postgres') }, say);
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const dataFolder = mkdtempSync(path.join(home, 'restore-'));
  // Beside the home of whoever runs this: PostgreSQL is somebody else, and may not go in there.
  const folder = ownFolder(mkdtempSync(path.join(tmpdir(), 'atrium-restore-')));
  const vendors = await openVendorsProcess(dataFolder, 'Europe/Athens');
  const drill: Drill = {
    folder,
    ground: openGround(dataFolder, vendors),
    password: randomBytes(12).toString('hex'),
    clusters: [],
  };
  let faults: readonly string[] = ['nothing was tried'];
  try {
    faults = await runDrill(drill);
  } finally {
    for (const cluster of drill.clusters) await cluster.stop();
    await vendors.stop();
    drill.ground.journal.close();
    rmSync(folder, { recursive: true, force: true });
    if (faults.length === 0) rmSync(dataFolder, { recursive: true, force: true });
    else say(`what was left behind: ${dataFolder}`);
  }
  faults = [...faults, ...tooLong(begun, Date.now())];
  for (const fault of faults.slice(0, 40)) say(`✗ ${fault}`);
  say(faults.length === 0 ? 'GREEN: restored, gone on, audited clean; what differs is told' : `RED: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

async function open(drill: Drill, name: string, configuration: readonly string[] = []): Promise<Cluster> {
  const cluster = await openCluster(drill.folder, name, { password: drill.password, configuration });
  drill.clusters.push(cluster);
  return cluster;
}

async function runDrill(drill: Drill): Promise<readonly string[]> {
  const backup = openBackup(drill.folder);
  const first = await open(drill, 'first', archiving(backup));
  const dump = path.join(drill.folder, 'whole.dump');
  const moment = await fill(drill, first, { dump, backup });
  const missed = await goBackTo(moment, backup, {
    folder: drill.folder,
    start: (name) => open(drill, name),
    environment: (addresses) => environmentOf(drill.ground, addresses),
    say,
  });
  if (missed.length > 0) return missed;
  const second = await open(drill, 'second');
  const blind = await rehearse(drill, second, dump);
  if (blind.length > 0) return blind;
  const partial = path.join(drill.folder, 'behind.dump');
  const faults = [...(await goOn(drill, { cluster: second, dump, partial })), ...(await copyPhysically(drill, second))];
  return faults.length > 0 ? faults : restoreBehind(drill, first, partial);
}

interface Filling {
  readonly dump: string;
  readonly backup: Backup;
}

/** A portal that has moved money and whose chain is anchored, and its copies; answers a moment in between. */
async function fill(drill: Drill, cluster: Cluster, { dump, backup }: Filling): Promise<Moment> {
  const addresses = cluster.addresses('atrium');
  requireCommand('roles', [], { ...addresses, DATABASE_ADMIN_URL: cluster.adminUrl });
  requireCommand('migrate', [], { ...addresses });
  await countOn(cluster);
  const portal = await openPortal(drill.ground, addresses, 1);
  await writeBeginning(drill.ground, portal.owner);
  await portal.drive(acknowledged.before / 4);
  await untilAnchored(drill.ground);
  const moving = portal.drive(acknowledged.before / 4);
  backUp(cluster, backup);
  await moving;
  const moment = await noteMoment(portal.owner);
  await portal.drive(acknowledged.before / 2);
  await portal.rest();
  await passMoment(portal.owner, moment, { storage: storageOf(sandboxStorage(drill.ground.dataFolder)), cluster });
  await portal.stop();
  run('pg_dump', ['--format=custom', `--file=${dump}`, addresses.DATABASE_OWNER_URL]);
  say(`${acknowledged.before} movements acknowledged, the chain anchored, backed up and dumped`);
  return moment;
}

/** More than a restored dump is made with: it counts from behind, as beside a PostgreSQL that has worked for years. */
const transactionsBefore = 50_000;

async function countOn({ adminUrl }: Cluster): Promise<void> {
  const admin = openPool({ url: adminUrl, max: 1 });
  try {
    await admin.sql.run(
      `do $$ begin for each in 1..${transactionsBefore} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    );
  } finally {
    await admin.close();
  }
}

async function untilAnchored({ dataFolder }: Ground): Promise<void> {
  const storage = storageOf(sandboxStorage(dataFolder));
  for (let looks = 0; looks < anchorMost; looks += 1) {
    const { anchors } = await readAnchors(storage, { from: after(new Date(), -hourMs), to: new Date() });
    if (anchors.length > 0) return;
    await wait(betweenLooksMs);
  }
  throw new Error('the head of the chain did not leave the database');
}

/** The roles as one command, then the dump as the owner: what the page says. */
function restore(cluster: Cluster, database: string, dump: string): Addresses {
  const addresses = cluster.addresses(database);
  requireCommand('roles', [], { ...addresses, DATABASE_ADMIN_URL: cluster.adminUrl });
  run('pg_restore', ['--no-owner', '--exit-on-error', '--dbname', addresses.DATABASE_OWNER_URL, dump]);
  return addresses;
}

/** Each defect in a restored database of its own: what is wrong where the drill sees nothing. */
async function rehearse(drill: Drill, cluster: Cluster, dump: string): Promise<string[]> {
  const blind: string[] = [];
  for (const plant of plants) {
    const database = `planted_${plants.indexOf(plant)}`;
    restore(cluster, database, dump);
    const admin = openPool({ url: Object.assign(new URL(cluster.adminUrl), { pathname: `/${database}` }).href, max: 2 });
    try {
      await spoil(admin, plant);
      const unsealed = await sealFaults(admin);
      const faults = unsealed.length > 0 ? unsealed : await faultsOf(drill.ground, admin);
      const seen = faults.find((fault) => /^(nothing is sealed|audit: )/.test(fault));
      say(`planted, ${plant}: ${seen ?? 'NOT SEEN: the drill is blind'}`);
      if (seen === undefined) blind.push(`the drill is blind for: ${plant}`);
    } finally {
      await admin.close();
    }
  }
  return blind;
}

interface Restoring {
  readonly cluster: Cluster;
  readonly dump: string;
  readonly partial: string;
}

/** Refused, re-based, gone on, audited clean; and dumped once more while money moves. */
async function goOn(drill: Drill, { cluster, dump, partial }: Restoring): Promise<string[]> {
  const addresses = restore(cluster, 'atrium', dump);
  const faults = [...(await refusalFaults(drill, addresses)), ...beginEra(drill, addresses)];
  if (faults.length > 0) return faults;
  const portal = await openPortal(drill.ground, addresses, 2);
  try {
    await portal.drive(acknowledged.after);
    await portal.rest();
    const found = [...(await faultsOf(drill.ground, portal.owner)), ...(await sealFaults(portal.owner))];
    say(`restored and gone on: ${acknowledged.after} movements acknowledged, ${found.length} faults`);
    if (found.length > 0) return found;
    // While it is read, money moves on: of that the dump has a part.
    const moving = portal.drive(acknowledged.lost);
    run('pg_dump', ['--format=custom', `--file=${partial}`, addresses.DATABASE_OWNER_URL]);
    await moving;
    await portal.drive(acknowledged.lost);
  } finally {
    await portal.stop();
  }
  return auditFaults(drill, addresses);
}

async function refusalFaults(drill: Drill, addresses: Addresses): Promise<string[]> {
  const refused = await openPortal(drill.ground, addresses, 9).then(
    async (portal) => {
      await portal.stop();
      return undefined;
    },
    (error: unknown) => String(error),
  );
  if (refused === undefined) return ['the portal starts on a restored dump as if nothing were'];
  const sentence = /The database was restored into another PostgreSQL[^\n]*/.exec(refused)?.[0];
  say(`refused: ${sentence ?? refused.slice(-300)}`);
  return sentence?.includes('npm run audit -- --new-era') ? [] : ['the refusal to start does not say what to do'];
}

function beginEra(drill: Drill, addresses: Addresses): string[] {
  const { status, text } = runCommand(
    'audit',
    ['--new-era', '--days', '1', '--by', 'drill'],
    environmentOf(drill.ground, addresses),
  );
  say(
    text
      .trim()
      .split('\n')
      .map((line) => `  ${line}`)
      .join('\n        '),
  );
  return status === 0 ? [] : [`npm run audit -- --new-era ended with ${status}`];
}

function auditFaults(drill: Drill, addresses: Addresses): string[] {
  // Of a dump the second era was begun here; a physical copy has but one.
  const { status, text } = runCommand('audit', ['--days', '1', '--eras', '2'], environmentOf(drill.ground, addresses));
  say(`audited: ${text.trim().split('\n').at(-1)}`);
  return status === 0 ? uncovered(text) : [`npm run audit ended with ${status}: ${text.slice(-500)}`];
}

/** A copy of the files counts on as the original did: no era, nothing to say. */
async function copyPhysically(drill: Drill, cluster: Cluster): Promise<string[]> {
  run('pg_basebackup', [
    '--pgdata',
    path.join(drill.folder, 'copy'),
    '--wal-method=stream',
    '--checkpoint=fast',
    '--dbname',
    cluster.adminUrl,
  ]);
  chmodSync(path.join(drill.folder, 'copy'), 0o700);
  const copy = await open(drill, 'copy');
  const faults = auditFaults(drill, copy.addresses('atrium'));
  say(`a physical copy goes on as it is: ${faults.length} faults`);
  return faults;
}

/** A dump that knows less than the platforms: what differs is found and told by the first comparison. */
async function restoreBehind(drill: Drill, cluster: Cluster, partial: string): Promise<string[]> {
  const addresses = restore(cluster, 'behind', partial);
  const begunWith = beginEra(drill, addresses);
  if (begunWith.length > 0) return begunWith;
  const portal = await openPortal(drill.ground, addresses, 3);
  try {
    const seconds = await untilCompared(portal.owner);
    const differing = await apartOf(portal.owner.sql, drill.ground.dataFolder);
    const apart = differing.filter(({ isMoving }) => !isMoving);
    const [told, metric] = [await toldOf(portal.owner.sql), await readMetric(portal.server.url)];
    const planted = faultsOfBehind(
      apart,
      told.filter(({ number }) => number !== apart[0]?.number),
      metric,
    );
    say(`planted, a difference that nobody was told: ${planted[0] ?? 'NOT SEEN: the drill is blind'}`);
    if (planted.length === 0) return ['the drill is blind for a difference that nobody was told'];
    const faults = [...faultsOfBehind(apart, told, metric), ...(await sealFaults(portal.owner))];
    say(
      `restored behind the platforms: ${apart.length} accounts differ, told ${seconds.toFixed(0)} s after the start, ` +
        `${differing.length - apart.length} more on which money moves: ${faults.length} faults`,
    );
    if (apart.length < differing.length) faults.push(...(await faultsAtRest(portal.owner, drill.ground.dataFolder)));
    return faults;
  } finally {
    await portal.stop();
  }
}

async function readMetric(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^atrium_reconciliation_difference (\d+)/m.exec(text)?.[1] ?? -1);
}

await main();
