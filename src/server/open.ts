import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { openBook } from '../ledger/book.ts';
import { closeApp, openApp } from './app.ts';
import { openAreas, type House } from './areas.ts';
import { bookkeepingJobs } from './bookkeeping.ts';
import { openClock, type ApplicationClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Closers, Core } from './core.ts';
import { openDatabase, type OpenDatabase } from './database/open.ts';
import { laterOnTheWall, watchReach } from './database/reach.ts';
import { deviceCookie, openDoors, openWorkerDoor, sessionCookie, type DoorOptions } from './doors.ts';
import { openHeartbeat } from './heartbeat.ts';
import { openOutside } from './outside.ts';
import { currentSettings, openSandbox, requireSandbox, seedWhenEmpty, type Seeds } from './sandboxed.ts';
import { openSessions } from './session.ts';
import { openSettings, type LiveSettings } from './settings.ts';
import { loadServerWords } from './words.ts';
import { openWorker, type Worker } from './worker.ts';

/** The house, open: what main listens with, and what a test looks into. */
export interface OpenHouse {
  readonly app: FastifyInstance;
  readonly database: OpenDatabase;
  readonly house: House;
  readonly clock: ApplicationClock;
  readonly settings: LiveSettings;
  readonly worker: Worker | undefined;
  close(): Promise<void>;
}

export interface OpenOptions extends DoorOptions {
  readonly config: Config;
  readonly progress: (text: string) => void;
  /** A database that is open already (tests). */
  readonly database?: OpenDatabase;
  /** What an empty sandbox is filled with: the clients and all that they hold, or only the clients (tests). */
  readonly seeds?: Seeds;
  /** Aborted: what has been opened so far is closed, and the opening throws. */
  readonly signal?: AbortSignal;
}

/** Opens everything in the order in which one thing needs another; whatever was opened is closed when a step fails. */
export async function openHouse(options: OpenOptions): Promise<OpenHouse> {
  const closers: Closers = [];
  // One closing after another: whoever asks for a second one waits for the first, and closes what was opened since.
  let closing: Promise<void> = Promise.resolve();
  const close = (): Promise<void> => (closing = closing.catch(() => undefined).then(() => closeAll(closers)));
  const { signal } = options;
  // Closed under the hands of the step that is running: it fails, and what it may still have opened is closed below.
  const abort = (): void => void close().catch(() => undefined);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const opened = await open(options, closers);
    signal?.throwIfAborted();
    return { ...opened, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Last opened, first closed. What cannot be closed keeps nothing else open. */
async function closeAll(closers: Closers): Promise<void> {
  const faults: unknown[] = [];
  for (const closer of closers.splice(0).toReversed()) {
    try {
      await closer();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `closing failed: ${faults.map(String).join('; ')}`);
}

async function open(options: OpenOptions, closers: Closers): Promise<Omit<OpenHouse, 'close'>> {
  const { config, progress } = options;
  const log = pino({ level: config.logLevel });
  const database = options.database ?? (await openDatabase(config, progress));
  closers.push(() => database.close());
  options.signal?.throwIfAborted();
  const reach = watchReach({
    ask: () => database.application.sql.one('select 1'),
    log,
    wallMs: Date.now,
    later: laterOnTheWall,
  });
  closers.push(() => reach.close());
  const heartbeat = await openHeartbeat({
    database: database.application,
    isWorker: config.role !== 'web',
    wallMs: Date.now,
    reach,
  });
  closers.push(() => heartbeat.close());
  const clock = await openClock(database.application);
  const settings = await openSettings({
    sql: database.application.sql,
    clock,
    onFault: (error) => reach.failed(error, 'the settings could not be read again; the last good ones stay'),
  });
  closers.push(() => settings.close());
  const current = currentSettings(config, settings);
  const isSecure = config.publicUrl.startsWith('https:');
  const words = loadServerWords();
  const app = await openApp({
    log,
    words,
    trustedProxies: config.trustedProxies,
    isSecure,
    maxBodyBytes: () => current().calls.maxBodyBytes,
  });
  closers.push(() => closeApp(app));
  const sessions = openSessions({ database: database.application, clock, settings: current });

  const core: Core = {
    config,
    log,
    database,
    reach,
    clock,
    settings,
    current,
    app,
    sessions,
    isSecure,
    closers,
    words,
    processId: heartbeat.processId,
    progress,
  };
  const sandbox = config.mode === 'sandbox' ? await openSandbox(core) : undefined;
  const outside = openOutside(config.outside ?? requireSandbox(sandbox).access, clock);
  closers.push(() => outside.close());
  const book = openBook({ sql: database.writer.sql });
  closers.push(() => book.close());
  const house: House = {
    ...outside,
    book,
    sessions,
    clock,
    words,
    log,
    publicUrl: config.publicUrl,
    settings: current,
    cookieName: sessionCookie(isSecure),
    deviceCookieName: deviceCookie(isSecure),
  };
  const areas = openAreas(house, database.application);

  if (sandbox) {
    const seed = () => seedWhenEmpty(core, { vendors: sandbox.vendors, house, seeds: options.seeds ?? 'whole' });
    sandbox.onReset(seed);
    await seed();
  }
  const worker =
    config.role === 'web'
      ? undefined
      : openWorker({
          database: database.application,
          clock,
          settings: current,
          jobs: [...areas.jobs, bookkeepingJobs(log)],
          log,
          reach,
          processId: heartbeat.processId,
        });
  if (worker) {
    closers.push(() => worker.close());
    sandbox?.onClockMoved(() => worker.catchUp());
  }
  const helperPaths = sandbox?.helperPaths ?? {};
  if (config.role !== 'worker') await openDoors({ core, areas, captcha: outside.captcha.browser, worker, helperPaths, options });
  else openWorkerDoor(core);
  // First of all: nothing new comes in, and what is under way is finished while everything still stands.
  closers.push(() => closeApp(app));
  return { app, database, house, clock, settings, worker };
}
