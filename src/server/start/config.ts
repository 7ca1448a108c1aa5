import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { bankAccounts, timeZone } from './bankAccounts.ts';
import { namedByHalf, unpaired } from './namedWhole.ts';
import { watchlistSources } from './watchlists.ts';
import { namedNetworks } from '../http/address.ts';
import { isLoopback } from './thisMachine.ts';

/** The one clear sentence that a wrong configuration ends with. */
export class ConfigurationError extends Error {}

const url = (schemes: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
    error: `must be an address beginning with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  });
const webUrl = url(['http:', 'https:']);
/** Of an outside party: what is sent there is money and secrets, so in the clear only to this machine itself. */
const partyUrl = webUrl.refine((text) => !URL.canParse(text) || text.startsWith('https:') || isLoopback(new URL(text).hostname), {
  error: 'must begin with https://: in the clear only a party on this machine itself (127.0.0.1, localhost) is asked',
});
/** Files go there as they are, so that it is asked on this machine alone. */
const scannerUrl = url(['tcp:', 'unix:']).refine(
  (text) => !URL.canParse(text) || new URL(text).protocol === 'unix:' || isLoopback(new URL(text).hostname),
  { error: 'must be on this machine itself, such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl' },
);
const databaseUrl = url(['postgres:', 'postgresql:']);
const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 to 65535')
  .max(65_535, 'must be 0 to 65535');

/** Addresses, networks (`10.0.0.0/8`), or names of networks. */
const proxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, with commas between them');

const pageHosts = z
  .string()
  .regex(/^[a-z0-9.-]{1,250}(:\d{1,5})?(,[a-z0-9.-]{1,250}(:\d{1,5})?){0,20}$/, 'must be hosts, with commas between them')
  .transform((text) => text.split(','));

/** As `pageHosts`, and "*." before one says: whatever stands below it. */
const pushHosts = z
  .string()
  .transform((text) => text.split(','))
  .refine((hosts) => hosts.every((host) => /^(\*\.)?[a-z0-9][a-z0-9.-]{0,250}(:\d{1,5})?$/.test(host)), {
    error: 'must be hosts, such as push.example or *.push.example, with commas between them',
  });

/** As mail programs write a sender: an address, or a name with the address in angle brackets. */
const mailSender = z.string().refine((text) => {
  const [, named] = /^[^<>]*<([^<>]*)>$/.exec(text.trim()) ?? [];
  return /^[^\s<>@"]+@[^\s<>@".]+(?:\.[^\s<>@".]+)*$/.test(named ?? text.trim());
}, 'must be an e-mail address, or a name with one, such as "Atrium <portal@broker.example>"');

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  if (Object.hasOwn(namedNetworks, entry)) return true;
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const managerLogin = z.coerce.number('must be a number').int('must be a whole number').positive('must be positive');

/** What the environment may set. Addresses and keys of the outside parties are asked for in production only. */
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: webUrl.optional(),
  ATRIUM_MODE: z.enum(['sandbox', 'production'], 'must be sandbox or production').default('sandbox'),
  ATRIUM_ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  SANDBOX_VENDORS: webUrl.optional(),
  SANDBOX_CAPTCHA: z.enum(['altcha', 'geetest'], 'must be altcha or geetest').default('altcha'),
  ATRIUM_DATA: z.string().min(1).default('.atrium'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_OWNER_URL: databaseUrl.optional(),
  TRUSTED_PROXIES: proxies.default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level of pino').default('warn'),
  DESK_SECOND_FACTOR: z.enum(['on', 'off'], 'must be on or off').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CLOSING_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 to 300')
    .max(300, 'must be 0 to 300')
    .optional(),
});

const outside = z.object({
  CAPTCHA_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  CAPTCHA_COST: z.coerce.number('must be a number').int('must be a whole number').min(1).max(100_000).default(5000),
  ECB_URL: partyUrl.default('https://www.ecb.europa.eu/stats/eurofxref'),
  CLAMD_URL: scannerUrl.default('unix:///run/clamav/clamd.ctl'),
  STORAGE_FOLDER: z.string().min(1).optional(),
  STORAGE_SECRET: z.string().min(32, 'must have at least 32 characters'),
  STORAGE_OLD_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: partyUrl.optional(),
  S3_OBJECT_LOCK: z.enum(['on', 'off'], 'must be on or off').default('off'),
  GEETEST_URL: partyUrl.optional(),
  GEETEST_SCRIPT: partyUrl.optional(),
  GEETEST_ID: z.string().optional(),
  GEETEST_KEY: z.string().optional(),
  MT5_URL: partyUrl,
  MT5_LOGIN: managerLogin,
  MT5_PASSWORD: z.string().min(1),
  MT5_TIME_ZONE: timeZone.optional(),
  MT4_BRIDGE_URL: partyUrl,
  MT4_BRIDGE_LOGIN: managerLogin,
  MT4_BRIDGE_PASSWORD: z.string().min(1),
  MT4_TIME_ZONE: timeZone.optional(),
  PRAXIS_URL: partyUrl,
  PRAXIS_MERCHANT_ID: z.string().min(1),
  PRAXIS_APPLICATION_KEY: z.string().min(1),
  PRAXIS_SECRET: z.string().min(8, 'must have at least 8 characters'),
  PRAXIS_OLD_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  PRAXIS_PAGE_HOSTS: pageHosts.optional(),
  SKRILL_URL: partyUrl.default('https://pay.skrill.com'),
  SKRILL_QUERY_URL: partyUrl.default('https://www.skrill.com'),
  SKRILL_MERCHANT_ID: z.string().min(1).optional(),
  SKRILL_EMAIL: z.string().min(3).optional(),
  SKRILL_SECRET_WORD: z.string().min(1).optional(),
  SKRILL_QUERY_PASSWORD: z.string().min(1).optional(),
  NETWALLET_URL: partyUrl.optional(),
  NETWALLET_PAGE_HOSTS: pageHosts.optional(),
  NETWALLET_MERCHANT: z.string().min(1).optional(),
  NETWALLET_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  CARD_ISSUER_URL: partyUrl.optional(),
  CARD_ISSUER_MERCHANT: z.string().min(1).optional(),
  CARD_ISSUER_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  NOWPAYMENTS_URL: partyUrl.default('https://api.nowpayments.io'),
  NOWPAYMENTS_API_KEY: z.string().min(1).optional(),
  NOWPAYMENTS_IPN_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  NOWPAYMENTS_EMAIL: z.string().min(3).optional(),
  NOWPAYMENTS_PASSWORD: z.string().min(1).optional(),
  ADDRESS_SCREENING_URL: partyUrl.optional(),
  ADDRESS_SCREENING_KEY: z.string().min(1).optional(),
  ADDRESS_SCREENING_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  CALENDAR_URL: partyUrl.optional(),
  CALENDAR_KEY: z.string().min(1).optional(),
  CALENDAR_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  RESEARCH_URL: partyUrl.optional(),
  RESEARCH_KEY: z.string().min(1).optional(),
  RESEARCH_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  RESEARCH_PAGE_HOSTS: pageHosts.optional(),
  MATOMO_URL: partyUrl.optional(),
  MATOMO_SITE: z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be 1 or more').optional(),
  /** What labels stand below, as the site is known there. */
  MATOMO_PORTAL: webUrl.optional(),
  MATOMO_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  SUMSUB_URL: partyUrl.default('https://api.sumsub.com'),
  SUMSUB_PAGE_URL: partyUrl.default('https://in.sumsub.com'),
  SUMSUB_APP_TOKEN: z.string().min(1).optional(),
  SUMSUB_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  SUMSUB_WEBHOOK_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  SUMSUB_LEVEL: z.string().min(1).optional(),
  SUMSUB_SCAN_LEVEL: z.string().min(1).optional(),
  BANK_URL: partyUrl.optional(),
  BANK_KEY: z.string().min(8, 'must have at least 8 characters').optional(),
  BANK_ACCOUNTS: bankAccounts.optional(),
  WATCHLISTS: watchlistSources.optional(),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: mailSender,
  SMS_URL: partyUrl,
  SMS_ACCOUNT: z.string().min(1),
  SMS_TOKEN: z.string().min(1),
  SMS_FROM: z.string().min(1),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a point of P-256, 87 letters of base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 43 letters of base64url')
    .optional(),
  VAPID_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]{1,100}@[^\s@]{1,200}|https:\/\/\S{1,300})$/, 'must begin with mailto: or https://')
    .optional(),
  PUSH_HOSTS: pushHosts.optional(),
});

/** Addresses and keys of the outside parties. */
export type OutsideConfig = z.infer<typeof outside>;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly mode: 'sandbox' | 'production';
  readonly role: 'all' | 'web' | 'worker';
  /** Which captcha a sandbox runs with. */
  readonly sandboxCaptcha: 'altcha' | 'geetest';
  /** Where a sandbox has its vendors, when not in its own process. */
  readonly sandboxVendors: string | undefined;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  readonly metricsToken: string | undefined;
  /** So long an ending process says that it is not ready and still answers, before it takes no new connection. */
  readonly closingSeconds: number;
  /** Whether staff sign in with a second factor: always in production, in a sandbox when it is asked for. */
  readonly asksSecondFactor: boolean;
  /** Set in production; in the sandbox the vendors' stand-ins tell theirs when they have started. */
  readonly outside: OutsideConfig | undefined;
}

/** Reads the configuration. Throws a ConfigurationError with one sentence that names the variable and the mend. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''));
  const read = check(environment, given);
  const isProduction = read.ATRIUM_MODE === 'production';
  if (isProduction && !read.DATABASE_URL) {
    throw new ConfigurationError(
      'DATABASE_URL is missing: production keeps its money in a PostgreSQL of its own, for example postgres://atrium:secret@db.internal/atrium.',
    );
  }
  if (isProduction && !read.PUBLIC_URL?.startsWith('https://')) {
    throw new ConfigurationError('PUBLIC_URL must be the https:// address under which clients reach the portal.');
  }
  if (!isProduction && read.ATRIUM_ROLE !== 'all' && !(read.SANDBOX_VENDORS && read.DATABASE_URL)) {
    throw new ConfigurationError(
      'ATRIUM_ROLE may be web or worker in a sandbox only with SANDBOX_VENDORS and DATABASE_URL: by itself it runs vendors and database in the one process.',
    );
  }
  if (isProduction && read.DESK_SECOND_FACTOR === 'off') {
    throw new ConfigurationError('DESK_SECOND_FACTOR cannot be off in production: staff sign in with a second factor there.');
  }
  if (isProduction) requireTwoLogins(read);
  if (isProduction) requireCaptcha(given);
  if (isProduction) requireStorage(given);
  const half = isProduction ? (namedByHalf(given) ?? unpaired(given)) : undefined;
  if (half !== undefined) throw new ConfigurationError(half);
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: (read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).replace(/\/$/, ''),
    mode: read.ATRIUM_MODE,
    role: read.ATRIUM_ROLE,
    sandboxCaptcha: read.SANDBOX_CAPTCHA,
    sandboxVendors: read.SANDBOX_VENDORS?.replace(/\/$/, ''),
    dataFolder: path.resolve(read.ATRIUM_DATA),
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    trustedProxies: read.TRUSTED_PROXIES,
    logLevel: read.LOG_LEVEL,
    metricsToken: read.METRICS_TOKEN,
    closingSeconds: read.CLOSING_SECONDS ?? (isProduction ? 10 : 0),
    asksSecondFactor: isProduction || read.DESK_SECOND_FACTOR === 'on',
    outside: isProduction ? check(outside, given) : undefined,
  };
}

/** What the application must not be able to do, its own login must not be able to do. */
function requireTwoLogins(read: {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_OWNER_URL?: string | undefined;
}): void {
  const [own, owner] = [read.DATABASE_URL, read.DATABASE_OWNER_URL].map((text) => (text ? new URL(text).username : ''));
  if (own !== '' && own === owner) throw new ConfigurationError(ownersLogin);
}

/** Said by the database too, where only it knows (`database/schema.ts`). */
export const ownersLogin =
  'DATABASE_URL names the owner of the tables: production wants a login of its own there, which npm run roles makes, and the owner only for npm run migrate (DATABASE_OWNER_URL).';

/** Files go into a bucket that is named whole, or into a folder. */
function requireStorage(given: Readonly<Record<string, unknown>>): void {
  const has = (name: string): boolean => given[name] !== undefined;
  if (has('S3_BUCKET') !== has('S3_REGION')) {
    const missing = has('S3_BUCKET') ? 'S3_REGION' : 'S3_BUCKET';
    throw new ConfigurationError(`${missing} is missing: a bucket needs S3_BUCKET and S3_REGION together.`);
  }
  if (has('S3_ENDPOINT') && !has('S3_BUCKET'))
    throw new ConfigurationError('S3_BUCKET is missing: S3_ENDPOINT names where a bucket is, and not which.');
  if (!has('S3_BUCKET') && !has('STORAGE_FOLDER')) throw new ConfigurationError('STORAGE_FOLDER is missing.');
}

/** GeeTest is named whole or not at all: half of it would silently be the built-in captcha, which asks for a secret. */
function requireCaptcha(given: Readonly<Record<string, unknown>>): void {
  const needed = ['GEETEST_URL', 'GEETEST_ID', 'GEETEST_KEY'];
  const missing = needed.find((name) => given[name] === undefined);
  if (missing === undefined) return;
  if ([...needed, 'GEETEST_SCRIPT'].some((name) => given[name] !== undefined)) {
    throw new ConfigurationError(`${missing} is missing: GeeTest needs GEETEST_URL, GEETEST_ID and GEETEST_KEY together.`);
  }
  if (given['CAPTCHA_SECRET'] === undefined) throw new ConfigurationError('CAPTCHA_SECRET is missing.');
}

function check<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = issue?.path.join('.') ?? 'the configuration';
  const isMissing = issue?.code === 'invalid_type' && issue.input === undefined;
  throw new ConfigurationError(`${name} ${isMissing ? 'is missing' : (issue?.message ?? 'is wrong')}.`);
}
