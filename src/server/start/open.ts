import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openEngine } from '../../areas/payments/engine.ts';
import { followEnrolled, provenIdentity } from '../../areas/documents/face.ts';
import { openConfirming } from '../../areas/enrolment/face.ts';
import { isStrategyOn } from '../../areas/strategies/face.ts';
import { hasOpeningOnWay } from '../../areas/trading/face.ts';
import { secondMs } from '../../base/time.ts';
import { openBook } from '../../ledger/book.ts';
import { closeFastify } from '../http/fastify.ts';
import { openAreas, type Areas } from '../areas.ts';
import { noticeTypes } from '../noticeTypes.ts';
import { countExactly, giveBack } from '../serve/limits.ts';
import type { AppContext } from './appContext.ts';
import { anchorJobs } from '../background/anchoring.ts';
import { bookkeepingJobs } from '../background/bookkeeping.ts';
import { clockChannel, type ApplicationClock } from './clock.ts';
import type { OutsideConfig } from './config.ts';
import { openCore, type Closers, type Closing, type Core, type CoreOptions } from './core.ts';
import type { OpenDatabase } from '../database/open.ts';
import {
  deviceCookie,
  openDoors,
  openWorkerDoor,
  registrationCookie,
  sessionCookie,
  staffCookie,
  type DoorOptions,
} from '../http/doors.ts';
import { openOpenStreams } from '../live/openStreams.ts';
import { openOutside, watchOutside } from './outside.ts';
import { openSandbox, requireSandbox, seedWhenEmpty, type Seeds } from './sandboxed.ts';
import { changeSetting, loadSettings, pastChangesOf, type LiveSettings } from './settings.ts';
import { openVault } from './vault.ts';
import { outboxChannel } from '../background/outbox.ts';
import { openWorker, type Worker } from '../background/worker.ts';
import { listen, type Listener } from '../http/listen.ts';

/** The application, open: what main listens with, and what a test looks into. */
export interface OpenApplication {
  readonly fastify: FastifyInstance;
  readonly database: OpenDatabase;
  readonly app: AppContext;
  readonly areas: Areas;
  readonly clock: ApplicationClock;
  readonly settings: LiveSettings;
  readonly worker: Worker | undefined;
  /** Has the sandbox's parties tell what is due now and answers how many messages went out (tests: they need not be waited for). */
  readonly tellDue: (() => Promise<number>) | undefined;
  close(): Promise<void>;
}

export interface OpenOptions extends DoorOptions, CoreOptions {
  /** What an empty sandbox is filled with: the clients and all that they hold, or only the clients (tests). */
  readonly seeds?: Seeds;
  /** What comes by less often runs only when it is asked for (tests): a slow machine has no more of it than a fast one. */
  readonly slowestBeatSeconds?: number;
}

/** Opens everything in the order in which one thing needs another; whatever was opened is closed when a step fails. */
export async function openApplication(options: OpenOptions): Promise<OpenApplication> {
  const closers: Closers = [];
  // One closing after another: whoever asks for a second one waits for the first, and closes what was opened since.
  let closing: Promise<void> = Promise.resolve();
  const close = (): Promise<void> => (closing = closing.catch(() => undefined).then(() => closeAll(closers)));
  const { signal } = options;
  const leaving: Closing = { hasBegun: false };
  const patience = new AbortController();
  /** Not ready from now on, and still answering until whoever spreads the calls has heard of it; asked twice, at once. */
  const closeInOrder = async (): Promise<void> => {
    if (leaving.hasBegun) patience.abort();
    leaving.hasBegun = true;
    await wait(options.config.closingSeconds * secondMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await close();
  };
  // Closed under the hands of the step that is running: it fails, and what it may still have opened is closed below.
  const abort = (): void => void close().catch(() => undefined);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const opened = await open({ ...options, closing: leaving }, closers);
    signal?.throwIfAborted();
    return { ...opened, close: closeInOrder };
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

async function open(options: OpenOptions, closers: Closers): Promise<Omit<OpenApplication, 'close'>> {
  const core = await openCore(options, closers);
  const { fastify, config, database, clock, settings } = core;
  const sandbox = config.mode === 'sandbox' ? await openSandbox(core) : undefined;
  const app = openParts(core, config.outside ?? requireSandbox(sandbox).access);
  const areas = openAreas(app);

  if (sandbox) {
    const seed = () => seedWhenEmpty(core, { vendors: sandbox.vendors, app, seeds: options.seeds ?? 'whole' });
    sandbox.onReset(seed);
    // A worker of its own begins on what the web has filled.
    if (config.role !== 'worker') await seed();
  }
  const worker =
    config.role === 'web' ? undefined : workerOf(core, { areas, app, slowestBeatSeconds: options.slowestBeatSeconds });
  if (worker) {
    closers.push(() => worker.close());
    core.onBuried(worker.wasBuried);
    const listener = await listenForEvents(core, worker);
    closers.push(() => listener.close());
    sandbox?.onClockMoved(() => worker.catchUp());
  }
  const helperPaths = sandbox?.helperPaths ?? {};
  const { openStreams, captcha, storage } = app;
  const framed = [...Object.values(app.payments), ...(app.research ? [app.research] : [])];
  const frameHosts = framed.flatMap(({ pageHosts }) => pageHosts ?? []);
  const cameraHosts = app.verification ? [app.verification.pageOrigin] : [];
  if (config.role !== 'worker')
    await openDoors({
      core,
      areas,
      openStreams,
      storage,
      captcha: captcha.browser,
      frameHosts,
      cameraHosts,
      worker,
      helperPaths,
      options,
    });
  else openWorkerDoor(core);
  // First of all: nothing new comes in, and what is under way is finished while everything still stands.
  closers.push(() => closeFastify(fastify));
  return { fastify, database, app, areas, clock, settings, worker, tellDue: sandbox?.tellDue };
}

/** What areas are handed. */
function openParts(core: Core, access: OutsideConfig): AppContext {
  const { config, clock, database, sessions, staffSessions, words, log, current, isSecure, closers } = core;
  const outside = watchOutside(
    openOutside(access, clock, (text) => log.warn(text)),
    access,
    core.parties,
  );
  closers.push(() => outside.close());
  const book = openBook({ sql: database.writer.sql });
  closers.push(() => book.close());
  const vault = openVault([access.STORAGE_SECRET, ...(access.STORAGE_OLD_SECRET ? [access.STORAGE_OLD_SECRET] : [])]);
  const parts = {
    ...outside,
    database: database.application,
    limits: { count: countExactly, giveBack },
    noticeTypes,
    orders: { hasOpeningOnWay },
    strategies: { isStrategyOn },
    confirming: openConfirming({ provenIdentity, vault, clock, publicUrl: config.publicUrl }),
    papers: { followEnrolled },
    book,
    sessions,
    staffSessions,
    vault,
    asksSecondFactor: config.asksSecondFactor,
    brokerSettings: { load: loadSettings, change: changeSetting, history: pastChangesOf },
    clock,
    words,
    log,
    openStreams: openOpenStreams(database.application.sql),
    publicUrl: config.publicUrl,
    settings: current,
    cookieName: sessionCookie(isSecure),
    staffCookieName: staffCookie(isSecure),
    deviceCookieName: deviceCookie(isSecure),
    registrationCookieName: registrationCookie(isSecure),
  };
  return { ...parts, engine: openEngine(parts) };
}

/**
 * What other processes write into the outbox they announce, and a clock that they have moved; what was announced while nobody listened
 * is there too.
 */
function listenForEvents({ database, clock, reach }: Core, { dispatcher }: Worker): Promise<Listener> {
  const readClock = (): void =>
    void clock.refresh().then(dispatcher.wake, (error: unknown) => reach.failed(error, 'the clock could not be read'));
  return listen(database.application, { [outboxChannel]: dispatcher.wake, [clockChannel]: readClock }, () => {
    readClock();
    dispatcher.wake();
  });
}

interface WorkerNeeds {
  readonly areas: Areas;
  readonly app: AppContext;
  readonly slowestBeatSeconds: number | undefined;
}

function workerOf(
  { database, clock, current, log, reach, processId }: Core,
  { areas, app, slowestBeatSeconds }: WorkerNeeds,
): Worker {
  const { storage } = app;
  return openWorker({
    database: database.application,
    clock,
    settings: current,
    jobs: [...areas.jobs, bookkeepingJobs(log), anchorJobs({ storage, log, wall: () => clock.wall() })],
    log,
    reach,
    processId,
    slowestBeatSeconds,
  });
}
