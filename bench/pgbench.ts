import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const debianFolder = '/usr/lib/postgresql';
const clusterSettings = '/etc/postgresql-common/createcluster.conf';

/**
 * The pgbench program: one that is there, else out of Debian's package `postgresql-15` (as root, and told not to
 * start a database of its own). Undefined when it cannot be had.
 */
export function findPgbench(): string | undefined {
  const found = installedPgbench();
  if (found || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  process.stdout.write('installing postgresql-15 for its pgbench …\n');
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'postgresql-common']);
  if (!/^create_main_cluster/m.test(readFileSync(clusterSettings, 'utf8'))) {
    writeFileSync(clusterSettings, `${readFileSync(clusterSettings, 'utf8')}\ncreate_main_cluster = false\n`);
  }
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'postgresql-15']);
  return installedPgbench();
}

function installedPgbench(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  return versions
    .toSorted((first, second) => Number(second) - Number(first))
    .map((version) => path.join(debianFolder, version, 'bin', 'pgbench'))
    .find((program) => existsSync(program));
}

/** TPC-B at scale 10 with eight clients on two threads; answers transactions a second. The first time it makes its tables. */
export function measurePgbench(at: { program: string; url: string; seconds: number; isFirst: boolean }): number {
  if (at.isFirst) run(at.program, ['-i', '-q', '-s', '10', at.url]);
  const output = run(at.program, ['-c', '8', '-j', '2', '-T', String(at.seconds), at.url]);
  const figure = /^tps = ([\d.]+)/m.exec(output)?.[1];
  if (figure === undefined) throw new Error(`pgbench gave no figure:\n${output}`);
  return Number(figure);
}

function run(program: string, args: readonly string[]): string {
  const result = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (result.status !== 0) throw new Error(`${path.basename(program)} failed: ${result.stderr || result.error?.message}`);
  return result.stdout;
}
