import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { CaptchaBrowser } from '../../ports/captcha/port.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import { openUploads } from '../uploads/uploads.ts';
import { requestLanguage } from './fastify.ts';
import { deskPagesOf, pagesOf, type Areas } from '../areas.ts';
import { clockChannel } from '../start/clock.ts';
import type { Core } from '../start/core.ts';
import { developmentDocuments } from '../start/dev.ts';
import { serveDocs } from './docs.ts';
import { guardFloods } from './gate.ts';
import { serveHealth } from './health.ts';
import { openFloodGate, type FloodGate } from '../serve/limits.ts';
import { listen } from './listen.ts';
import { streamChannel, type OpenStreams } from '../live/openStreams.ts';
import type { DocumentPaths } from './openapi.ts';
import { besideCalls } from './openapiBeside.ts';
import { builtDocuments, servePages } from './pages.ts';
import type { ServeParts } from '../serve/parts.ts';
import { serveAreas } from '../serve/serve.ts';
import { regionAt } from '../serve/site.ts';
import { openClientTrace } from '../serve/clientTrace.ts';
import { openExports } from '../serve/exports.ts';
import { openShares } from '../serve/shares.ts';
import { openRefusalTrace } from '../serve/trace.ts';
import { sessionChannel, type LiveSession } from '../live/session.ts';
import { settingsChannel } from '../start/settings.ts';
import { liveChannel } from '../live/lines.ts';
import { openLiveStream, serveStream, type LiveStream } from '../live/stream.ts';
import { serveWebhooks } from './webhooks.ts';
import { openTelling } from '../background/outbox.ts';
import type { Worker } from '../background/worker.ts';

const packageRoot = path.dirname(path.dirname(path.dirname(import.meta.dirname)));
const floodFlushMs = 1000;

export interface DoorOptions {
  /** Hot reload of the browser side. */
  readonly isDevelopment?: boolean;
  /** False: no pages, for tests of calls. */
  readonly withPages?: boolean;
}

/** The doors: calls, the live stream, webhooks, documents of the API, pages. */
export async function openDoors(opening: {
  core: Core;
  areas: Areas;
  openStreams: OpenStreams;
  storage: ObjectStorage;
  /** What the captcha's vendor needs in browsers. */
  captcha: CaptchaBrowser | undefined;
  /** The hosts of providers' pages that a frame may show. */
  frameHosts: readonly string[];
  /** The origins whose pages may use the camera in a frame. */
  cameraHosts: readonly string[];
  worker: Worker | undefined;
  /** What the sandbox answers beside, for the document. */
  helperPaths: DocumentPaths;
  options: DoorOptions;
}): Promise<void> {
  const { core, areas, openStreams, captcha, frameHosts, cameraHosts, worker, helperPaths, options } = opening;
  const { fastify, config, sessions, clock, database, words, log, isSecure } = core;
  const stream = await openStream(core, openStreams);
  const flood = openFlood(core);
  const cookieName = sessionCookie(isSecure);
  const staffCookieName = staffCookie(isSecure);
  const telling =
    worker?.dispatcher ??
    openTelling(database.application.sql, (error) =>
      core.reach.failed(error, 'the outbox could not be announced; the workers find it by themselves'),
    );
  const language = (request: FastifyRequest, session?: LiveSession) =>
    requestLanguage(request, regionAt(core.current(), request, session));
  guardFloods(fastify, { flood, settings: core.current, words, language });
  serveAreas(fastify, areas.served, {
    database: database.application,
    clock,
    sessions,
    staffSessions: core.staffSessions,
    ...openTraces(core),
    flood,
    exports: openExports(database.application.sql),
    shares: openShares(),
    words,
    settings: core.current,
    language,
    news: areas.news,
    processId: core.processId,
    uploads: openUploads({ sql: database.application.sql, storage: opening.storage, wall: () => clock.wall() }),
    telling,
    reach: core.reach,
    silentSince: core.parties.silentSince,
    cookieName,
    staffCookieName,
    isSecure,
    checksAnswers: config.mode === 'sandbox' && log.level !== 'silent',
  });
  serveStream(fastify, { stream, sessions, settings: core.current, cookieName, words });
  serveWebhooks(fastify, areas.webhooks, { wake: telling.wake, flood, forged: () => core.current().calls.forgedPerAddress });
  const isOpen = config.mode === 'sandbox';
  serveHealth(fastify, { ...healthOf(core), metricsToken: config.metricsToken, isOpen, streams: () => stream.size });
  const beside = { ...besideCalls({ metrics: isOpen || config.metricsToken !== undefined }), ...helperPaths };
  const named = { url: config.publicUrl, title: core.current().brand.name, version: '1.4', cookieName, staffCookieName };
  serveDocs(fastify, areas.served.map(contractOf), { ...named, isSecure, beside });
  if (options.withPages === false) fastify.setNotFoundHandler((request, reply) => reply.callNotFoundEnvelope(request));
  else
    await openPages({ core, areas, captcha, frameHosts, cameraHosts, cookieName, isDevelopment: options.isDevelopment === true });
}

const contractOf = ({ contract }: Areas['served'][number]) => contract;

/** What is left of what was refused, at the desk and at the portal. */
function openTraces({ database, clock, log, closers }: Core): Pick<ServeParts, 'trace' | 'clientTrace'> {
  const parts = { sql: database.application.sql, clock, log };
  const [trace, clientTrace] = [openRefusalTrace(parts), openClientTrace(parts)];
  closers.push(() => trace.written());
  closers.push(() => clientTrace.written());
  return { trace, clientTrace };
}

/** The live stream, and what the database announces to this process. */
async function openStream(core: Core, openStreams: OpenStreams): Promise<LiveStream> {
  const { database, sessions, clock, settings, reach, closers } = core;
  const stream = openLiveStream({ database: database.application, sessions, reach, openStreams });
  closers.push(() => stream.close());
  const readClock = (): void =>
    void clock.refresh().catch((error: unknown) => reach.failed(error, 'the clock could not be read'));
  const listener = await listen(
    database.application,
    {
      [liveChannel]: (text) => stream.announced(text),
      [clockChannel]: readClock,
      [sessionChannel]: (sid) => {
        sessions.forget(sid);
        stream.drop(sid);
      },
      [settingsChannel]: () => void settings.refresh(),
      [streamChannel]: (text) => openStreams.announced(text),
    },
    () => {
      stream.wake();
      readClock();
      void settings.refresh();
    },
  );
  closers.push(() => listener.close());
  return stream;
}

function openFlood({ database, reach, closers }: Core): FloodGate {
  const flood = openFloodGate(database.application, () => Date.now());
  const flush = setInterval(
    () => void flood.flush().catch((error: unknown) => reach.failed(error, 'the floods could not be counted')),
    floodFlushMs,
  );
  closers.push(() => clearInterval(flush));
  return flood;
}

/** Of a process that only works: whether it is well, for those who watch it. */
export function openWorkerDoor(core: Core): void {
  const { fastify, config } = core;
  serveHealth(fastify, { ...healthOf(core), metricsToken: config.metricsToken, isOpen: false, streams: () => 0 });
  fastify.setNotFoundHandler((request, reply) => reply.callNotFoundEnvelope(request));
}

function healthOf({ database, reach, skew, closing, parties }: Core) {
  return {
    database: database.application,
    reach,
    skewMs: () => skew.skewMs,
    isClosing: () => closing.hasBegun,
    outside: () => parties.states(),
  };
}

async function openPages(opening: {
  core: Core;
  areas: Areas;
  captcha: CaptchaBrowser | undefined;
  frameHosts: readonly string[];
  /** The origins whose pages may use the camera in a frame. */
  cameraHosts: readonly string[];
  cookieName: string;
  isDevelopment: boolean;
}): Promise<void> {
  const { core, areas, captcha, frameHosts, cameraHosts, cookieName, isDevelopment } = opening;
  const { fastify, config, sessions, isSecure } = core;
  const development = isDevelopment ? await developmentDocuments(fastify, packageRoot, config.port + 1) : undefined;
  if (development) core.closers.push(() => development.close());
  servePages(fastify, {
    documents: development ?? (await builtDocuments(fastify, path.join(packageRoot, 'dist'))),
    pages: pagesOf(areas),
    deskPages: deskPagesOf(areas),
    brand: () => core.current().brand,
    language: (request, session) => requestLanguage(request, regionAt(core.current(), request, session)),
    session: async (request) => {
      const secret = request.cookies[cookieName];
      return secret === undefined ? undefined : sessions.find(secret);
    },
    region: (request, session) => regionAt(core.current(), request, session),
    connectSources: development?.connectSources ?? [],
    captcha,
    frameHosts,
    cameraHosts,
    isSecure,
  });
}

/** Behind https the name itself keeps the cookie to this host and to secure connections (RFC 6265bis §4.1.3.2). */
export function sessionCookie(isSecure: boolean): string {
  return isSecure ? '__Host-atrium_session' : 'atrium_session';
}

/** The desk's, which opens no door but the desk's. */
export function staffCookie(isSecure: boolean): string {
  return isSecure ? '__Host-atrium_desk' : 'atrium_desk';
}

/** The cookie of a sign-up whose e-mail is not confirmed yet: whoever began it goes on with it. */
export function registrationCookie(isSecure: boolean): string {
  return isSecure ? '__Host-atrium_registration' : 'atrium_registration';
}

/** By which a browser is known again that a client has signed in from before. */
export function deviceCookie(isSecure: boolean): string {
  return isSecure ? '__Host-atrium_device' : 'atrium_device';
}
