import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Database } from '../../base/sql.ts';
import { defaultSettings, type Settings } from '../../settings/index.ts';
import { openFastify } from '../http/fastify.ts';
import { guardFloods } from '../http/gate.ts';
import { openTelling } from '../background/outbox.ts';
import { openFloodGate } from '../serve/limits.ts';
import { serveAreas } from '../serve/serve.ts';
import type { ServedArea, ServeParts } from '../serve/parts.ts';
import { openClientTrace } from '../serve/clientTrace.ts';
import { openExports } from '../serve/exports.ts';
import { openShares } from '../serve/shares.ts';
import { openRefusalTrace } from '../serve/trace.ts';
import { openSessions, type Sessions } from '../live/session.ts';
import { openStaffSessions } from '../live/staffSession.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { loadServerWords } from '../serve/words.ts';

/** Calls on a server of their own, without the rest of the application. The caller closes it. */
export async function openServed(served: {
  readonly database: Database;
  readonly area: ServedArea;
  readonly processId?: string;
  readonly settings?: () => Settings;
  readonly news?: ServeParts['news'];
  readonly sessions?: Sessions;
  readonly uploads?: Uploads;
}): Promise<FastifyInstance> {
  const { database, area, processId = 'this one', settings = () => defaultSettings, news = noNews } = served;
  const clock = { now: () => new Date(), wall: () => new Date() };
  const words = loadServerWords();
  const maxBodyBytes = () => settings().calls.maxBodyBytes;
  const fastify = await openFastify({ log: pino({ level: 'silent' }), words, trustedProxies: [], isSecure: false, maxBodyBytes });
  const flood = openFloodGate(database, () => Date.now());
  guardFloods(fastify, { flood, settings, words, language: () => 'en' });
  serveAreas(fastify, [area], {
    database,
    clock,
    sessions: served.sessions ?? openSessions({ database, clock, settings }),
    staffSessions: openStaffSessions({ database, clock, settings }),
    trace: openRefusalTrace({ sql: database.sql, clock, log: fastify.log }),
    clientTrace: openClientTrace({ sql: database.sql, clock, log: fastify.log }),
    flood,
    exports: openExports(database.sql),
    shares: openShares(),
    words,
    settings,
    language: () => 'en',
    news,
    processId,
    uploads: served.uploads ?? noUploads,
    telling: openTelling(database.sql, () => undefined),
    reach: { refused: () => undefined },
    silentSince: () => undefined,
    cookieName: 'atrium_session',
    staffCookieName: 'atrium_desk',
    isSecure: false,
    checksAnswers: true,
  });
  return fastify;
}

const noUploads: Uploads = { take: () => Promise.reject(new Error('no store')), end: async () => undefined };

const noNews: ServeParts['news'] = async () => ({ client_info: {} as never, notifications: [], inbox_count: 0 });
