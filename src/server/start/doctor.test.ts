import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformGroups } from '../../law/platformGroups.ts';
import { environmentOf, geetestEnvironmentOf } from '../../sandbox/environment.ts';
import { openStandalone, type Standalone } from '../../sandbox/standalone.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { readConfig } from './config.ts';
import { examine } from './doctor.ts';
import { openOutside, watchOutside } from './outside.ts';
import { openParties } from './parties.ts';

const usd = { currency: 'USD', leverageMax: 500 } as const;
const standard = 'eu\\retail\\standard-USD';
const groups = [
  { ...usd, name: standard },
  { ...usd, name: `${standard}-closeonly`, isCloseOnly: true },
];
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-doctor-'));
const clock = { now: () => new Date(), wall: () => new Date() };
let vendors: Standalone;
let base: TestDatabase;
/** As `npm run roles` makes it. */
const portal = `portal_${randomBytes(4).toString('hex')}`;
/** A login that nobody granted anything. */
const stranger = `stranger_${randomBytes(4).toString('hex')}`;
beforeAll(async () => {
  base = await openTestDatabase();
  await base.owner.sql.run(`create role ${portal} login password 'known' in role atrium_app`);
  await base.owner.sql.run(`create role ${stranger} login password 'known'`);
  vendors = await openStandalone({
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    merchant: 'Atrium',
    metaTraderGroups: { mt5: groups, mt4: groups },
  });
});
afterAll(async () => {
  await vendors.close();
  await base.owner.sql.run(`drop role ${portal}, ${stranger}`);
  await base.close();
  rmSync(folder, { recursive: true, force: true });
});

const loginAs = (username: string, password = 'known'): string => Object.assign(new URL(base.url), { username, password }).href;

const environmentWith = (spoilt: Readonly<Record<string, string>>): Record<string, string> => ({
  ATRIUM_MODE: 'production',
  DATABASE_URL: loginAs(portal),
  DATABASE_OWNER_URL: base.url,
  PUBLIC_URL: 'https://portal.example',
  STORAGE_FOLDER: path.join(folder, 'files'),
  STORAGE_SECRET: 'x'.repeat(32),
  MAIL_FROM: 'portal@portal.example',
  ...environmentOf(vendors.access),
  ...geetestEnvironmentOf(vendors.access),
  MT5_LOGIN: String(vendors.access.mt5.login),
  MATOMO_SITE: String(vendors.access.tracking.site),
  MT4_BRIDGE_LOGIN: String(vendors.access.mt4.login),
  ...spoilt,
});

const examineWith = (spoilt: Readonly<Record<string, string>>) => examine(readConfig(environmentWith(spoilt)), clock);

const faultsWith = async (spoilt: Readonly<Record<string, string>>) =>
  (await examineWith(spoilt)).flatMap(({ party, fault }) => (fault === undefined ? [] : [[party, fault] as const]));

const parties = [
  'database',
  'database owner',
  'storage',
  'mail',
  'sms',
  'push',
  'praxis',
  'skrill',
  'netwallet',
  'cardissuer',
  'nowpayments',
  'bank',
  'screening',
  'mt5',
  'mt4',
  'captcha',
  'rates',
  'scanner',
  'verification',
  'calendar',
  'research',
  'tracking',
  'watchlists',
];

test('parties that are there and know us have no fault', async () => {
  const examined = await examineWith({});
  expect(examined.flatMap(({ fault }) => fault ?? [])).toEqual([]);
  expect(examined.map(({ party }) => party).toSorted()).toEqual(parties.toSorted());
});

test('what the doctor looks at is what the metrics tell of', async () => {
  const config = readConfig(environmentWith({})).outside;
  if (!config) throw new Error('production has no outside');
  const outside = openOutside(config, clock);
  const watched = openParties({ log: { warn: () => undefined }, nowMs: () => 0, now: () => new Date() });
  watchOutside(outside, config, watched);
  await outside.close();
  // Each list has a publisher of its own.
  const told = new Set([...watched.states().keys()].map((party) => party.replace(/^watchlist:.*/, 'watchlists')));
  expect([...told].toSorted()).toEqual(parties.filter((party) => !party.startsWith('database')).toSorted());
});

test('where no keys to push with are set, that is said and is no fault', async () => {
  const without = { VAPID_PUBLIC_KEY: '', VAPID_PRIVATE_KEY: '', VAPID_CONTACT: '' };
  const push = (await examineWith(without)).filter(({ party }) => party === 'push');
  expect(push).toEqual([{ party: 'push', fault: undefined, off: expect.stringContaining('VAPID_PUBLIC_KEY') }]);
});

const nowhere = 'http://127.0.0.1:9';
test.each([
  ['mt5', 'MT5_URL', nowhere],
  ['mt5', 'MT5_PASSWORD', 'another'],
  ['mt4', 'MT4_BRIDGE_URL', nowhere],
  ['mt4', 'MT4_BRIDGE_LOGIN', '77'],
  ['praxis', 'PRAXIS_URL', nowhere],
  ['bank', 'BANK_URL', nowhere],
  ['bank', 'BANK_KEY', 'another key'],
  ['praxis', 'PRAXIS_SECRET', 'another secret'],
  ['praxis', 'PRAXIS_MERCHANT_ID', 'another'],
  ['skrill', 'SKRILL_QUERY_URL', nowhere],
  ['skrill', 'SKRILL_QUERY_PASSWORD', 'another'],
  ['netwallet', 'NETWALLET_URL', nowhere],
  ['netwallet', 'NETWALLET_MERCHANT', 'another'],
  ['netwallet', 'NETWALLET_SECRET', 'another secret'],
  ['cardissuer', 'CARD_ISSUER_URL', nowhere],
  ['cardissuer', 'CARD_ISSUER_SECRET', 'another secret'],
  ['nowpayments', 'NOWPAYMENTS_URL', nowhere],
  ['nowpayments', 'NOWPAYMENTS_API_KEY', 'another'],
  ['nowpayments', 'NOWPAYMENTS_PASSWORD', 'another'],
  ['screening', 'ADDRESS_SCREENING_URL', nowhere],
  ['screening', 'ADDRESS_SCREENING_SECRET', 'another secret'],
  ['mail', 'SMTP_URL', 'smtp://127.0.0.1:9'],
  ['sms', 'SMS_URL', nowhere],
  ['sms', 'SMS_TOKEN', 'another'],
  ['push', 'PUSH_HOSTS', '127.0.0.1:9'],
  ['rates', 'ECB_URL', nowhere],
  ['tracking', 'MATOMO_URL', nowhere],
  ['verification', 'SUMSUB_URL', nowhere],
  ['verification', 'SUMSUB_APP_TOKEN', 'another'],
  ['verification', 'SUMSUB_SECRET', 'another secret'],
  ['verification', 'SUMSUB_LEVEL', 'another'],
  ['calendar', 'CALENDAR_URL', nowhere],
  ['calendar', 'CALENDAR_SECRET', 'another secret'],
  ['research', 'RESEARCH_URL', nowhere],
  ['research', 'RESEARCH_SECRET', 'another secret'],
  ['captcha', 'GEETEST_URL', nowhere],
  ['scanner', 'CLAMD_URL', 'tcp://127.0.0.1:9'],
  ['storage', 'STORAGE_FOLDER', '/dev/null/files'],
  ['database', 'DATABASE_URL', 'postgres://portal:known@127.0.0.1:9/atrium'],
  ['database owner', 'DATABASE_OWNER_URL', 'postgres://owner:known@127.0.0.1:9/atrium'],
])('of %s it is told that %s is wrong', async (party, name, value) => {
  expect(await faultsWith({ [name]: value })).toEqual([[party, expect.stringContaining(name)]]);
});

test.each([
  ['is not there', { address: 'http://127.0.0.1:9/list.csv' }],
  ['has another form', { format: 'opensanctions-targets' }],
])('a list of persons that %s is told by its name', async (_what, spoilt) => {
  const [first] = vendors.access.watchlists;
  const lists = JSON.stringify([
    { ...first, name: 'spoilt', ...spoilt },
    { ...first, name: 'sound' },
  ]);
  expect(await faultsWith({ WATCHLISTS: lists })).toEqual([
    ['watchlists', expect.stringMatching(/^WATCHLISTS (?!.*sound).*spoilt \(/)],
  ]);
});

test.each([
  ['the owner of the tables', () => base.url, 'DATABASE_URL names the owner of the tables'],
  ['nobody who may act for the application', () => loginAs(stranger), 'npm run roles'],
])('a login of the database that is %s is told', async (_who, url, sentence) => {
  expect(await faultsWith({ DATABASE_URL: url(), DATABASE_OWNER_URL: '' })).toEqual([
    ['database', expect.stringContaining(sentence)],
  ]);
});

test('a login that owns nothing is not the owner’s', async () => {
  expect(await faultsWith({ DATABASE_OWNER_URL: loginAs(stranger) })).toEqual([
    ['database owner', expect.stringContaining('DATABASE_OWNER_URL names a login that does not own the tables')],
  ]);
});

test('a mail server that does not know us is told by the variable that names user and password', async () => {
  const url = Object.assign(new URL(environmentOf(vendors.access).SMTP_URL), { password: 'another' }).href;
  expect(await faultsWith({ SMTP_URL: url })).toEqual([['mail', expect.stringContaining('SMTP_URL names a user or a password')]]);
});

test('a bucket that is not there, and an address where none is, are told apart', async () => {
  const directory = path.join(folder, 'buckets');
  mkdirSync(directory);
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets: [{ name: 'ours' }] });
  const { port } = (await server.run()) as AddressInfo;
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  try {
    const at = (S3_ENDPOINT: string, S3_BUCKET: string) => faultsWith({ S3_ENDPOINT, S3_BUCKET, S3_REGION: 'eu-central-1' });
    const here = `http://127.0.0.1:${port}`;
    expect(await at(here, 'ours')).toEqual([]);
    expect(await at(here, 'theirs')).toEqual([['storage', expect.stringContaining('S3_BUCKET names no bucket')]]);
    expect(await at(nowhere, 'ours')).toEqual([['storage', expect.stringContaining('S3_ENDPOINT')]]);
  } finally {
    delete process.env['AWS_ACCESS_KEY_ID'];
    delete process.env['AWS_SECRET_ACCESS_KEY'];
    await server.close();
  }
});

test('the command names what is wrong, and ends with 1', async () => {
  const ended = await new Promise<{ readonly code: unknown; readonly said: string }>((resolve) => {
    const node = ['--disable-warning=ExperimentalWarning', 'bin/doctor.ts'];
    execFile(process.execPath, node, { env: environmentWith({ SMS_TOKEN: 'another' }) }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });
  const [wrong, ...right] = ended.said.trim().split('\n').toSorted().toReversed();
  expect(wrong).toContain('✗ sms: SMS_ACCOUNT or SMS_TOKEN');
  expect(right).toEqual(
    parties
      .filter((party) => party !== 'sms')
      .map((party) => `✓ ${party}`)
      .toSorted()
      .toReversed(),
  );
  expect(ended.code).toBe(1);
});

test('of each live group the close-only twin has to be there, and open nothing', async () => {
  const [live, ecn] = platformGroups('mt4').filter(({ isDemo, isCloseOnly }) => !isDemo && !isCloseOnly);
  if (!live || !ecn) throw new Error('there are no groups');
  const spoilt = await openStandalone({
    host: '127.0.0.1',
    port: 0,
    dataFolder: path.join(folder, 'groups'),
    merchant: 'Atrium',
    metaTraderGroups: {
      mt5: groups,
      mt4: [
        { ...usd, name: live.name },
        { ...usd, name: ecn.name },
        { ...usd, name: `${ecn.name}-closeonly` },
        // Nobody of ours stands in it.
        { ...usd, name: 'managers' },
      ],
    },
  });
  const access = environmentOf(spoilt.access);
  const there = { MT4_BRIDGE_URL: access.MT4_BRIDGE_URL ?? '', MT4_BRIDGE_PASSWORD: access.MT4_BRIDGE_PASSWORD ?? '' };
  try {
    const [fault, ...others] = await faultsWith({ ...there, MT4_BRIDGE_LOGIN: String(spoilt.access.mt4.login) });
    expect(others).toEqual([]);
    expect(fault).toEqual([
      'mt4',
      `the platform lacks the close-only groups ${live.name}-closeonly, and lets positions be opened in the close-only groups ${ecn.name}-closeonly`,
    ]);
  } finally {
    await spoilt.close();
  }
});
