import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { platformGroups } from '../../law/platformGroups.ts';
import type { PlatformKey } from '../../law/platforms.ts';
import type { AppContext } from './appContext.ts';
import type { OutsideConfig } from './config.ts';
import type { Core } from './core.ts';
import type { DocumentPaths } from '../http/openapi.ts';
import { emptyDatabase } from './reset.ts';

/** The outside parties of a sandbox, started. */
export interface Sandbox {
  /** Addresses and keys, as the environment would name them in production. */
  readonly access: OutsideConfig;
  readonly vendors: SeedVendors;
  /** Its helpers, for the OpenAPI document. */
  readonly helperPaths: DocumentPaths;
  /** What puts the seeds back after the application was emptied. */
  onReset(seed: () => Promise<void>): void;
  /** What has to be done before anybody sees the time that the clock was moved to. */
  onClockMoved(work: () => Promise<void>): void;
}

export function requireSandbox(sandbox: Sandbox | undefined): Sandbox {
  if (!sandbox) throw new Error('production has addresses of its own; the sandbox starts its vendors');
  return sandbox;
}

/** Starts the vendors' stand-ins. */
export async function openSandbox(core: Core): Promise<Sandbox> {
  core.progress('Starting the outside parties of the sandbox …');
  const { openBox } = await import('../../sandbox/box.ts');
  const { config, clock, database, fastify } = core;
  let reseed: () => Promise<void> = async () => undefined;
  let catchUp: () => Promise<void> = async () => undefined;
  const box = await openBox({
    fastify,
    dataFolder: path.join(config.dataFolder, 'sandbox'),
    host: '127.0.0.1',
    publicUrl: config.publicUrl,
    merchant: core.current().brand.name,
    clock,
    metaTraderGroups: { mt5: platformGroups('mt5'), mt4: platformGroups('mt4') },
    asksCaptchaVendor: config.sandboxCaptcha === 'geetest',
    advanceClock: async (seconds) => {
      await clock.advance(seconds);
      await catchUp();
      return clock.now();
    },
    reset: async () => {
      await emptyDatabase(database.owner);
      await clock.refresh();
      await core.settings.refresh();
      await reseed();
    },
  });
  core.closers.push(() => box.close());
  return {
    access: accessTo(box, core),
    vendors: { mt5: box.mt5, mt4: box.mt4 },
    helperPaths: box.helperPaths,
    onReset(seed) {
      reseed = seed;
    },
    onClockMoved(work) {
      catchUp = work;
    },
  };
}

/** By its type alone: production never loads it. */
type Box = Awaited<ReturnType<(typeof import('../../sandbox/box.ts'))['openBox']>>;

/** What the environment would say in production. */
function accessTo(box: Box, { config, current }: Core): OutsideConfig {
  const { mail, sms, payments, mt5, mt4, referenceRates, geetest } = box;
  return {
    CAPTCHA_SECRET: randomBytes(32).toString('hex'),
    ...(config.sandboxCaptcha === 'geetest'
      ? { GEETEST_URL: geetest.address, GEETEST_SCRIPT: geetest.script, GEETEST_ID: geetest.gt, GEETEST_KEY: geetest.key }
      : {}),
    STORAGE_FOLDER: path.join(config.dataFolder, 'files'),
    STORAGE_SECRET: keptSecret(config.dataFolder, 'files.secret'),
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
    MAIL_FROM: `${current().brand.mail.senderName} <${current().brand.mail.senderAddress}>`,
    SMS_URL: sms.address,
    SMS_ACCOUNT: sms.accountSid,
    SMS_TOKEN: sms.authToken,
    SMS_FROM: sms.from,
    ECB_URL: referenceRates.address,
  };
}

export type Seeds = 'whole' | 'clients';

/** An application without clients gets the seeded ones. */
export async function seedWhenEmpty(
  core: Core,
  from: { readonly vendors: SeedVendors; readonly app: AppContext; readonly seeds: Seeds },
): Promise<void> {
  const { seedClientsOnly, seedAll } = await import('../../../seed/main.ts');
  const needs = { ...from.app, database: core.database.application, vendors: from.vendors };
  if (from.seeds === 'whole') await seedAll(needs, core.progress);
  else await seedClientsOnly(needs);
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
