import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { after, minuteMs } from '../../src/base/time.ts';
import { startEmbedded } from '../../src/server/database/embedded.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import { changeSetting } from '../../src/server/start/settings.ts';
import { defaultSettings } from '../../src/settings/index.ts';
import { openServerProcess } from '../server.ts';
import { openVendorsProcess } from '../vendors.ts';

/** A portal in production mode, its web and its worker apart, against the vendors in a process of their own. */
export interface Portal {
  readonly url: string;
  readonly owner: Pool;
  /** An empty database of the same server. */
  readonly yardstickUrl: string;
  /** Of another empty one. */
  readonly postingsUrl: string;
  /** Where the database writes its log. */
  readonly logFolder: string;
  readonly processIds: Readonly<Record<'web' | 'worker' | 'vendors' | 'database', number>>;
  close(): Promise<void>;
}

/** It counts statements, and can be told to write them down. */
const databaseSettings = (logFolder: string) => ({
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  logging_collector: 'on',
  log_directory: logFolder,
  log_filename: 'statements.log',
  log_rotation_age: '0',
  log_rotation_size: '0',
  // A few bytes between the parts: no statement of ours holds them.
  log_line_prefix: '%a|%p|',
  log_min_messages: 'log',
  log_parameter_max_length: '0',
});

/** Every caller comes from one address, moves more money than people do and is sent more PINs. */
const wide = { count: 1_000_000, seconds: 60 };
const widened = {
  'calls.perAddress': wide,
  'calls.perAddressBurst': wide,
  'calls.perClient': wide,
  'calls.writesPerClient': wide,
  'rates.dailyExchange': '100000000',
  'challenge.resendSeconds': 1,
  'challenge.maxPerDay': 1_000_000,
};

/** How a portal is prepared. */
export interface Preparation {
  /** Fills the database before anybody looks into it. */
  readonly prepare: (owner: Pool) => Promise<void>;
  /** Settings that differ from what ships; left out: those that let one address move money without end. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Goes beyond what every portal needs. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The owner's address too: a program of before upgrades were a command of their own asks for it. */
  readonly givesOwner?: boolean;
}

export async function openPortal(folder: string, preparation: Preparation): Promise<Portal> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return { ...(await open({ folder, preparation, closers })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Opening {
  readonly folder: string;
  readonly preparation: Preparation;
  readonly closers: (() => Promise<void>)[];
}

async function open({ folder, preparation, closers }: Opening): Promise<Omit<Portal, 'close'>> {
  const logFolder = path.join(folder, 'log');
  const database = await startEmbedded({ folder, isDurable: true, settings: databaseSettings(logFolder) });
  closers.push(() => database.stop());
  for (const name of ['atrium', 'tpcb', 'postings']) await administer(database.url('postgres'), `create database ${name}`);
  const url = database.url('atrium');
  await administer(url, 'create extension pg_stat_statements');
  // A login of its own, as production wants it.
  const applicationUrl = Object.assign(new URL(url), { username: 'atrium_portal', password: 'portal' }).href;
  await administer(url, `create role atrium_portal login password 'portal'`);
  await migrate({ ownerUrl: url, applicationUrl });
  const owner = openPool({ url, max: 2 });
  closers.push(() => owner.close());
  await change(owner, preparation.settings ?? widened);
  await preparation.prepare(owner);

  const vendors = await openVendorsProcess(folder, 'Europe/Athens');
  closers.push(() => vendors.stop());
  // Nobody signs in here: no captcha but the built-in one is asked for.
  const outside = Object.fromEntries(Object.entries(vendors.environment).filter(([name]) => !/^(SANDBOX|GEETEST)_/.test(name)));
  const openRole = async (role: 'web' | 'worker') => {
    const own = path.join(folder, role);
    mkdirSync(own, { mode: 0o700 });
    const server = await openServerProcess(own, {
      ...outside,
      ...environmentOf({ folder, role, url: applicationUrl }),
      ...(preparation.givesOwner ? { DATABASE_OWNER_URL: url } : {}),
      ...preparation.environment,
    });
    closers.push(() => server.stop());
    return server;
  };
  const [web, worker] = [await openRole('web'), await openRole('worker')];
  // A web is ready once a worker is there.
  await Promise.all([web.start(), worker.start()]);
  await untilRates(owner);
  return {
    url: web.url,
    owner,
    yardstickUrl: database.url('tpcb'),
    postingsUrl: database.url('postings'),
    logFolder,
    processIds: { web: web.processId(), worker: worker.processId(), vendors: vendors.processId, database: database.processId },
  };
}

const looksMost = 240;
const betweenLooksMs = 250;

/** The worker reads the day's rates soon after its start. */
async function untilRates(owner: Pool): Promise<void> {
  for (let looks = 0; looks < looksMost; looks += 1) {
    const { known } = await owner.sql.one<{ known: boolean }>('select exists (select from reference_rate) as known');
    if (known) return;
    await wait(betweenLooksMs);
  }
  throw new Error('the rates of the day were not read');
}

function environmentOf({ folder, role, url }: { folder: string; role: string; url: string }): Record<string, string> {
  const secret = 'a secret of thirty-two characters';
  return {
    ATRIUM_MODE: 'production',
    ATRIUM_ROLE: role,
    DATABASE_URL: `${url}?application_name=${role}`,
    PUBLIC_URL: 'https://portal.example',
    CAPTCHA_SECRET: secret,
    STORAGE_FOLDER: path.join(folder, 'files'),
    STORAGE_SECRET: secret,
    MAIL_FROM: 'portal@portal.example',
  };
}

/** Changes settings for whoever asks from now on. */
export async function change(owner: Pool, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const effectiveAt = after(new Date(), -minuteMs);
  for (const [name, value] of Object.entries(settings)) {
    if (!isKnown(name)) continue;
    const order = { path: name, value, author: 'bench', at: effectiveAt, effectiveAt };
    const verdict = await owner.transact((sql) => changeSetting(sql, order));
    if (!verdict.ok) throw new Error(`${name} cannot be set: ${JSON.stringify(verdict.values)}`);
  }
}

/** The release before, beside which this runs too, has fewer of them. */
function isKnown(name: string): boolean {
  const [area = '', setting = ''] = name.split('.');
  const known: Readonly<Record<string, object>> = defaultSettings;
  return setting === '' ? Object.hasOwn(known, area) : Object.hasOwn(known[area] ?? {}, setting);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
