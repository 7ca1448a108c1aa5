import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatRate } from '../../base/money.ts';
import { defaultMarkups } from '../../law/rates.ts';
import { openReferenceRates } from '../../ports/rates/index.ts';
import { startEcb, type EcbSandbox } from '../../sandbox/ecb/index.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { fetchRates, keepHouseRate, quoteRate, readTable } from './face.ts';

let now = new Date('2026-03-02T17:30:00Z');
let opened: TestDatabase;
let source: EcbSandbox;

beforeAll(async () => {
  opened = await openTestDatabase();
  const clock = { now: () => now, wall: () => now };
  source = await startEcb({ host: '127.0.0.1', port: 0, clock, patience: { hangMs: 100, slowMs: 10 } });
});
afterAll(async () => {
  await source.close();
  await opened.close();
});

const fetchNow = () =>
  fetchRates({
    ...opened.database,
    now,
    source: openReferenceRates({ source: 'ecb', address: source.address, timeoutMs: 10_000 }),
  });
const quote = (from: 'USD' | 'EUR' | 'NGN' | 'USC' | 'XAU', to: 'USD' | 'EUR' | 'NGN' | 'USC', at = now) =>
  quoteRate(opened.database.sql, { from, to, direction: 'transfer', at, markups: defaultMarkups });

describe('reading the reference rates', () => {
  beforeEach(() => source.fault('none', 0));

  test('before anything was read no rate is quoted, and a currency still converts into its own cents', async () => {
    expect(await quote('USD', 'EUR')).toBeUndefined();
    expect(await quote('USD', 'USC')).toMatchObject({ isFresh: true });
  });

  test('an empty house takes everything since 2017, once', async () => {
    expect(await fetchNow()).toMatchObject({ outcome: 'kept' });
    expect(await fetchNow()).toEqual({ outcome: 'current' });
    const table = await readTable(opened.database.sql, new Date('2017-01-01T12:00:00Z'));
    expect(table?.perEuro.size).toBeGreaterThan(15);
    expect(await readTable(opened.database.sql, new Date('2016-06-01T12:00:00Z'))).toBeUndefined();
  });

  test('a quote says when its rate was published', async () => {
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-02T15:00:00Z'), isFresh: true });
  });

  test('the next day is asked for when it is due, and not before', async () => {
    now = new Date('2026-03-03T12:00:00Z');
    expect(await fetchNow()).toEqual({ outcome: 'current' });
    now = new Date('2026-03-03T17:10:00Z');
    expect(await fetchNow()).toMatchObject({ outcome: 'kept' });
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-03T15:00:00Z') });
  });

  test('a source that fails leaves what was known, and is asked again ten minutes later', async () => {
    now = new Date('2026-03-04T17:10:00Z');
    source.fault('error', 1);
    expect(await fetchNow()).toMatchObject({ outcome: 'unknown' });
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-03T15:00:00Z'), isFresh: true });
    expect(await fetchNow()).toEqual({ outcome: 'current' });
    now = new Date('2026-03-04T17:21:00Z');
    expect(await fetchNow()).toMatchObject({ outcome: 'kept' });
  });

  test('after a long silence no money moves, until the days between are read', async () => {
    now = new Date('2026-03-20T17:10:00Z');
    expect(await quote('USD', 'EUR')).toBeUndefined();
    expect(await fetchNow()).toMatchObject({ outcome: 'kept' });
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-20T15:00:00Z') });
    expect(await quote('USD', 'EUR', new Date('2026-03-12T10:00:00Z'))).toMatchObject({ asOf: new Date('2026-03-11T15:00:00Z') });
  });
});

test('the broker’s own rate holds from its day on, and the newest of a day counts', async () => {
  const rate = async (day: string) => formatRate((await quote('USD', 'NGN', new Date(`${day}T18:00:00Z`)))?.rate ?? 0n);
  const before = await rate('2026-03-18');
  for (const units of [1600n, 1612n]) {
    await keepHouseRate(opened.database.sql, {
      currency: 'NGN',
      day: '2026-03-19',
      rate: units * 10n ** 10n,
      author: 'finance',
      at: now,
    });
  }
  expect(await rate('2026-03-18')).toBe(before);
  expect(await rate('2026-03-19')).toBe('1612');
});

test('what nobody quotes has no rate', async () => {
  expect(await quote('XAU', 'USD')).toBeUndefined();
});
