/**
 * `npm run drill:failover`: two PostgreSQL under Patroni, etcd and HAProxy, out of Debian's packages; clients move money while the
 * leader is killed again and again. Every movement that was acknowledged must be there exactly once; how long clients were kept waiting is
 * printed. First the drill shows that it sees: a movement that is lost or doubled behind everybody's back must end red.
 *
 *   --times N   how many fail-overs (3)
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPool, type Pool } from '../src/server/database/pool.ts';
import { requireCommand } from './command.ts';
import { plantDefect, plants, type Plant } from './crash/plant.ts';
import { requirePrograms } from './debian.ts';
import { openStand, programs, type Stand } from './failover/stand.ts';
import { ownFolder } from './restore/cluster.ts';
import { faultsOf, openGround, openPortal, writeBeginning, type DrillPortal, type Ground } from './restore/portal.ts';
import { openVendorsProcess } from './vendors.ts';

const movesBefore = 15;
const movesAfter = 15;
const betweenLooksMs = 250;

const begun = Date.now();
const say = (text: string): void =>
  void process.stdout.write(`${((Date.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '3' } } });
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1 || times > 20) throw new RangeError('--times takes a whole number from 1 to 20');
  requirePrograms(programs, say);
  const home = path.resolve(process.env['ATRIUM_DATA'] ?? '.atrium');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const dataFolder = mkdtempSync(path.join(home, 'failover-'));
  const folder = ownFolder(mkdtempSync(path.join(tmpdir(), 'atrium-failover-')));
  chmodSync(folder, 0o700);
  const closers: (() => Promise<void>)[] = [];
  let faults: readonly string[] = ['nothing was tried'];
  try {
    const stand = await openStand(folder);
    closers.push(() => stand.stop());
    const vendors = await openVendorsProcess(dataFolder, 'Europe/Athens');
    closers.push(() => vendors.stop());
    const ground = openGround(dataFolder, vendors);
    faults = await runDrill({ stand, ground, times, closers });
  } finally {
    for (const closer of closers.toReversed()) await closer();
    if (faults.length === 0) for (const made of [folder, dataFolder]) rmSync(made, { recursive: true, force: true });
    else say(`what was left behind: ${folder} and ${dataFolder}`);
  }
  for (const fault of faults.slice(0, 40)) say(`✗ ${fault}`);
  say(faults.length === 0 ? `GREEN: ${times} fail-overs, acknowledged and lost: 0` : `RED: ${faults.length} faults`);
  process.exit(faults.length === 0 ? 0 : 1);
}

interface Drill {
  readonly stand: Stand;
  readonly ground: Ground;
  readonly times: number;
  readonly closers: (() => Promise<void>)[];
}

async function runDrill({ stand, ground, times, closers }: Drill): Promise<readonly string[]> {
  say(`Patroni, etcd and HAProxy stand; ${await stand.followed()} leads`);
  const [owner, portalLogin] = ['atrium_owner', 'atrium_portal'].map((user) => ({
    user,
    password: randomBytes(12).toString('hex'),
  }));
  if (!owner || !portalLogin) throw new Error('there are two logins');
  const addresses = { DATABASE_OWNER_URL: stand.urlOf(owner, 'atrium'), DATABASE_URL: stand.urlOf(portalLogin, 'atrium') };
  requireCommand('roles', [], { ...addresses, DATABASE_ADMIN_URL: stand.adminUrl });
  requireCommand('migrate', [], addresses);
  const portal = await openPortal(ground, addresses, 1);
  closers.push(() => portal.stop());
  const admin = openPool({ url: stand.adminUrl.replace(/\/postgres$/, '/atrium'), max: 2 });
  closers.push(() => admin.close());
  await writeBeginning(ground, portal.owner);
  say('the portal is ready');
  await portal.drive(movesBefore);
  await portal.rest();
  for (const plant of plants)
    if (!(await isSeen({ ground, admin }, plant))) return [`the drill is blind for a movement ${plant}`];
  const outages: number[] = [];
  for (let time = 1; time <= times; time += 1) outages.push(await failOver({ stand, portal, time }));
  await portal.rest();
  const faults = await faultsOf(ground, portal.owner);
  say(`clients waited ${outages.map((seconds) => `${seconds.toFixed(1)} s`).join(', ')}`);
  return faults;
}

/** Spoils and judges inside one transaction that is taken back. */
async function isSeen({ ground, admin }: { ground: Ground; admin: Pool }, plant: Plant): Promise<boolean> {
  const takenBack = new Error('taken back');
  let faults: readonly string[] = [];
  const work = admin.transact(async (sql) => {
    const spoilt = await plantDefect(sql, plant);
    const found = await faultsOf(ground, { sql });
    faults = spoilt.length > 0 ? found.filter((fault) => spoilt.some((code) => fault.startsWith(`${code} holds`))) : [];
    throw takenBack;
  });
  await work.catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  say(`planted, a movement ${plant}: ${faults[0] ?? 'NOT SEEN: the drill is blind'}`);
  return faults.length > 0;
}

interface FailOver {
  readonly stand: Stand;
  readonly portal: DrillPortal;
  readonly time: number;
}

/** Kills the leader while money moves; answers for how long nothing was acknowledged, in seconds. */
async function failOver({ stand, portal, time }: FailOver): Promise<number> {
  const leader = await stand.followed();
  const { acknowledgedAt } = portal;
  const enough = acknowledgedAt.length + movesBefore;
  const driving = portal.drive(movesBefore + movesAfter);
  while (acknowledgedAt.length < enough) await Promise.race([driving, wait(betweenLooksMs)]);
  const killedAt = Date.now();
  await stand.kill(leader);
  await driving;
  const gaps = acknowledgedAt.map((at, index) => (at > killedAt ? at - (acknowledgedAt[index - 1] ?? at) : 0));
  const seconds = Math.max(...gaps) / 1000;
  stand.revive(leader);
  const next = await stand.followed();
  say(
    `fail-over ${time}: ${leader} killed, ${next} leads; nothing was acknowledged for ${seconds.toFixed(1)} s; ${leader} follows again`,
  );
  return seconds;
}

await main();
