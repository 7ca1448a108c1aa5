import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where Debian keeps the programs of PostgreSQL 15. */
export const postgresBin = '/usr/lib/postgresql/15/bin';

const aptTimeoutMs = 300_000;

/**
 * Sees to it that these programs are there, by package: what is missing is installed from Debian where that may be done (as root, with
 * apt-get), and said. Nothing is started by it. Throws one sentence where it cannot be.
 */
export function requirePrograms(programs: Readonly<Record<string, string>>, say: (text: string) => void): void {
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name] ?? ''));
  if (missing.length === 0) return say(`uses what is there: ${Object.keys(programs).join(', ')}`);
  const sentence = `${missing.join(', ')} of Debian are missing: apt-get install ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) throw new Error(`${sentence} (as root)`);
  say(`installs from Debian: ${missing.join(', ')}`);
  withoutStarting(() => {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) => spawnSync('apt-get', args, { encoding: 'utf8', env: environment, timeout: aptTimeoutMs });
    const install = ['install', '-y', '--no-install-recommends', ...missing];
    if (apt(...install).status === 0) return;
    apt('update');
    const again = apt(...install);
    if (again.status !== 0) throw new Error(`${sentence}: ${again.stderr.slice(-500)}`);
  });
  const still = missing.filter((name) => !existsSync(programs[name] ?? ''));
  if (still.length > 0) throw new Error(`${still.join(', ')} were installed and are not where they are looked for`);
}

/** Debian's packages start their services; the drills start their own. */
function withoutStarting(work: () => void): void {
  const policy = '/usr/sbin/policy-rc.d';
  const clusters = '/etc/postgresql-common/createcluster.conf';
  const ours = [
    [policy, '#!/bin/sh\nexit 101\n', 0o755],
    [clusters, 'create_main_cluster = false\n', 0o644],
  ] as const;
  const made = ours.filter(([file]) => !existsSync(file));
  for (const [file, text, mode] of made) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
  }
  try {
    work();
  } finally {
    for (const [file] of made) rmSync(file, { force: true });
  }
}
