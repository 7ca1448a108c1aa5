import { expect, test } from 'vitest';
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

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '' }).port).toBe(3000);
});

const bucket = {
  ATRIUM_MODE: 'production',
  DATABASE_URL: 'postgres://a@b/c',
  PUBLIC_URL: 'https://portal.example',
  CAPTCHA_SECRET: 'x'.repeat(32),
};

test.each([
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
    'ATRIUM_ROLE may be web or worker only with ATRIUM_MODE=production: the sandbox runs its vendors in the one process.',
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
  [{ SANDBOX_CAPTCHA: 'recaptcha' }, 'SANDBOX_CAPTCHA must be altcha or geetest.'],
])('%o ends with one clear sentence', (variables, sentence) => {
  expect(faultOf(variables as Record<string, string>)).toBe(sentence);
});
