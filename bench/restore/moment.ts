import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { after, minuteMs } from '../../src/base/time.ts';
import type { ObjectStorage } from '../../src/ports/storage/port.ts';
import { anchorHead, anchorMinutes } from '../../src/server/background/anchoring.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import { runCommand } from '../command.ts';
import { uncovered } from './covered.ts';
import { ownFolder, run, runAsOwner, type Addresses, type Cluster } from './cluster.ts';

const looksMost = 400;
const betweenLooksMs = 250;

/** The archive of every change and the base backup, side by side. */
export interface Backup {
  readonly archive: string;
  readonly base: string;
}

/** A moment to go back to, and between which links the chain ended then. */
export interface Moment {
  /** As PostgreSQL's recovery_target_time takes it. */
  readonly at: string;
  readonly sealBefore: bigint;
  readonly sealBy: bigint;
}

export function openBackup(folder: string): Backup {
  return { archive: ownFolder(path.join(folder, 'archive')), base: path.join(folder, 'base') };
}

/** What the page writes into postgresql.conf. */
export const archiving = ({ archive }: Backup): readonly string[] => [
  'wal_level = replica',
  'archive_mode = on',
  `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
  'archive_timeout = 60',
];

/** The page's base backup of each night. */
export function backUp({ adminUrl }: Cluster, { base }: Backup): void {
  const how = ['--wal-method=stream', '--checkpoint=fast', '--format=tar', '--gzip'];
  run('pg_basebackup', ['--pgdata', base, ...how, '--dbname', adminUrl]);
}

export async function noteMoment({ sql }: Pool): Promise<Moment> {
  const last = () => sql.one<{ seal: bigint }>('select coalesce(max(number), 0) as seal from audit_seal');
  const { seal: sealBefore } = await last();
  const { at } = await sql.one<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as at`,
  );
  const { seal: sealBy } = await last();
  return { at, sealBefore, sealBy };
}

/** Until a link that came after the moment has left the database, and every change with it. */
export async function passMoment(owner: Pool, { sealBy }: Moment, { storage, cluster }: Passing): Promise<void> {
  await until('nothing was sealed after the moment', async () => {
    const { isBehind } = await owner.sql.one<{ isBehind: boolean }>(
      `select coalesce(max(number), 0) > $1 as "isBehind" from audit_seal`,
      [sealBy],
    );
    return isBehind;
  });
  // The drill has no ten minutes to wait for the next anchor: it goes where one from before the drill would stand.
  const wall = (): Date => after(new Date(), -2 * anchorMinutes * minuteMs);
  await anchorHead(owner.sql, { storage, log: pino({ level: 'silent' }), wall });
  await whileAdmin(cluster, async ({ sql }) => {
    const { file } = await sql.one<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
    await until('the changes did not come into the archive', async () => {
      const { isThere } = await sql.one<{ isThere: boolean }>(
        `select coalesce(last_archived_wal >= $1, false) as "isThere" from pg_stat_archiver`,
        [file],
      );
      return isThere;
    });
  });
}

interface Passing {
  readonly storage: ObjectStorage;
  readonly cluster: Cluster;
}

interface Restoring {
  readonly folder: string;
  /** Starts the cluster that stands there under that name. */
  readonly start: (name: string) => Promise<Cluster>;
  /** Of the commands beside it. */
  readonly environment: (addresses: Addresses) => Readonly<Record<string, string>>;
  readonly say: (text: string) => void;
}

/** Restores as of the moment by the base backup and the changes since; first to the end of them, which must be seen. */
export async function goBackTo(moment: Moment, backup: Backup, restoring: Restoring): Promise<string[]> {
  const faultsAt = async (name: string, at?: string): Promise<string[]> => {
    const data = ownFolder(path.join(restoring.folder, name));
    unpack(data, backup, at);
    const cluster = await restoring.start(name);
    await untilPromoted(cluster);
    const faults = await momentFaults(cluster, moment, restoring);
    await cluster.stop();
    return faults;
  };
  const seen = (await faultsAt('whole'))[0];
  restoring.say(`planted, all changes instead of those up to a moment: ${seen ?? 'NOT SEEN: the drill is blind'}`);
  if (seen === undefined) return ['the drill is blind for changes that came after the moment'];
  const faults = await faultsAt('moment', moment.at);
  restoring.say(`taken back to ${moment.at}: ${faults.length} faults`);
  return faults;
}

/** The page's recipe: unpacked, and told where the changes are and up to when; without a time to their end. */
function unpack(data: string, { archive, base }: Backup, at: string | undefined): void {
  runAsOwner('tar', ['-xzf', path.join(base, 'base.tar.gz'), '-C', data]);
  runAsOwner('tar', ['-xzf', path.join(base, 'pg_wal.tar.gz'), '-C', path.join(data, 'pg_wal')]);
  run('pg_verifybackup', ['--no-parse-wal', '--manifest-path', path.join(base, 'backup_manifest'), data]);
  const target = at === undefined ? [] : [`recovery_target_time = '${at}'`];
  const lines = [`restore_command = 'cp ${archive}/%f %p'`, ...target, "recovery_target_action = 'promote'"];
  appendFileSync(path.join(data, 'postgresql.auto.conf'), lines.map((line) => `${line}\n`).join(''));
  runAsOwner('touch', [path.join(data, 'recovery.signal')]);
}

/** Until it may be written: it answers while it still recovers. */
function untilPromoted(cluster: Cluster): Promise<void> {
  return whileAdmin(cluster, ({ sql }) =>
    until('what was restored was not promoted', async () => {
      const { isOver } = await sql.one<{ isOver: boolean }>('select not pg_is_in_recovery() as "isOver"');
      return isOver;
    }),
  );
}

/** What is not as the page says of a point in time: the audit ends with 1, names what came after it, and a new era says that it was wanted. */
async function momentFaults(
  cluster: Cluster,
  { sealBefore, sealBy }: Moment,
  { environment, say }: Restoring,
): Promise<string[]> {
  const addresses = cluster.addresses('atrium');
  const audit = (...args: string[]) => runCommand('audit', ['--days', '1', ...args], environment(addresses));
  const owner = openPool({ url: addresses.DATABASE_OWNER_URL, max: 1 });
  const { seal } = await owner.sql.one<{ seal: bigint }>('select coalesce(max(number), 0) as seal from audit_seal');
  await owner.close();
  if (seal < sealBefore || seal > sealBy)
    return [`the chain ends with seal ${seal}, and at the moment it ended with ${sealBefore} to ${sealBy}`];
  const first = audit();
  const found = first.text.split('\n').filter((line) => line.startsWith('✗ '));
  const others = found.filter((line) => !line.startsWith('✗ anchor_differs: '));
  if (first.status !== 1 || found.length === 0 || others.length > 0)
    return [`npm run audit after a point in time ended with ${first.status}: ${first.text.slice(-500)}`];
  say(`  ${found[0]}`);
  const begun = audit('--new-era', '--by', 'drill');
  if (begun.status !== 0) return [`npm run audit -- --new-era after it ended with ${begun.status}: ${begun.text.slice(-500)}`];
  const again = audit('--eras', '2');
  say(`  audited: ${again.text.trim().split('\n').at(-1)}`);
  if (again.status !== 0) return [`npm run audit -- --eras 2 after it ended with ${again.status}: ${again.text.slice(-500)}`];
  return uncovered(again.text);
}

async function whileAdmin(cluster: Cluster, during: (admin: Pool) => Promise<void>): Promise<void> {
  const admin = openPool({ url: cluster.adminUrl, max: 1 });
  try {
    await during(admin);
  } finally {
    await admin.close();
  }
}

async function until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < looksMost; looks += 1) {
    if (await isSo()) return;
    await wait(betweenLooksMs);
  }
  throw new Error(otherwise);
}
