import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Database } from '../../base/sql.ts';
import { defaultSettings, type Settings } from '../../law/settings.ts';
import { openApp } from '../app.ts';
import { openFloodGate } from '../limits.ts';
import { serveAreas } from '../serve.ts';
import type { ServedArea, ServeParts } from '../serve/parts.ts';
import { openSessions } from '../session.ts';
import { loadServerWords } from '../words.ts';

/** Calls on a server of their own, without the rest of the house. The caller closes it. */
export async function openServed(served: {
  readonly database: Database;
  readonly area: ServedArea;
  readonly processId?: string;
  readonly settings?: () => Settings;
  readonly news?: ServeParts['news'];
}): Promise<FastifyInstance> {
  const { database, area, processId = 'this one', settings = () => defaultSettings, news = noNews } = served;
  const clock = { now: () => new Date(), wall: () => new Date() };
  const words = loadServerWords();
  const maxBodyBytes = () => settings().calls.maxBodyBytes;
  const app = await openApp({ log: pino({ level: 'silent' }), words, trustedProxies: [], isSecure: false, maxBodyBytes });
  serveAreas(app, [area], {
    database,
    clock,
    sessions: openSessions({ database, clock, settings }),
    flood: openFloodGate(database, () => Date.now()),
    words,
    settings,
    language: () => 'en',
    news,
    processId,
    wake: () => undefined,
    cookieName: 'atrium_session',
    isSecure: false,
    checksAnswers: true,
  });
  return app;
}

const noNews: ServeParts['news'] = async () => ({ client_info: {} as never, notifications: [], inbox_count: 0 });
