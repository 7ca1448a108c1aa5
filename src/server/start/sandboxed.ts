import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { clientById } from '../../areas/session/face.ts';
import { clientId } from '../../base/id.ts';
import { countryOf } from '../../law/countries.ts';
import { platformGroups } from '../../law/platformGroups.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import { isCompanyId } from '../../law/regions/profile.ts';
import type { AppContext } from './appContext.ts';
import type { OutsideConfig } from './config.ts';
import type { Core } from './core.ts';
import type { DocumentPaths } from '../http/openapi.ts';
import type { StorageConfig } from './outside.ts';
import { emptyDatabase } from './reset.ts';

/** The outside parties of a sandbox, started. */
export interface Sandbox {
  /** Addresses and keys, as the environment would name them in production. */
  readonly access: OutsideConfig;
  readonly vendors: SeedVendors;
  /** Its helpers, for the OpenAPI document. */
  readonly helperPaths: DocumentPaths;
  /** Has the parties tell what is due now, where they run in this process. */
  readonly tellDue: (() => Promise<number>) | undefined;
  /** What puts the seeds back after the application was emptied. */
  onReset(seed: () => Promise<void>): void;
  /** What has to be done before anybody sees the time that the clock was moved to. */
  onClockMoved(work: () => Promise<void>): void;
}

export function requireSandbox(sandbox: Sandbox | undefined): Sandbox {
  if (!sandbox) throw new Error('production has addresses of its own; the sandbox starts its vendors');
  return sandbox;
}

/** Starts the vendors' stand-ins, or finds them in the process that the configuration names. */
export async function openSandbox(core: Core): Promise<Sandbox> {
  core.progress('Starting the outside parties of the sandbox …');
  const { config, clock, database, fastify } = core;
  let reseed: () => Promise<void> = async () => undefined;
  let catchUp: () => Promise<void> = async () => undefined;
  const portal = {
    fastify,
    clock,
    publicUrl: config.publicUrl,
    advanceClock: async (seconds: number) => {
      await clock.advance(seconds);
      await catchUp();
      return clock.now();
    },
    reset: async () => {
      if (database.owner) await emptyDatabase(database.owner);
      await clock.refresh();
      await core.settings.refresh();
      await reseed();
    },
  };
  const box = await (config.sandboxVendors === undefined ? boxHere(core, portal) : boxElsewhere(config.sandboxVendors, portal));
  core.closers.push(() => box.close());
  return {
    access: await accessTo(box, core),
    vendors: { mt5: box.mt5, mt4: box.mt4 },
    helperPaths: box.helperPaths,
    tellDue: box.tellDue,
    onReset(seed) {
      reseed = seed;
    },
    onClockMoved(work) {
      catchUp = work;
    },
  };
}

/** By their types alone: production never loads them. */
type BoxOptions = Parameters<(typeof import('../../sandbox/box.ts'))['openBox']>[0];
type Box = Awaited<ReturnType<(typeof import('../../sandbox/box.ts'))['openBox']>>;
type Portal = Pick<BoxOptions, 'fastify' | 'clock' | 'publicUrl' | 'advanceClock' | 'reset'>;

async function boxHere({ config, current, database }: Core, portal: Portal): Promise<Box> {
  const { openBox } = await import('../../sandbox/box.ts');
  return openBox({
    ...portal,
    dataFolder: path.join(config.dataFolder, 'sandbox'),
    host: '127.0.0.1',
    merchant: current().brand.name,
    metaTraderGroups: { mt5: platformGroups('mt5'), mt4: platformGroups('mt4') },
    asksCaptchaVendor: config.sandboxCaptcha === 'geetest',
    async typedBy(number) {
      const client = await clientById(database.application.sql, clientId(Number(number)));
      if (!client) return {};
      const { firstName, lastName, profile } = client;
      return { firstName, lastName, country: countryOf(profile.country)?.iso3 ?? profile.country };
    },
  });
}

async function boxElsewhere(vendors: string, portal: Portal): Promise<Box> {
  const { openBoxElsewhere } = await import('../../sandbox/elsewhere.ts');
  return openBoxElsewhere({ ...portal, vendors });
}

/** What the environment would say in production. */
async function accessTo(box: Box, { config, current }: Core): Promise<OutsideConfig> {
  const { environmentOf, geetestEnvironmentOf } = await import('../../sandbox/environment.ts');
  const { mail } = current().brand;
  return {
    ...environmentOf(box),
    // The bank knows of no table of companies: what it has of one that is not there is nobody's.
    BANK_ACCOUNTS: box.bank.accounts.flatMap(({ company, ...account }) =>
      isCompanyId(company) ? [{ ...account, company }] : [],
    ),
    WATCHLISTS: [...box.watchlists],
    PUSH_HOSTS: [new URL(box.push.address).host],
    ...(config.sandboxCaptcha === 'geetest' ? geetestEnvironmentOf(box) : {}),
    CAPTCHA_SECRET: randomBytes(32).toString('hex'),
    // Nobody is to be kept out of a sandbox: the same proof, for a hundredth of the work.
    CAPTCHA_COST: 50,
    ...sandboxStorage(config.dataFolder),
    MAIL_FROM: `${mail.senderName} <${mail.senderAddress}>`,
  };
}

/** A sandbox keeps its files in its data folder, and their secret beside them. */
export function sandboxStorage(dataFolder: string) {
  return {
    S3_OBJECT_LOCK: 'off',
    STORAGE_FOLDER: path.join(dataFolder, 'files'),
    STORAGE_SECRET: keptSecret(dataFolder, 'files.secret'),
  } as const satisfies StorageConfig;
}

export type Seeds = 'whole' | 'clients';

/**
 * An application without clients gets the seeded ones. The planner is told of them at once: what it learns by itself while they are not
 * yet committed is that there are none, and it would go by that for as long as they stay as they are.
 */
export async function seedWhenEmpty(
  core: Core,
  from: { readonly vendors: SeedVendors; readonly app: AppContext; readonly seeds: Seeds },
): Promise<void> {
  const { seedClientsOnly, seedAll } = await import('../../../seed/main.ts');
  const needs = { ...from.app, database: core.database.application, vendors: from.vendors };
  if (from.seeds === 'clients') await seedClientsOnly(needs);
  else if (await seedAll(needs, core.progress)) await core.database.owner?.sql.run('analyze');
}

/** Where the platforms' stand-ins take imported accounts, and the key that opens it. */
type SeedVendors = Readonly<Record<PlatformKey, { readonly address: string; readonly password: string }>>;

/** A secret of this data folder, made at its first use. */
function keptSecret(folder: string, name: string): string {
  const file = path.join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
