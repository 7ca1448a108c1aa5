import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { watchlistFormats } from '../../ports/watchlists/index.ts';
import { listingKinds } from '../../ports/watchlists/port.ts';
import { ConfigurationError, readConfig } from './config.ts';

const faultOf = (variables: Record<string, string>): string => {
  try {
    readConfig(variables);
    return '';
  } catch (error) {
    return error instanceof ConfigurationError ? error.message : `not a configuration error: ${String(error)}`;
  }
};

test('nothing set is a sandbox on loopback', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    mode: 'sandbox',
    role: 'all',
    publicUrl: 'http://localhost:3000',
  });
});

test('what a box leaves out production has unless it is told otherwise: time to be left alone before it ends, a second factor', () => {
  const told = (variables: Record<string, string>) => {
    const { closingSeconds, asksSecondFactor } = readConfig(variables);
    return [closingSeconds, asksSecondFactor];
  };
  expect([told({}), told(whole)]).toEqual([
    [0, false],
    [10, true],
  ]);
  expect(told({ CLOSING_SECONDS: '7', DESK_SECOND_FACTOR: 'on' })).toEqual([7, true]);
  expect(told({ ...whole, CLOSING_SECONDS: '0' })).toEqual([0, true]);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '' }).port).toBe(3000);
});

const bucket = {
  ATRIUM_MODE: 'production',
  DATABASE_URL: 'postgres://a@b/c',
  PUBLIC_URL: 'https://portal.example',
  CAPTCHA_SECRET: 'x'.repeat(32),
};

/** What is configured along with an address, whole or not at all. */
const besides: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  NETWALLET_URL: { NETWALLET_MERCHANT: 'M', NETWALLET_SECRET: 'x'.repeat(32) },
  CARD_ISSUER_URL: { CARD_ISSUER_MERCHANT: 'M', CARD_ISSUER_SECRET: 'x'.repeat(32) },
  CALENDAR_URL: { CALENDAR_KEY: 'K', CALENDAR_SECRET: 'x'.repeat(32) },
  RESEARCH_URL: { RESEARCH_KEY: 'K', RESEARCH_SECRET: 'x'.repeat(32) },
  MATOMO_URL: { MATOMO_SITE: '1', MATOMO_TOKEN: 'x'.repeat(32), MATOMO_PORTAL: 'https://portal.example' },
  BANK_URL: { BANK_KEY: 'x'.repeat(32), BANK_ACCOUNTS: '[]' },
  ADDRESS_SCREENING_URL: {
    NOWPAYMENTS_EMAIL: 'payouts@broker.example',
    NOWPAYMENTS_PASSWORD: 'x',
    ADDRESS_SCREENING_KEY: 'K',
    ADDRESS_SCREENING_SECRET: 'x'.repeat(32),
  },
};

/** All that production asks for, on this machine, as `npm run vendors` prints it. */
const whole = {
  ATRIUM_MODE: 'production',
  DATABASE_URL: 'postgres://portal:two@db/atrium',
  DATABASE_OWNER_URL: 'postgres://atrium:one@db/atrium',
  PUBLIC_URL: 'https://portal.example',
  GEETEST_URL: 'http://127.0.0.1:4196',
  GEETEST_SCRIPT: 'http://localhost:4196/gt.js',
  GEETEST_ID: '0199',
  GEETEST_KEY: 'key',
  S3_BUCKET: 'files',
  S3_REGION: 'eu-west-1',
  S3_ENDPOINT: 'http://[::1]:9000',
  STORAGE_SECRET: 'x'.repeat(32),
  ECB_URL: 'http://127.0.0.1:4197',
  CLAMD_URL: 'tcp://127.0.0.1:4200',
  MT5_URL: 'http://127.0.0.1:4191',
  MT5_LOGIN: '1',
  MT5_PASSWORD: 'x',
  MT4_BRIDGE_URL: 'http://127.0.0.1:4192',
  MT4_BRIDGE_LOGIN: '1',
  MT4_BRIDGE_PASSWORD: 'x',
  PRAXIS_URL: 'https://gw.praxisgate.example',
  PRAXIS_MERCHANT_ID: 'M',
  PRAXIS_APPLICATION_KEY: 'K',
  PRAXIS_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:4194',
  MAIL_FROM: 'Atrium Markets <portal@portal.example>',
  SMS_URL: 'http://127.0.0.1:4195',
  SMS_ACCOUNT: 'A',
  SMS_TOKEN: 'T',
  SMS_FROM: '+10000000000',
};

test('production asks parties on this machine in the clear, and all others behind https', () => {
  expect(readConfig(whole).outside).toMatchObject({ GEETEST_SCRIPT: whole.GEETEST_SCRIPT, MAIL_FROM: whole.MAIL_FROM });
  expect(readConfig({ ...whole, MAIL_FROM: 'portal@portal.example' }).mode).toBe('production');
});

test('no party is asked in the clear beyond this machine, whichever variable names it', () => {
  const text = readFileSync(path.join(import.meta.dirname, 'config.ts'), 'utf8');
  const names = [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): partyUrl/gm)].map((row) => row[1] ?? '');
  const webOnly = [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): webUrl/gm)].map((row) => row[1] ?? '');
  expect(names.length).toBeGreaterThan(18);
  // Our own address has a rule of its own, a sandbox's vendors are none of production's, and a label is no address.
  expect(webOnly).toEqual(['PUBLIC_URL', 'SANDBOX_VENDORS', 'MATOMO_PORTAL']);
  const asked = names.map((name) => [name, faultOf({ ...whole, ...besides[name], [name]: 'http://vendor.example:8080/api' })]);
  expect(asked.filter(([name, fault]) => !fault?.startsWith(`${name} must begin with https://`))).toEqual([]);
});

test.each([
  ['http://lists.example/sdn.csv', false],
  ['http://127.0.0.1.lists.example/sdn.csv', false],
  ['ftp://lists.example/sdn.csv', false],
  ['http://127.0.0.1:4190/sdn.csv', true],
  ['https://lists.example/sdn.csv', true],
  ['file:///srv/lists/sdn.csv', true],
])('a list of persons at %s is taken: %s', (address, isTaken) => {
  const [format] = watchlistFormats;
  const WATCHLISTS = JSON.stringify([{ name: 'ofac', format, address, kind: listingKinds[0] }]);
  expect(faultOf({ ...whole, WATCHLISTS }) === '').toBe(isTaken);
});

test('a sandbox that has its vendors and its database elsewhere runs web and worker apart', () => {
  const elsewhere = { SANDBOX_VENDORS: 'http://127.0.0.1:4190', DATABASE_URL: 'postgres://a@127.0.0.1/c' };
  expect(readConfig({ ...elsewhere, ATRIUM_ROLE: 'worker' }).role).toBe('worker');
});

test.each<readonly [Readonly<Record<string, string>>, string]>([
  [{ PORT: 'abc' }, 'PORT must be a number.'],
  [{ PORT: '70000' }, 'PORT must be 0 to 65535.'],
  [{ ATRIUM_MODE: 'live' }, 'ATRIUM_MODE must be sandbox or production.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be an address beginning with postgres:// or postgresql://.'],
  [
    { TRUSTED_PROXIES: '10.0.0.0/8, front' },
    'TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, with commas between them.',
  ],
  [
    { ATRIUM_ROLE: 'worker' },
    'ATRIUM_ROLE may be web or worker in a sandbox only with SANDBOX_VENDORS and DATABASE_URL: by itself it runs vendors and database in the one process.',
  ],
  [
    { ATRIUM_MODE: 'production' },
    'DATABASE_URL is missing: production keeps its money in a PostgreSQL of its own, for example postgres://atrium:secret@db.internal/atrium.',
  ],
  [
    { ATRIUM_MODE: 'production', DATABASE_URL: 'postgres://a@b/c', PUBLIC_URL: 'http://portal.example' },
    'PUBLIC_URL must be the https:// address under which clients reach the portal.',
  ],
  [
    { ATRIUM_MODE: 'production', DATABASE_URL: 'postgres://a@b/c', PUBLIC_URL: 'https://portal.example' },
    'CAPTCHA_SECRET is missing.',
  ],
  [
    { ATRIUM_MODE: 'production', DATABASE_URL: 'postgres://a@b/c', PUBLIC_URL: 'https://portal.example', GEETEST_ID: '0199' },
    'GEETEST_URL is missing: GeeTest needs GEETEST_URL, GEETEST_ID and GEETEST_KEY together.',
  ],
  [
    {
      ATRIUM_MODE: 'production',
      DATABASE_URL: 'postgres://a@b/c',
      PUBLIC_URL: 'https://portal.example',
      GEETEST_URL: 'https://api.geetest.com',
      GEETEST_ID: '0199',
    },
    'GEETEST_KEY is missing: GeeTest needs GEETEST_URL, GEETEST_ID and GEETEST_KEY together.',
  ],
  [
    {
      ATRIUM_MODE: 'production',
      DATABASE_URL: 'postgres://a@b/c',
      PUBLIC_URL: 'https://portal.example',
      GEETEST_SCRIPT: 'https://static.geetest.com/static/js/gt.0.5.0.js',
    },
    'GEETEST_URL is missing: GeeTest needs GEETEST_URL, GEETEST_ID and GEETEST_KEY together.',
  ],
  [
    {
      ATRIUM_MODE: 'production',
      DATABASE_URL: 'postgres://a@b/c',
      PUBLIC_URL: 'https://portal.example',
      GEETEST_URL: 'https://api.geetest.com',
      GEETEST_ID: '0199',
      GEETEST_KEY: 'key',
    },
    // GeeTest stands in the place of the built-in captcha, whose secret nothing would read.
    'STORAGE_FOLDER is missing.',
  ],
  [{ ...bucket, S3_BUCKET: 'files' }, 'S3_REGION is missing: a bucket needs S3_BUCKET and S3_REGION together.'],
  [{ ...bucket, S3_REGION: 'eu-west-1' }, 'S3_BUCKET is missing: a bucket needs S3_BUCKET and S3_REGION together.'],
  // A bucket stands in the place of the folder; the secret keeps the staff's second factors too.
  [{ ...bucket, S3_BUCKET: 'files', S3_REGION: 'eu-west-1' }, 'STORAGE_SECRET is missing.'],
  [
    { ...bucket, S3_BUCKET: 'files', S3_REGION: 'eu-west-1', STORAGE_SECRET: 'x'.repeat(32), S3_OBJECT_LOCK: 'yes' },
    'S3_OBJECT_LOCK must be on or off.',
  ],
  [
    { ...bucket, S3_ENDPOINT: 'https://s3.internal' },
    'S3_BUCKET is missing: S3_ENDPOINT names where a bucket is, and not which.',
  ],
  [
    { ...bucket, DATABASE_URL: 'postgres://atrium:one@db/atrium', DATABASE_OWNER_URL: 'postgres://atrium:one@db/atrium' },
    'DATABASE_URL names the owner of the tables: production wants a login of its own there, which npm run roles makes, and the owner only for npm run migrate (DATABASE_OWNER_URL).',
  ],
  [
    { ...whole, SKRILL_EMAIL: 'merchant@broker.example' },
    'SKRILL_MERCHANT_ID is missing: Skrill needs SKRILL_MERCHANT_ID, SKRILL_EMAIL, SKRILL_SECRET_WORD, SKRILL_QUERY_PASSWORD together.',
  ],
  [
    { ...whole, MT5_URL: 'http://vendor.example:8080/api' },
    'MT5_URL must begin with https://: in the clear only a party on this machine itself (127.0.0.1, localhost) is asked.',
  ],
  [
    { ...whole, CLAMD_URL: 'tcp://scanner.example:3310' },
    'CLAMD_URL must be on this machine itself, such as tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl.',
  ],
  ...['portal', 'portal@', '@portal.example', 'Atrium <portal>', 'a b@c.example', 'portal@portal.example, x@y.example'].map(
    (sender) =>
      [
        { ...whole, MAIL_FROM: sender },
        'MAIL_FROM must be an e-mail address, or a name with one, such as "Atrium <portal@broker.example>".',
      ] as const,
  ),
  [{ SANDBOX_CAPTCHA: 'recaptcha' }, 'SANDBOX_CAPTCHA must be altcha or geetest.'],
])('%o ends with one clear sentence', (variables, sentence) => {
  expect(faultOf(variables)).toBe(sentence);
});

test('keys to push with are named whole, and make each other', () => {
  const pushing = {
    VAPID_PUBLIC_KEY: 'BLMtDgaBORORWByAeGUMnCcyIyKPdya6WAIJ5Hf__u4LWiXe0TRixUWMYenTv3vCPvu06mwUzQD3l-jKQWHJg7Q',
    VAPID_PRIVATE_KEY: '5iAhK66w7zHDHeGlhAPD28PIB6sCarpu9BOKRF4rZM8',
    VAPID_CONTACT: 'mailto:help@portal.example',
  };
  expect(faultOf({ ...whole, ...pushing })).toBe('');
  expect(faultOf({ ...whole, ...pushing, VAPID_CONTACT: '' })).toContain('VAPID_CONTACT is missing');
  expect(faultOf({ ...whole, ...pushing, VAPID_PRIVATE_KEY: `6${pushing.VAPID_PRIVATE_KEY.slice(1)}` })).toBe(
    'VAPID_PUBLIC_KEY is not the key that VAPID_PRIVATE_KEY makes.',
  );
  expect(faultOf({ ...whole, ...pushing, PUSH_HOSTS: 'push.example,https://other.example' })).toContain(
    'PUSH_HOSTS must be hosts',
  );
});
