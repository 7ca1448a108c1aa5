import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../base/sql.ts';
import { migrationNames } from '../database/schema.ts';
import { anchorAge } from '../background/anchoring.ts';
import { countFindings } from '../background/bookkeeping.ts';
import { timingSafeEqual } from 'node:crypto';

export interface HealthParts {
  readonly database: Database;
  readonly metricsToken: string | undefined;
  readonly isOpen: boolean;
  readonly streams: () => number;
}

const workerSilentSeconds = 30;
/** A database that hangs must not make the asker hang. */
const answerWithinMs = 3000;

/** /health/live, /health/ready and /metrics (interfaces §1). */
export function serveHealth(fastify: FastifyInstance, parts: HealthParts): void {
  fastify.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  fastify.get('/health/ready', async (_request, reply) => {
    const checks = await readiness(parts.database);
    const isReady = Object.values(checks).every(Boolean);
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    return reply.send({ status: isReady ? 'ready' : 'not_ready', checks });
  });
  if (parts.isOpen || parts.metricsToken) serveMetrics(fastify, parts);
}

const needed = migrationNames();

/** Ready: the database answers, it has every migration of this version, and a worker has been heard of lately. */
export async function readiness(database: Database): Promise<Record<'database' | 'migrations' | 'workers', boolean>> {
  const silent = { database: false, migrations: false, workers: false };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof silent>((resolve) => {
    timer = setTimeout(resolve, answerWithinMs, silent);
  });
  try {
    return await Promise.race([askDatabase(database), late]);
  } catch {
    return silent;
  } finally {
    clearTimeout(timer);
  }
}

async function askDatabase(database: Database): Promise<Record<'database' | 'migrations' | 'workers', boolean>> {
  const row = await database.sql.one<{ migrated: boolean; workers: boolean }>(
    `select (select count(*) from migration where name = any($1::text[])) = cardinality($1::text[]) as migrated,
            exists (select 1 from worker_heartbeat where is_worker and seen_at > now() - make_interval(secs => ${workerSilentSeconds})) as workers`,
    [needed],
  );
  return { database: true, migrations: row.migrated, workers: row.workers };
}

/** Where the audit chain stands: what is kept elsewhere of these convicts a chain that was rewritten. */
const auditGauges = [
  ['atrium_audit_seal', 'Number of the last seal of the audit chain', 'select coalesce(max(number), 0) as count from audit_seal'],
  [
    'atrium_audit_seal_fingerprint',
    'The first 48 bits of the hash of that seal',
    `select coalesce((select ('x' || encode(substring(hash for 6), 'hex'))::bit(48)::bigint
       from audit_seal order by number desc limit 1), 0) as count`,
  ],
  ['atrium_audit_anchor_age_seconds', 'How long ago the head of the audit chain was last put into the object store', anchorAge],
] as const;

function serveMetrics(fastify: FastifyInstance, parts: HealthParts): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'atrium_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'page';
    seconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  };
  const count = async (statement: string): Promise<number> =>
    Number((await parts.database.sql.one<{ count: bigint }>(statement)).count);
  gauge('atrium_streams', 'Live streams open on this process', async () => parts.streams());
  gauge('atrium_outbox_waiting', 'Outbox rows that are not done', () =>
    count('select count(*) from outbox where done_at is null'),
  );
  gauge('atrium_outbox_failing', 'Outbox rows that failed at least five times', () =>
    count('select count(*) from outbox where done_at is null and attempts >= 5'),
  );
  gauge(
    'atrium_reconciliation_difference',
    'Balances and credits of accounts that differed twice between the platform and the ledger',
    () => count('select count(*) from reconciliation_difference where closed_at is null and reported_at is not null'),
  );
  gauge('atrium_platform_surplus', 'Deals that platforms made once too often and that are not taken back yet', () =>
    count(`select count(*) from platform_operation where purpose = 'surplus' and state <> 'done'`),
  );
  gauge('atrium_ledger_findings', 'Faults that the audits of the ledger found at their last runs', () => count(countFindings));
  for (const [name, help, statement] of auditGauges) gauge(name, help, () => count(statement));
  fastify.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!parts.isOpen && !isAllowed(request.headers.authorization, parts.metricsToken ?? '')) return reply.code(401).send();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function isAllowed(header: string | undefined, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(header ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}
