import type { FastifyInstance } from 'fastify';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../../settings/index.ts';
import { closeFastify, openFastify } from '../http/fastify.ts';
import { openClock, type ApplicationClock } from './clock.ts';
import type { Config } from './config.ts';
import { openDatabase, type OpenDatabase } from '../database/open.ts';
import { laterOnTheWall, watchReach, type Reach } from '../database/reach.ts';
import { watchSkew, type SkewWatch } from '../background/skew.ts';
import { traceOfLine } from '../background/traced.ts';
import { openHeartbeat, type Heartbeat } from '../background/heartbeat.ts';
import { openSessions, type Sessions } from '../live/session.ts';
import { openParties, type Parties } from './parties.ts';
import { currentSettings, openSettings, type LiveSettings } from './settings.ts';
import { openStaffSessions, type StaffSessions } from '../live/staffSession.ts';
import { loadServerWords, type ServerWords } from '../serve/words.ts';

/** What is opened first and everything else is opened with. */
export interface Core {
  readonly config: Config;
  readonly log: Logger;
  readonly database: OpenDatabase;
  readonly reach: Reach;
  /** Which outside parties answer. */
  readonly parties: Parties;
  readonly clock: ApplicationClock;
  readonly settings: LiveSettings;
  readonly current: () => Settings;
  readonly fastify: FastifyInstance;
  readonly sessions: Sessions;
  readonly staffSessions: StaffSessions;
  readonly isSecure: boolean;
  readonly closers: Closers;
  readonly words: ServerWords;
  /** The name under which this process holds what it works on. */
  readonly processId: string;
  readonly onBuried: Heartbeat['onBuried'];
  readonly skew: SkewWatch;
  readonly closing: Closing;
  readonly progress: (text: string) => void;
}

/** Whether the application is about to close; then it is not ready any more, and still answers. */
export interface Closing {
  hasBegun: boolean;
}

/** What closes what was opened, last opened first. */
export type Closers = (() => Promise<void> | void)[];

export interface CoreOptions {
  readonly config: Config;
  readonly progress: (text: string) => void;
  /** A database that is open already (tests). */
  readonly database?: OpenDatabase;
  /** Where the lines of the log go (tests); else to the standard output. */
  readonly logTo?: DestinationStream;
  /** Becomes true when the application is about to close. */
  readonly closing?: Closing;
  /** Aborted: what has been opened so far is closed, and the opening throws. */
  readonly signal?: AbortSignal;
}

export async function openCore(options: CoreOptions, closers: Closers): Promise<Core> {
  const { config, progress, closing = { hasBegun: false } } = options;
  const log = pino({ level: config.logLevel, mixin: traceOfLine }, options.logTo);
  const database = options.database ?? (await openDatabase(config, progress));
  closers.push(() => database.close());
  options.signal?.throwIfAborted();
  const { sql } = database.application;
  const reach = watchReach({ ask: () => sql.one('select 1'), log, wallMs: Date.now, later: laterOnTheWall });
  closers.push(() => reach.close());
  const isWorker = config.role !== 'web';
  const skew = watchSkew(log);
  const heartbeat = await openHeartbeat({ database: database.application, isWorker, wallMs: Date.now, reach, skew });
  closers.push(() => heartbeat.close());
  const clock = await openClock(database.application);
  const settings = await openSettings({
    sql,
    clock,
    onFault: (error) => reach.failed(error, 'the settings could not be read again; the last good ones stay'),
  });
  closers.push(() => settings.close());
  const current = currentSettings(config, settings);
  const isSecure = config.publicUrl.startsWith('https:');
  const words = loadServerWords();
  const fastify = await openFastify({
    log,
    words,
    trustedProxies: config.trustedProxies,
    isSecure,
    maxBodyBytes: () => current().calls.maxBodyBytes,
  });
  // Browsers count ages from here: in the sandbox it may be days ahead of their own clocks.
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.header('application-time', clock.now().toISOString());
    done();
  });
  closers.push(() => closeFastify(fastify));
  const sessions = openSessions({ database: database.application, clock, settings: current });
  const staffSessions = openStaffSessions({ database: database.application, clock, settings: current });
  const { processId, onBuried } = heartbeat;
  const doors = { fastify, sessions, staffSessions, isSecure, words };
  return {
    config,
    log,
    database,
    reach,
    parties: openParties({ log, nowMs: Date.now, now: () => clock.now() }),
    clock,
    settings,
    current,
    ...doors,
    closers,
    processId,
    onBuried,
    skew,
    closing,
    progress,
  };
}
