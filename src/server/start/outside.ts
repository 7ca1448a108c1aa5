import { createHash } from 'node:crypto';
import type { Clock } from '../../base/time.ts';
import { openCalendar } from '../../ports/calendar/index.ts';
import type { EconomicCalendar } from '../../ports/calendar/port.ts';
import { openCaptcha } from '../../ports/captcha/index.ts';
import type { Captcha } from '../../ports/captcha/port.ts';
import { openMail } from '../../ports/mail/index.ts';
import type { Mail } from '../../ports/mail/port.ts';
import { openPayments, type PaymentsSettings, type Providers } from '../../ports/payments/index.ts';
import { closePlatforms, openPlatforms, type Platforms } from '../../ports/platform/index.ts';
import type { Push } from '../../ports/push/port.ts';
import { openReferenceRates } from '../../ports/rates/index.ts';
import type { ReferenceRates } from '../../ports/rates/port.ts';
import { openResearch } from '../../ports/research/index.ts';
import type { Research } from '../../ports/research/port.ts';
import { openScreening } from '../../ports/screening/index.ts';
import type { Screening } from '../../ports/screening/port.ts';
import { openScanner } from '../../ports/scanner/index.ts';
import type { Scanner } from '../../ports/scanner/port.ts';
import type { Sms } from '../../ports/sms/port.ts';
import { openStorage } from '../../ports/storage/index.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import { openTracking } from '../../ports/tracking/index.ts';
import type { Tracking } from '../../ports/tracking/port.ts';
import { openVerification } from '../../ports/verification/index.ts';
import type { Verification } from '../../ports/verification/port.ts';
import { openWatchlists } from '../../ports/watchlists/index.ts';
import type { Watchlists } from '../../ports/watchlists/port.ts';
import type { OutsideConfig } from './config.ts';
import { pushHostsOf, pushOf, smsOf } from './messages.ts';
import { skrillNames, sumsubNames } from './namedWhole.ts';
import type { Parties } from './parties.ts';

/** Every outside party, behind its port. The same connectors run in the sandbox: only addresses and keys differ. */
export interface Outside {
  readonly platforms: Platforms;
  readonly payments: Providers;
  readonly mail: Mail;
  readonly sms: Sms;
  /** Left out where the broker has no keys to push with. */
  readonly push?: Push | undefined;
  /** Left out where coins are not paid out. */
  readonly screening?: Screening | undefined;
  /** Left out where no vendor looks at papers. */
  readonly verification?: Verification | undefined;
  /** Left out where nobody keeps a calendar of economic figures for the broker. */
  readonly calendar?: EconomicCalendar | undefined;
  /** Left out where no vendor makes research for the broker's clients. */
  readonly research?: Research | undefined;
  /** Left out where nobody counts how the portal is used. */
  readonly tracking?: Tracking | undefined;
  readonly captcha: Captcha;
  readonly storage: ObjectStorage;
  readonly scanner: Scanner;
  readonly referenceRates: ReferenceRates;
  /** Of no lists where none is configured. */
  readonly watchlists: Watchlists;
  close(): Promise<void>;
}

export function openOutside(config: OutsideConfig, clock: Clock, note: (text: string) => void = () => undefined): Outside {
  const told = { clock, note };
  const platforms = openPlatforms({
    mt5: {
      address: config.MT5_URL,
      managerLogin: config.MT5_LOGIN,
      managerPassword: config.MT5_PASSWORD,
      ...told,
      ...(config.MT5_TIME_ZONE === undefined ? {} : { timeZone: config.MT5_TIME_ZONE }),
    },
    mt4: {
      address: config.MT4_BRIDGE_URL,
      managerLogin: config.MT4_BRIDGE_LOGIN,
      managerPassword: config.MT4_BRIDGE_PASSWORD,
      ...told,
      ...(config.MT4_TIME_ZONE === undefined ? {} : { timeZone: config.MT4_TIME_ZONE }),
    },
  });
  const mail = openMail({ provider: 'smtp', ...smtpOf(new URL(config.SMTP_URL)), from: config.MAIL_FROM });
  return {
    platforms,
    mail,
    payments: openPayments({
      praxis: {
        address: config.PRAXIS_URL,
        merchantId: config.PRAXIS_MERCHANT_ID,
        applicationKey: config.PRAXIS_APPLICATION_KEY,
        merchantSecret: config.PRAXIS_SECRET,
        ...(config.PRAXIS_OLD_SECRET ? { oldMerchantSecret: config.PRAXIS_OLD_SECRET } : {}),
        ...(config.PRAXIS_PAGE_HOSTS ? { pageHosts: config.PRAXIS_PAGE_HOSTS } : {}),
        clock,
      },
      skrill: skrillOf(config, clock),
      netwallet: netWalletOf(config, clock),
      cardissuer: cardIssuerOf(config, clock),
      nowpayments: coinsOf(config, clock),
      bank: bankOf(config, clock),
    }),
    sms: smsOf(config),
    push: pushOf(config),
    screening: screeningOf(config, clock),
    verification: verificationOf(config, clock),
    calendar: calendarOf(config, clock),
    research: researchOf(config, clock),
    tracking: trackingOf(config),
    captcha: captchaOf(config, clock),
    storage: storageOf(config),
    scanner: openScanner({ provider: 'clamd', address: config.CLAMD_URL }),
    referenceRates: openReferenceRates({ source: 'ecb', address: config.ECB_URL }),
    watchlists: openWatchlists({ sources: config.WATCHLISTS ?? [] }),
    async close() {
      mail.close();
      await closePlatforms(platforms);
    },
  };
}

/** The same, with each party listened to: which of them answer is told by `parties`. */
export function watchOutside(outside: Outside, config: OutsideConfig, parties: Pick<Parties, 'watch'>): Outside {
  const host = (address: string): string => new URL(address).host;
  const { platforms, payments } = outside;
  return {
    ...outside,
    platforms: {
      mt5: parties.watch('mt5', host(config.MT5_URL), platforms.mt5),
      mt4: parties.watch('mt4', host(config.MT4_BRIDGE_URL), platforms.mt4),
    },
    payments: {
      praxis: parties.watch('praxis', host(config.PRAXIS_URL), payments.praxis),
      ...(payments.netwallet && config.NETWALLET_URL
        ? { netwallet: parties.watch('netwallet', host(config.NETWALLET_URL), payments.netwallet) }
        : {}),
      ...(payments.cardissuer && config.CARD_ISSUER_URL
        ? { cardissuer: parties.watch('cardissuer', host(config.CARD_ISSUER_URL), payments.cardissuer) }
        : {}),
      ...(payments.nowpayments
        ? { nowpayments: parties.watch('nowpayments', host(config.NOWPAYMENTS_URL), payments.nowpayments) }
        : {}),
      ...(payments.bank && config.BANK_URL
        ? {
            bank: {
              ...parties.watch('bank', host(config.BANK_URL), payments.bank),
              // Nobody is asked for what comes in.
              startPayment: payments.bank.startPayment,
            },
          }
        : {}),
      ...(payments.skrill ? { skrill: parties.watch('skrill', host(config.SKRILL_URL), payments.skrill) } : {}),
    },
    mail: parties.watch('mail', host(config.SMTP_URL), outside.mail),
    sms: parties.watch('sms', host(config.SMS_URL), outside.sms),
    ...(outside.push ? { push: parties.watch('push', pushHostsOf(config).join(), outside.push) } : {}),
    ...(outside.screening && config.ADDRESS_SCREENING_URL
      ? { screening: parties.watch('screening', host(config.ADDRESS_SCREENING_URL), outside.screening) }
      : {}),
    ...(outside.verification
      ? { verification: parties.watch('verification', host(config.SUMSUB_URL), outside.verification) }
      : {}),
    ...(outside.calendar && config.CALENDAR_URL
      ? { calendar: parties.watch('calendar', host(config.CALENDAR_URL), outside.calendar) }
      : {}),
    ...(outside.research && config.RESEARCH_URL
      ? { research: parties.watch('research', host(config.RESEARCH_URL), outside.research) }
      : {}),
    ...(outside.tracking && config.MATOMO_URL
      ? { tracking: parties.watch('tracking', host(config.MATOMO_URL), outside.tracking) }
      : {}),
    // The built-in captcha asks nobody.
    captcha: config.GEETEST_URL ? parties.watch('captcha', host(config.GEETEST_URL), outside.captcha) : outside.captcha,
    storage: parties.watch('storage', config.S3_BUCKET ?? config.STORAGE_FOLDER ?? '', outside.storage),
    scanner: parties.watch('scanner', config.CLAMD_URL, outside.scanner),
    referenceRates: parties.watch('rates', host(config.ECB_URL), outside.referenceRates),
    watchlists: watchLists(outside.watchlists, config, parties),
  };
}

/** Each list has a publisher of its own: one that is away says nothing of another. */
function watchLists(
  { names, read }: Watchlists,
  { WATCHLISTS = [] }: OutsideConfig,
  parties: Pick<Parties, 'watch'>,
): Watchlists {
  const lists = new Map(
    WATCHLISTS.map(({ name, address }) => [name, parties.watch(`watchlist:${name}`, new URL(address).host || address, { read })]),
  );
  return { names, read: (name, known) => (lists.get(name) ?? { read }).read(name, known) };
}

/** Coins where the broker has an account with NOWPayments; they are paid out where somebody judges the addresses, too. */
function coinsOf(config: OutsideConfig, clock: Clock): PaymentsSettings['nowpayments'] {
  const { NOWPAYMENTS_URL: address, NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_IPN_SECRET: ipnSecret } = config;
  const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = config;
  if (!apiKey || !ipnSecret) return undefined;
  const paysOut = email && password && screeningOf(config, clock);
  return { address, apiKey, ipnSecret, clock, ...(paysOut ? { payouts: { email, password } } : {}) };
}

function screeningOf(config: OutsideConfig, clock: Clock): Screening | undefined {
  const { ADDRESS_SCREENING_URL: address, ADDRESS_SCREENING_KEY: key, ADDRESS_SCREENING_SECRET: secret } = config;
  return address && key && secret ? openScreening({ provider: 'signed', address, key, secret, clock }) : undefined;
}

function calendarOf(config: OutsideConfig, clock: Clock): EconomicCalendar | undefined {
  const { CALENDAR_URL: address, CALENDAR_KEY: key, CALENDAR_SECRET: secret } = config;
  return address && key && secret ? openCalendar({ provider: 'signed', address, key, secret, clock }) : undefined;
}

function researchOf(config: OutsideConfig, clock: Clock): Research | undefined {
  const { RESEARCH_URL: address, RESEARCH_KEY: key, RESEARCH_SECRET: secret, RESEARCH_PAGE_HOSTS: pageHosts } = config;
  if (!address || !key || !secret) return undefined;
  return openResearch({ provider: 'signed', address, key, secret, clock, ...(pageHosts ? { pageHosts } : {}) });
}

/** Matomo where the broker runs one. */
function trackingOf(config: OutsideConfig): Tracking | undefined {
  const { MATOMO_URL: address, MATOMO_SITE: site, MATOMO_TOKEN: token, MATOMO_PORTAL: portal } = config;
  if (!address || site === undefined || !token || !portal) return undefined;
  return openTracking({ provider: 'matomo', address, site, token, portal });
}

/** Sumsub where the broker has an account there. */
function verificationOf(config: OutsideConfig, clock: Clock): Verification | undefined {
  const [appToken, secret, webhookSecret, profile, scan] = sumsubNames.map((name) => config[name]);
  if (!appToken || !secret || !webhookSecret || !profile || !scan) return undefined;
  const { SUMSUB_URL: address, SUMSUB_PAGE_URL: pageOrigin } = config;
  const levels = { profile, scan };
  return openVerification({ provider: 'sumsub', address, pageOrigin, appToken, secret, webhookSecret, levels, clock });
}

/** Transfers where a bank gives the broker its statements. */
function bankOf(config: OutsideConfig, clock: Clock): PaymentsSettings['bank'] {
  const { BANK_URL: address, BANK_KEY: key, BANK_ACCOUNTS: accounts } = config;
  return address && key && accounts ? { address, key, accounts, clock } : undefined;
}

/** Skrill where the broker has an account there. */
function skrillOf(config: OutsideConfig, clock: Clock): PaymentsSettings['skrill'] {
  const [merchantId, email, secretWord, queryPassword] = skrillNames.map((name) => config[name]);
  if (!merchantId || !email || !secretWord || !queryPassword) return undefined;
  const { SKRILL_URL: address, SKRILL_QUERY_URL: queryAddress } = config;
  return { address, queryAddress, merchantId, email, secretWord, queryPassword, clock };
}

function netWalletOf(config: OutsideConfig, clock: Clock): PaymentsSettings['netwallet'] {
  const { NETWALLET_URL: address, NETWALLET_MERCHANT: merchant, NETWALLET_SECRET: secret } = config;
  const { NETWALLET_PAGE_HOSTS: pageHosts } = config;
  if (!address || !merchant || !secret) return undefined;
  return { address, merchant, secret, clock, ...(pageHosts ? { pageHosts } : {}) };
}

function cardIssuerOf(config: OutsideConfig, clock: Clock): PaymentsSettings['cardissuer'] {
  const { CARD_ISSUER_URL: address, CARD_ISSUER_MERCHANT: merchant, CARD_ISSUER_SECRET: secret } = config;
  return address && merchant && secret ? { address, merchant, secret, clock } : undefined;
}

/** GeeTest where the broker has an account there, else the embedded proof of work. */
function captchaOf(config: OutsideConfig, clock: Clock): Captcha {
  const { GEETEST_URL, GEETEST_ID, GEETEST_KEY, GEETEST_SCRIPT } = config;
  if (GEETEST_URL && GEETEST_ID && GEETEST_KEY) {
    return openCaptcha({
      provider: 'geetest',
      address: GEETEST_URL,
      gt: GEETEST_ID,
      key: GEETEST_KEY,
      ...(GEETEST_SCRIPT ? { script: GEETEST_SCRIPT } : {}),
      clock,
    });
  }
  return openCaptcha({ provider: 'altcha', secret: config.CAPTCHA_SECRET ?? '', cost: config.CAPTCHA_COST, clock });
}

export type StorageConfig = Pick<
  OutsideConfig,
  'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_OBJECT_LOCK' | 'STORAGE_FOLDER' | 'STORAGE_SECRET' | 'STORAGE_OLD_SECRET'
>;

/** A bucket where one is named, else an encrypted folder of this machine. */
export function storageOf(config: StorageConfig): ObjectStorage {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, STORAGE_FOLDER, STORAGE_SECRET, STORAGE_OLD_SECRET } = config;
  if (S3_BUCKET && S3_REGION) {
    return openStorage({
      provider: 's3',
      bucket: S3_BUCKET,
      region: S3_REGION,
      isPathStyle: S3_ENDPOINT !== undefined,
      prefix: 'atrium/',
      encryption: S3_ENDPOINT === undefined ? 'AES256' : 'none',
      hasObjectLock: config.S3_OBJECT_LOCK === 'on',
      ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
    });
  }
  const keys = [STORAGE_SECRET, STORAGE_OLD_SECRET].flatMap((secret) => (secret ? [{ id: keyId(secret), secret }] : []));
  if (STORAGE_FOLDER === undefined) throw new Error('the configuration names neither a bucket nor a folder');
  return openStorage({ provider: 'disk', folder: STORAGE_FOLDER, keys });
}

/** The key's name follows from the key, so that a rotated one is found again without a name being kept. */
function keyId(secret: string): string {
  return createHash('sha256').update(`storage key ${secret}`).digest('hex').slice(0, 16);
}

function smtpOf(url: URL): {
  host: string;
  port: number;
  secure: boolean;
  requireTls: boolean;
  user?: string;
  password?: string;
} {
  const secure = url.protocol === 'smtps:';
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTls: !secure && !isLocal,
    ...(url.username ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } : {}),
  };
}
