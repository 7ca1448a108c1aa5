import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../src/server/database/freePort.ts';
import { postgresBin } from '../debian.ts';
import { identity, ownFolder } from '../restore/cluster.ts';
import { end } from '../server.ts';

/** Two PostgreSQL under Patroni, which agree by etcd who leads, behind one HAProxy: all on the loopback, each a process of ours. */
export interface Stand {
  /** A superuser's address of the leader, whoever that is. */
  readonly adminUrl: string;
  urlOf(login: { readonly user: string; readonly password: string }, database: string): string;
  /** The member that leads, once the other follows it and holds every commit. */
  followed(): Promise<string>;
  /** Ends a member without a word to anybody, as a machine that loses its power. */
  kill(member: string): Promise<void>;
  /** Starts a killed member again. */
  revive(member: string): void;
  stop(): Promise<void>;
}

export const programs = {
  'postgresql-15': path.join(postgresBin, 'postgres'),
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
} as const;

const followMost = 480;
const betweenLooksMs = 500;
const passwords = { admin: randomBytes(12).toString('hex'), replicator: randomBytes(12).toString('hex') };

interface Member {
  readonly name: string;
  readonly data: string;
  readonly port: number;
  readonly restPort: number;
  process: ChildProcess | undefined;
}

export async function openStand(folder: string): Promise<Stand> {
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const members: Member[] = [];
  for (const name of ['one', 'two'])
    members.push({ name, data: path.join(folder, name), port: await freePort(), restPort: await freePort(), process: undefined });
  const etcd = startEtcd(folder, { etcdPort, peerPort });
  const start = (member: Member): void => {
    const file = path.join(folder, `${member.name}.yml`);
    writeFileSync(file, JSON.stringify(patroniOf(member, { folder, etcdPort })), { mode: 0o644 });
    member.process = launch(folder, member.name, [programs.patroni, file]);
  };
  for (const member of members) start(member);
  const proxy = startProxy(folder, proxyPort, members);
  const memberOf = (name: string): Member => {
    const member = members.find((one) => one.name === name);
    if (!member) throw new Error(`there is no member ${name}`);
    return member;
  };
  const urlOf: Stand['urlOf'] = ({ user, password }, database) =>
    `postgres://${user}:${password}@127.0.0.1:${proxyPort}/${database}`;
  return {
    adminUrl: urlOf({ user: 'admin', password: passwords.admin }, 'postgres'),
    urlOf,
    followed: () => untilFollowed(members),
    async kill(name) {
      const member = memberOf(name);
      const postmaster = postmasterOf(member);
      await end(member.process, 'SIGKILL');
      if (postmaster) process.kill(postmaster, 'SIGKILL');
    },
    revive: (name) => start(memberOf(name)),
    async stop() {
      await end(proxy, 'SIGTERM');
      // Patroni ends its PostgreSQL in good order; what one that was killed has left is ended by its own id.
      await Promise.all(members.map((member) => end(member.process, 'SIGTERM')));
      for (const member of members) endLeft(postmasterOf(member));
      await end(etcd, 'SIGTERM');
    },
  };
}

function launch(folder: string, name: string, [program = '', ...args]: readonly string[]): ChildProcess {
  const log = openSync(path.join(folder, `${name}.log`), 'a', 0o644);
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C', HOME: folder };
  const child = spawn(program, args, { ...identity, cwd: folder, stdio: ['ignore', log, log], env: environment });
  closeSync(log);
  return child;
}

function startEtcd(folder: string, ports: { readonly etcdPort: number; readonly peerPort: number }): ChildProcess {
  const [clients, peers] = [`http://127.0.0.1:${ports.etcdPort}`, `http://127.0.0.1:${ports.peerPort}`];
  const settings = {
    name: 'atrium',
    'data-dir': ownFolder(path.join(folder, 'etcd')),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `atrium=${peers}`,
  };
  return launch(folder, 'etcd-server', [
    programs['etcd-server'],
    ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
  ]);
}

/** As docs/operate/failover.md has it: a commit counts when the other has it too. */
function patroniOf(member: Member, at: { readonly folder: string; readonly etcdPort: number }): object {
  const { name, data, port, restPort } = member;
  return {
    scope: 'atrium',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${at.etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 4,
        retry_timeout: 4,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 120, shared_buffers: '128MB', wal_keep_size: '512MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgresBin,
      pgpass: path.join(at.folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'admin', password: passwords.admin },
        replication: { username: 'replicator', password: passwords.replicator },
      },
      parameters: { unix_socket_directories: '', password_encryption: 'scram-sha-256' },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
  };
}

function startProxy(folder: string, port: number, members: readonly Member[]): ChildProcess {
  const servers = members.map((member) => `  server ${member.name} 127.0.0.1:${member.port} check port ${member.restPort}`);
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 2s',
    'listen atrium',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ];
  const file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  return launch(folder, 'haproxy', [programs.haproxy, '-db', '-f', file]);
}

interface Told {
  readonly members?: readonly { readonly name: string; readonly role: string; readonly state: string }[];
}

async function untilFollowed(members: readonly Member[]): Promise<string> {
  for (let looks = 0; looks < followMost; looks += 1) {
    for (const { restPort } of members) {
      const told = await ask(restPort);
      const leader = told?.find(({ role, state }) => role === 'leader' && state === 'running');
      const isHeld = told?.some(({ role }) => role === 'sync_standby');
      if (leader && isHeld) return leader.name;
    }
    await wait(betweenLooksMs);
  }
  throw new Error('no member leads with another that follows it');
}

async function ask(restPort: number): Promise<Told['members']> {
  return fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(3000) }).then(
    async (response) => ((await response.json()) as Told).members,
    () => undefined,
  );
}

function postmasterOf({ data }: Member): number | undefined {
  const file = path.join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) || undefined : undefined;
}

function endLeft(processId: number | undefined): void {
  if (processId === undefined) return;
  try {
    process.kill(processId, 'SIGQUIT');
  } catch {
    // It has ended by itself.
  }
}
