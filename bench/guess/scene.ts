import { hash } from '@node-rs/argon2';
import { Pool as Line } from 'undici';
import { seedPassword } from '../../seed/personas.ts';
import { applicationRole, openPool, type Pool } from '../../src/server/database/pool.ts';
import { openPortal } from '../transfers/portal.ts';

/** A portal in production mode with so many clients, asked from any address. */
export interface Scene {
  readonly owner: Pool;
  /** As two processes of the application have them. */
  readonly pools: readonly [Pool, Pool];
  /** Whose password is kept as the portal keeps them. */
  readonly clients: readonly Target[];
  /** Whose password is kept at argon2's least cost: for what is counted, and not timed. */
  readonly light: readonly Target[];
  readonly ask: Ask;
  close(): Promise<void>;
}

/** Somebody who is guessed at. */
export interface Target {
  readonly id: number;
  readonly email: string;
}

export interface Answered {
  readonly status: number;
  readonly code: string | null;
  /** The names of what came with it. */
  readonly shape: string;
  readonly ms: number;
  /** What it leaves in the browser. */
  readonly cookie: string | undefined;
}

interface Asked {
  readonly path: string;
  readonly body: object;
  readonly from: string;
  readonly cookie?: string | undefined;
}
export type Ask = (asked: Asked) => Promise<Answered>;

/** The brakes on a flood are another drill's; here they would hold the drill up. */
const wide = { count: 1_000_000, seconds: 60 };
const widened = {
  'calls.perAddress': wide,
  'calls.perAddressBurst': wide,
  'calls.writesPerClient': wide,
  'passwordReset.altogether': wide,
};

const connections = 64;
const timeoutMs = 120_000;

export async function openScene(folder: string, counts: Readonly<Record<Cost, number>>): Promise<Scene> {
  const portal = await openPortal(folder, {
    prepare: async (owner) => {
      await addClients(owner, { cost: 'usual', count: counts.usual });
      await addClients(owner, { cost: 'least', count: counts.least });
      await owner.sql.run('vacuum analyze client');
    },
    settings: widened,
    environment: { TRUSTED_PROXIES: '127.0.0.1', CLOSING_SECONDS: '0' },
  });
  const url = Object.assign(new URL(portal.yardstickUrl), { pathname: '/atrium' }).href;
  const open = () => openPool({ url, role: applicationRole, max: 16 });
  const pools = [open(), open()] as const;
  const line = new Line(portal.url, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const kept = (cost: Cost) =>
    portal.owner.sql.many<Target>('select id, email from client where email like $1 order by id', [`guess-${cost}-%`]);
  return {
    owner: portal.owner,
    pools,
    clients: await kept('usual'),
    light: await kept('least'),
    ask: (asked) => ask(line, asked),
    async close() {
      await line.close();
      for (const pool of pools) await pool.close();
      await portal.close();
    },
  };
}

/** What a hash says of itself is what looking at a password costs, so that nothing of the portal is set otherwise. */
const costs = {
  usual: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  least: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const;
type Cost = keyof typeof costs;

async function addClients(owner: Pool, { cost, count }: { readonly cost: Cost; readonly count: number }): Promise<void> {
  const passwordHash = await hash(seedPassword, costs[cost]);
  await owner.sql.run(
    `with human as (insert into person (created_at) select now() from generate_series(1, $1::integer) returning id)
     insert into client (person_id, company_id, branch_id, country, status_id, email, mobile_phone, first_name, last_name, language,
         password_hash, registered_at)
       select id, 3, 1, 'ZA', 12, 'guess-' || $3::text || '-' || id || '@example.com', '+2782' || lpad(id::text, 7, '0'), 'Drill', 'Target', 'en', $2,
           now()
         from human`,
    [count, passwordHash, cost],
  );
}

async function ask(line: Line, { path, body, from, cookie }: Asked): Promise<Answered> {
  const begun = performance.now();
  const {
    statusCode,
    headers,
    body: answered,
  } = await line.request({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...(cookie === undefined ? {} : { cookie }) },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await answered.json()) as { data: object; errors: readonly { code: string }[] };
  const ms = performance.now() - begun;
  const shape = Object.keys(data ?? {})
    .toSorted()
    .join();
  const set = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';', 1)[0] ?? '');
  return { status: statusCode, code: errors[0]?.code ?? null, shape, ms, cookie: set.length > 0 ? set.join('; ') : undefined };
}

/** Addresses without end, each of a site of its own: an IPv6 /48. */
export function openAddresses(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `2a00:${(count >> 8).toString(16)}:${(count & 255).toString(16)}::1`;
  };
}
