import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Database } from '../../base/sql.ts';
import { migrationNames } from '../database/schema.ts';
import type { Reach } from '../database/reach.ts';
import { timingSafeEqual } from 'node:crypto';
import { countInDatabase, gaugeOf } from './gauges.ts';

export interface HealthParts {
  readonly database: Database;
  readonly reach: Pick<Reach, 'isFull'>;
  readonly metricsToken: string | undefined;
  readonly isOpen: boolean;
  readonly streams: () => number;
  /** By how many milliseconds the database's clock is ahead of this process's. */
  readonly skewMs: () => number;
  /** Which outside parties answer, by name. */
  readonly outside: () => ReadonlyMap<string, boolean>;
  /** The process is about to end: whoever spreads the calls sends it no more. */
  readonly isClosing: () => boolean;
}

type Checks = Record<'database' | 'migrations' | 'workers', boolean>;

const workerSilentSeconds = 30;
/** A database that hangs must not make the asker hang. */
const answerWithinMs = 3000;

/** /health/live, /health/ready and /metrics (interfaces §1). */
export function serveHealth(fastify: FastifyInstance, parts: HealthParts): void {
  const readiness = openReadiness(parts);
  fastify.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  fastify.get('/health/ready', async (_request, reply) => {
    const checks = await readiness();
    const isReady = Object.values(checks).every(Boolean) && !parts.isClosing();
    reply.code(isReady ? 200 : 503).header('cache-control', 'no-store');
    return reply.send({ status: isReady ? 'ready' : parts.isClosing() ? 'closing' : 'not_ready', checks });
  });
  if (parts.isOpen || parts.metricsToken) serveMetrics(fastify, parts);
}

const needed = migrationNames();

/**
 * Ready: the database answers and has room to write, it has every migration of this version, and a worker has been heard of
 * lately. Nobody is kept from asking, so whoever asks meanwhile is told what the question that is on its way comes to.
 */
function openReadiness({ database, reach }: Pick<HealthParts, 'database' | 'reach'>): () => Promise<Checks> {
  const silent = { database: false, migrations: false, workers: false };
  let asked: Promise<Checks | undefined> | undefined;
  return async () => {
    asked ??= withinTime(askDatabase(database)).finally(() => {
      asked = undefined;
    });
    const checks = (await asked) ?? silent;
    return reach.isFull ? { ...checks, database: false } : checks;
  };
}

/** Undefined where the database does not answer in time, or not at all. */
async function withinTime<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, answerWithinMs, undefined);
  });
  try {
    return await Promise.race([asked, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function askDatabase(database: Database): Promise<Checks> {
  const row = await database.sql.one<{ migrated: boolean; workers: boolean }>(
    `select (select count(*) from migration where name = any($1::text[])) = cardinality($1::text[]) as migrated,
            exists (select 1 from worker_heartbeat where is_worker and seen_at > now() - make_interval(secs => ${workerSilentSeconds})) as workers`,
    [needed],
  );
  return { database: true, migrations: row.migrated, workers: row.workers };
}

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
  const streams = gaugeOf(registry, 'atrium_streams', 'Live streams open on this process');
  const skew = gaugeOf(
    registry,
    'atrium_clock_skew_seconds',
    'By how much the clock of the database is ahead of that of this process',
  );
  const outside = new Gauge({
    name: 'atrium_outside_up',
    help: 'Whether an outside party answered when this process asked it last; one that was not asked yet is not known to be away',
    labelNames: ['party'],
    registers: [registry],
  });
  const counted = countInDatabase(registry, parts.database.sql);
  fastify.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!parts.isOpen && !isAllowed(request.headers.authorization, parts.metricsToken ?? '')) return reply.code(401).send();
    streams.set(parts.streams());
    skew.set(parts.skewMs() / 1000);
    for (const [party, isUp] of parts.outside()) outside.set({ party }, isUp ? 1 : 0);
    counted.keep(await withinTime(counted.read()));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function isAllowed(header: string | undefined, token: string): boolean {
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(header ?? '');
  return expected.length === given.length && timingSafeEqual(expected, given);
}
