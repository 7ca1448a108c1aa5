import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import { platformGroups } from '../law/platformGroups.ts';
import type { Settings } from '../law/settings.ts';
import { openBook } from '../ledger/book.ts';
import { openApp, requestLanguage } from './app.ts';
import { openAreas, pagesOf, type Areas, type House } from './areas.ts';
import { clockChannel, openClock, type ApplicationClock } from './clock.ts';
import type { Config, OutsideConfig } from './config.ts';
import { openDatabase, type OpenDatabase } from './database/open.ts';
import { developmentDocuments } from './dev.ts';
import { serveDocs } from './docs.ts';
import { serveHealth } from './health.ts';
import { openFloodGate } from './limits.ts';
import { listen } from './listen.ts';
import { openOutside } from './outside.ts';
import { builtDocuments, servePages } from './pages.ts';
import { emptyDatabase } from './reset.ts';
import { serveAreas } from './serve.ts';
import { openSessions, sessionChannel, type Sessions } from './session.ts';
import { openSettings, settingsChannel, type LiveSettings } from './settings.ts';
import { openLiveStream, serveStream } from './stream.ts';
import { serveWebhooks } from './webhooks.ts';
import { loadServerWords, type ServerWords } from './words.ts';
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

export interface OpenOptions {
  readonly config: Config;
  readonly progress: (text: string) => void;
  /** Hot reload of the browser side. */
  readonly isDevelopment?: boolean;
  /** A database that is open already (tests). */
  readonly database?: OpenDatabase;
  /** False: no pages, for tests of calls. */
  readonly withPages?: boolean;
}

const packageRoot = path.dirname(path.dirname(import.meta.dirname));
const floodFlushMs = 1000;

/** Opens everything in the order in which one thing needs another; whatever was opened is closed when a step fails. */
export async function openHouse(options: OpenOptions): Promise<OpenHouse> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return { ...(await open(options, closers)), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

type Closers = (() => Promise<void> | void)[];

async function open(options: OpenOptions, closers: Closers): Promise<Omit<OpenHouse, 'close'>> {
  const { config, progress } = options;
  const log = pino({ level: config.logLevel });
  const database = options.database ?? (await openDatabase(config, progress));
  closers.push(() => database.close());
  const clock = await openClock(database.application);
  const settings = await openSettings({
    sql: database.application.sql,
    clock,
    onFault: (error) => log.error({ err: error }, 'the settings could not be read again; the last good ones stay'),
  });
  closers.push(() => settings.close());
  const current = currentSettings(config, settings);
  const isSecure = config.publicUrl.startsWith('https:');
  const words = loadServerWords();
  const app = await openApp({ log, words, trustedProxies: config.trustedProxies, isSecure });
  closers.push(() => app.close());
  const sessions = openSessions({ database: database.application, clock, settings: current });

  const core: Core = { config, log, database, clock, settings, current, app, sessions, isSecure, closers, words, progress };
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
  };
  const areas = openAreas(house, database.application);

  if (sandbox) {
    const seed = () => seedWhenEmpty(core, sandbox.vendors, house);
    sandbox.onReset(seed);
    await seed();
  }
  const worker =
    config.role === 'web'
      ? undefined
      : await openWorker({ database: database.application, clock, settings: current, jobs: areas.jobs, log });
  if (worker) closers.push(() => worker.close());
  if (config.role !== 'worker') await openDoors({ core, areas, worker, options });
  else serveHealth(app, { database: database.application, metricsToken: config.metricsToken, isOpen: false, streams: () => 0 });
  return { app, database, house, clock, settings, worker };
}

interface Core {
  readonly config: Config;
  readonly log: Logger;
  readonly database: OpenDatabase;
  readonly clock: ApplicationClock;
  readonly settings: LiveSettings;
  readonly current: () => Settings;
  readonly app: FastifyInstance;
  readonly sessions: Sessions;
  readonly isSecure: boolean;
  readonly closers: Closers;
  readonly words: ServerWords;
  readonly progress: (text: string) => void;
}

/** In the sandbox every browser comes from one address, so that the limits on floods would only hit who tries the house out. */
function currentSettings(config: Config, settings: LiveSettings): () => Settings {
  if (config.mode === 'production') return () => settings.current();
  const wide = { count: 1_000_000, seconds: 60 };
  return () => {
    const current = settings.current();
    return {
      ...current,
      calls: { ...current.calls, perAddress: wide, perClient: wide, writesPerClient: wide },
      signIn: { ...current.signIn, perAddress: wide },
    };
  };
}

interface Sandbox {
  /** Addresses and keys, as the environment would name them in production. */
  readonly access: OutsideConfig;
  readonly vendors: SeedVendors;
  /** What puts the seeds back after the house was emptied. */
  onReset(seed: () => Promise<void>): void;
}

function requireSandbox(sandbox: Sandbox | undefined): Sandbox {
  if (!sandbox) throw new Error('production has addresses of its own; the sandbox starts its vendors');
  return sandbox;
}

/** Starts the vendors' stand-ins. */
async function openSandbox(core: Core): Promise<Sandbox> {
  core.progress('Starting the outside parties of the sandbox …');
  const { openBox } = await import('../sandbox/box.ts');
  const { config, clock, database, app } = core;
  let reseed: () => Promise<void> = async () => undefined;
  const box = await openBox({
    app,
    dataFolder: path.join(config.dataFolder, 'sandbox'),
    host: '127.0.0.1',
    publicUrl: config.publicUrl,
    merchant: core.current().brand.name,
    clock,
    metaTraderGroups: { mt5: platformGroups('mt5'), mt4: platformGroups('mt4') },
    advanceClock: (seconds) => clock.advance(seconds),
    reset: async () => {
      await emptyDatabase(database.owner);
      await clock.refresh();
      await core.settings.refresh();
      await reseed();
    },
  });
  core.closers.push(() => box.close());
  const { mail, sms, payments, mt5, mt4 } = box;
  const access: OutsideConfig = {
    CAPTCHA_SECRET: randomBytes(32).toString('hex'),
    MT5_URL: mt5.address,
    MT5_LOGIN: mt5.login,
    MT5_PASSWORD: mt5.password,
    MT4_BRIDGE_URL: mt4.address,
    MT4_BRIDGE_LOGIN: mt4.login,
    MT4_BRIDGE_PASSWORD: mt4.password,
    PRAXIS_URL: payments.address,
    PRAXIS_MERCHANT_ID: payments.merchantId,
    PRAXIS_APPLICATION_KEY: payments.applicationKey,
    PRAXIS_SECRET: payments.merchantSecret,
    SMTP_URL: `smtp://${encodeURIComponent(mail.user)}:${encodeURIComponent(mail.password)}@${mail.host}:${mail.port}`,
    MAIL_FROM: `${core.current().brand.mail.senderName} <${core.current().brand.mail.senderAddress}>`,
    SMS_URL: sms.address,
    SMS_ACCOUNT: sms.accountSid,
    SMS_TOKEN: sms.authToken,
    SMS_FROM: sms.from,
  };
  return {
    access,
    vendors: { mt5, mt4 },
    onReset(seed) {
      reseed = seed;
    },
  };
}

/** The doors: calls, the live stream, webhooks, documents of the API, pages. */
async function openDoors(opening: { core: Core; areas: Areas; worker: Worker | undefined; options: OpenOptions }): Promise<void> {
  const { core, areas, worker, options } = opening;
  const { app, config, sessions, clock, database, words, log, isSecure } = core;
  const stream = openLiveStream(database.application, log);
  core.closers.push(() => stream.close());
  const listener = await listen(
    database.application,
    {
      live: () => stream.wake(),
      [clockChannel]: () =>
        void clock.refresh().catch((error: unknown) => log.error({ err: error }, 'the clock could not be read')),
      [sessionChannel]: (sid) => sessions.forget(sid),
      [settingsChannel]: () => void core.settings.refresh(),
    },
    () => stream.wake(),
  );
  core.closers.push(() => listener.close());
  const flood = openFloodGate(database.application, () => Date.now());
  const flush = setInterval(
    () => void flood.flush().catch((error: unknown) => log.error({ err: error }, 'the floods could not be counted')),
    floodFlushMs,
  );
  core.closers.push(() => clearInterval(flush));

  const cookieName = sessionCookie(isSecure);
  serveAreas(app, areas.served, {
    database: database.application,
    clock,
    sessions,
    flood,
    words,
    settings: core.current,
    language: requestLanguage,
    news: areas.news,
    wake: () => worker?.dispatcher.wake(),
    cookieName,
    isSecure,
    checksAnswers: config.mode === 'sandbox' && log.level !== 'silent',
  });
  serveStream(app, { stream, sessions, cookieName, words });
  serveWebhooks(app, areas.webhooks);
  serveHealth(app, {
    database: database.application,
    metricsToken: config.metricsToken,
    isOpen: config.mode === 'sandbox',
    streams: () => stream.size,
  });
  const contracts = areas.served.map((area) => area.contract);
  serveDocs(app, contracts, { url: config.publicUrl, title: core.current().brand.name, version: '1.4', isSecure });
  if (options.withPages !== false) await openPages({ core, areas, cookieName, isDevelopment: options.isDevelopment === true });
}

async function openPages(opening: { core: Core; areas: Areas; cookieName: string; isDevelopment: boolean }): Promise<void> {
  const { core, areas, cookieName, isDevelopment } = opening;
  const { app, config, sessions, isSecure } = core;
  const development = isDevelopment ? await developmentDocuments(app, packageRoot, config.port + 1) : undefined;
  if (development) core.closers.push(() => development.close());
  servePages(app, {
    documents: development ?? (await builtDocuments(app, path.join(packageRoot, 'dist/web'))),
    pages: pagesOf(areas),
    brand: () => core.current().brand,
    language: (request) => requestLanguage(request, undefined),
    hasSession: async (request) => {
      const secret = request.cookies[cookieName];
      return secret !== undefined && (await sessions.find(secret)) !== undefined;
    },
    connectSources: development?.connectSources ?? [],
    isSecure,
  });
}

/** Behind https the name itself keeps the cookie to this host and to secure connections (RFC 6265bis §4.1.3.2). */
export function sessionCookie(isSecure: boolean): string {
  return isSecure ? '__Host-atrium_session' : 'atrium_session';
}

/** A house without clients gets the seeded ones. */
async function seedWhenEmpty(core: Core, vendors: SeedVendors, house: House): Promise<void> {
  const row = await core.database.application.sql.one<{ some: boolean }>('select exists (select 1 from client) as some');
  if (row.some) return;
  const { seedHouse } = await import('../../seed/main.ts');
  await seedHouse({ ...house, database: core.database.application, vendors }, core.progress);
}

/** Where the platforms' stand-ins take imported accounts, and the key that opens it. */
type SeedVendors = Readonly<Record<'mt5' | 'mt4', { readonly address: string; readonly password: string }>>;
