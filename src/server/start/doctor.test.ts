import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOf, geetestEnvironmentOf } from '../../sandbox/environment.ts';
import { openStandalone, type Standalone } from '../../sandbox/standalone.ts';
import { readConfig, type OutsideConfig } from './config.ts';
import { examine } from './doctor.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-doctor-'));
const clock = { now: () => new Date(), wall: () => new Date() };
let vendors: Standalone;
beforeAll(async () => {
  const groups = [{ name: 'global\\retail\\standard-USD', currency: 'USD' as const, leverageMax: 500 }];
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
  rmSync(folder, { recursive: true, force: true });
});

function configWith(spoilt: Readonly<Record<string, string>>): OutsideConfig {
  const read = readConfig({
    ATRIUM_MODE: 'production',
    DATABASE_URL: 'postgres://portal@db/atrium',
    PUBLIC_URL: 'https://portal.example',
    STORAGE_FOLDER: path.join(folder, 'files'),
    STORAGE_SECRET: 'x'.repeat(32),
    MAIL_FROM: 'portal@portal.example',
    ...environmentOf(vendors.access),
    ...geetestEnvironmentOf(vendors.access),
    MT5_LOGIN: String(vendors.access.mt5.login),
    MT4_BRIDGE_LOGIN: String(vendors.access.mt4.login),
    ...spoilt,
  });
  if (!read.outside) throw new Error('production names its parties');
  return read.outside;
}

const faultsWith = async (spoilt: Readonly<Record<string, string>>) =>
  (await examine(configWith(spoilt), clock)).flatMap(({ party, fault }) =>
    fault === undefined ? [] : [[party, fault] as const],
  );

test('parties that are there and know us have no fault', async () => {
  const found = await examine(configWith({}), clock);
  expect(found).toEqual(
    ['storage', 'mail', 'sms', 'praxis', 'mt5', 'mt4', 'captcha', 'rates'].map((party) => ({ party, fault: undefined })),
  );
});

const nowhere = 'http://127.0.0.1:9';
test.each([
  ['mt5', 'MT5_URL', nowhere],
  ['mt5', 'MT5_PASSWORD', 'another'],
  ['mt4', 'MT4_BRIDGE_LOGIN', '77'],
  ['praxis', 'PRAXIS_URL', nowhere],
  ['praxis', 'PRAXIS_SECRET', 'another secret'],
  ['praxis', 'PRAXIS_MERCHANT_ID', 'another'],
  ['mail', 'SMTP_URL', 'smtp://127.0.0.1:9'],
  ['sms', 'SMS_URL', nowhere],
  ['sms', 'SMS_TOKEN', 'another'],
  ['rates', 'ECB_URL', nowhere],
  ['captcha', 'GEETEST_URL', nowhere],
  ['storage', 'STORAGE_FOLDER', '/dev/null/files'],
])('of %s it is told that %s is wrong', async (party, name, value) => {
  const faults = await faultsWith({ [name]: value });
  expect(faults).toEqual([[party, expect.stringContaining(name)]]);
});

test('a mail server that does not know us is told by the variable that names user and password', async () => {
  const url = Object.assign(new URL(environmentOf(vendors.access).SMTP_URL), { password: 'another' }).href;
  expect(await faultsWith({ SMTP_URL: url })).toEqual([['mail', expect.stringContaining('SMTP_URL names a user or a password')]]);
});
