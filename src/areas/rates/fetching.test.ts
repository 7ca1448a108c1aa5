import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatRate } from '../../base/money.ts';
import { defaultSettings } from '../../settings/index.ts';
import { openReferenceRates } from '../../ports/rates/index.ts';
import { startEcb, type EcbSandbox } from '../../sandbox/ecb/index.ts';
import { openTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { fetchRates, keepBrokerRate, quoteRate, readTable } from './face.ts';

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
  quoteRate(opened.database.sql, { from, to, direction: 'transfer', at, rules: defaultSettings.rates });

describe('reading the reference rates', () => {
  beforeEach(() => source.fault('none', 0));

  test('before anything was read no rate is quoted, and a currency still converts into its own cents', async () => {
    expect(await quote('USD', 'EUR')).toBeUndefined();
    expect(await quote('USD', 'USC')).toMatchObject({ markup: 0 });
  });

  test('an empty application takes everything since 2017, once', async () => {
    expect(await fetchNow()).toMatchObject({ outcome: 'kept' });
    expect(await fetchNow()).toEqual({ outcome: 'current' });
    const table = await readTable(opened.database.sql, new Date('2017-01-01T12:00:00Z'));
    expect(table?.perEuro.size).toBeGreaterThan(15);
    expect(await readTable(opened.database.sql, new Date('2016-06-01T12:00:00Z'))).toBeUndefined();
  });

  test('a quote says when its rate was published', async () => {
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-02T15:00:00Z'), markup: 0, isAwaited: false });
  });

  test('the next day is asked for as soon as the Bank publishes, and not before', async () => {
    now = new Date('2026-03-03T14:59:59Z');
    expect(await fetchNow()).toEqual({ outcome: 'current' });
    now = new Date('2026-03-03T15:00:01Z');
    expect(await fetchNow()).toMatchObject({ outcome: 'kept' });
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-03T15:00:00Z'), isAwaited: false });
  });

  test('yesterday’s rate is not to be had any more once the markets know the new one', async () => {
    const yesterdays = await quote('USD', 'EUR', new Date('2026-03-04T13:00:00Z'));
    expect(yesterdays).toMatchObject({ markup: 0, isAwaited: false });
    for (const time of ['13:10:00', '14:59:59', '15:04:00']) {
      const awaited = await quote('USD', 'EUR', new Date(`2026-03-04T${time}Z`));
      expect(awaited).toMatchObject({ markup: 100, isAwaited: true });
      expect(Number(awaited?.rate) / Number(yesterdays?.rate)).toBeCloseTo(0.99, 8);
    }
  });

  test('a source that fails leaves what was known, and is asked again: at first each minute, later every ten', async () => {
    const askedAt = async (time: string) => {
      now = new Date(`2026-03-04T${time}Z`);
      return (await fetchNow()).outcome;
    };
    source.fault('error', 3);
    expect(await askedAt('15:00:10')).toBe('unknown');
    expect(await askedAt('15:01:00')).toBe('current');
    expect(await askedAt('15:01:11')).toBe('unknown');
    expect(await askedAt('17:10:00')).toBe('unknown');
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-03T15:00:00Z'), isAwaited: true });
    expect(await askedAt('17:12:00')).toBe('current');
    expect(await askedAt('17:21:00')).toBe('kept');
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-04T15:00:00Z'), isAwaited: false });
  });

  test('after a long silence no money moves, until the days between are read', async () => {
    now = new Date('2026-03-20T17:10:00Z');
    expect(await quote('USD', 'EUR')).toBeUndefined();
    expect(await fetchNow()).toMatchObject({ outcome: 'kept' });
    expect(await quote('USD', 'EUR')).toMatchObject({ asOf: new Date('2026-03-20T15:00:00Z') });
    expect(await quote('USD', 'EUR', new Date('2026-03-12T10:00:00Z'))).toMatchObject({ asOf: new Date('2026-03-11T15:00:00Z') });
  });
});

describe('a rate of the broker’s own', () => {
  const keepRate = (day: string, units: bigint) =>
    keepBrokerRate(opened.database.sql, { currency: 'NGN', day, rate: units * 10n ** 10n, author: 'finance', at: now });
  const quoteOn = (day: string) => quote('USD', 'NGN', new Date(`${day}T18:00:00Z`));

  test('that has grown old moves no money, and neither does the one that ships', async () => {
    expect(await quoteOn('2026-03-18')).toBeUndefined();
    await keepRate('2026-03-12', 1590n);
    expect(await quoteOn('2026-03-18')).toBeDefined();
    expect(await quoteOn('2026-03-19')).toBeUndefined();
    const patient = { ...defaultSettings.rates, houseRateDays: 36_500 };
    const asked = { from: 'USD', to: 'NGN', direction: 'transfer', at: now, rules: patient } as const;
    expect(await quoteRate(opened.database.sql, asked)).toBeDefined();
  });

  test('holds from its day on, and the newest of a day counts; a quote is as old as the older of its two rates', async () => {
    await keepRate('2026-03-19', 1600n);
    await keepRate('2026-03-19', 1612n);
    expect(formatRate((await quoteOn('2026-03-18'))?.rate ?? 0n)).toBe('1590');
    const quoted = await quoteOn('2026-03-19');
    expect(formatRate(quoted?.rate ?? 0n)).toBe('1612');
    expect(quoted?.asOf).toEqual(new Date('2026-03-19T00:00:00Z'));
    await keepRate('2026-03-20', 1620n);
    expect((await quote('NGN', 'EUR', new Date('2026-03-20T12:00:00Z')))?.asOf).toEqual(new Date('2026-03-19T15:00:00Z'));
  });
});

test('what nobody quotes has no rate', async () => {
  expect(await quote('XAU', 'USD')).toBeUndefined();
});
