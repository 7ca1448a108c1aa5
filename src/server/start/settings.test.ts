import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, hourMs } from '../../base/time.ts';
import { defaultSettings, type Settings } from '../../settings/index.ts';
import { listen } from '../http/listen.ts';
import { changeSetting, currentSettings, loadSettings, openSettings, settingsChannel, type SettingOrder } from './settings.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';

const now = new Date('2026-03-02T10:00:00Z');
let app: TestDatabase;

beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());

const change = (order: Partial<SettingOrder> & Pick<SettingOrder, 'path' | 'value'>) =>
  app.database.transact((sql) => changeSetting(sql, { author: 'admin', at: now, effectiveAt: now, ...order }));

test('without a change, what ships is in force', async () => {
  expect(await loadSettings(app.database.sql, now)).toEqual({ settings: defaultSettings, version: 0 });
});

test('the newest effective change of a setting counts, and one of tomorrow does not count today', async () => {
  await change({ path: 'deposit.minimum', value: '50' });
  await change({ path: 'deposit.minimum', value: '75', effectiveAt: after(now, hourMs) });
  expect((await loadSettings(app.database.sql, now)).settings.deposit.minimum).toBe('50');
  expect((await loadSettings(app.database.sql, after(now, hourMs))).settings.deposit.minimum).toBe('75');
});

test('a change stands in the audit with who made it and what was before', async () => {
  await change({ path: 'transfer.quoteSeconds', value: 600, author: 'ama' });
  const rows = await app.database.sql.many<{ actor: string; detail: unknown }>(
    `select actor_kind || ':' || actor_id as actor, detail from audit_event where subject = 'setting:transfer.quoteSeconds'`,
  );
  const detail = { from: 900, to: 600, effective_at: now.toISOString() };
  expect(rows).toEqual([{ actor: 'staff:ama', detail }]);
});

test('a value that does not fit, or a setting that does not exist, is refused and nothing is kept', async () => {
  const before = await loadSettings(app.database.sql, now);
  expect(await change({ path: 'deposit.minimum', value: -5 })).toMatchObject({ ok: false, code: 'setting_invalid' });
  expect(await change({ path: 'deposit.maximum', value: '5' })).toMatchObject({ ok: false, code: 'setting_invalid' });
  expect(await change({ path: '__proto__.polluted', value: 1 })).toMatchObject({ ok: false, code: 'setting_invalid' });
  expect(await loadSettings(app.database.sql, now)).toEqual(before);
});

test('every process hears of a change when it is committed', async () => {
  const clock = { now: () => now, wall: () => now };
  const faults: unknown[] = [];
  const live = await openSettings({ sql: app.database.sql, clock, onFault: (error) => faults.push(error) });
  const heard = Promise.withResolvers<void>();
  const listener = await listen(
    app.database,
    { [settingsChannel]: () => void live.refresh().then(heard.resolve) },
    () => undefined,
  );
  const changed = await change({ path: 'brand.name', value: 'Meridian' });
  await heard.promise;
  expect(live.current().brand.name).toBe('Meridian');
  expect(changed).toEqual({ ok: true, value: { id: live.version() } });
  await listener.close();
  live.close();
  expect(faults).toEqual([]);
});

test('a change that a release took away is told, and the last good settings stay', async () => {
  const faults: unknown[] = [];
  const clock = { now: () => now, wall: () => now };
  const live = await openSettings({ sql: app.database.sql, clock, onFault: (error) => faults.push(error) });
  await app.owner.sql.run(
    `insert into setting_version (path, value, effective_at, author) values ('gone.setting', '1', $1, 'admin')`,
    [now],
  );
  await live.refresh();
  expect(faults).toHaveLength(1);
  expect(live.current().brand.name).toBe('Meridian');
  await app.owner.sql.run(`delete from setting_version where path = 'gone.setting'`);
  live.close();
});

test('settings that nobody changed stay the same object: what areas worked out from them is kept by it', async () => {
  const clock = { now: () => now, wall: () => now };
  const live = await openSettings({ sql: app.database.sql, clock, onFault: () => undefined });
  const before = live.current();
  await live.refresh();
  live.close();
  expect(live.current()).toBe(before);
});

test('the sandbox widens the limits on floods once for each change of the settings, production never', () => {
  let settings: Settings = defaultSettings;
  const live = { current: () => settings };
  expect(currentSettings({ mode: 'production' }, live)()).toBe(settings);
  const current = currentSettings({ mode: 'sandbox' }, live);
  const first = current();
  expect(first.calls.perAddress.count).toBeGreaterThan(defaultSettings.calls.perAddress.count);
  // Programs sign in for every job and never sign out: none of them is to end the session of another.
  expect(first.session.maxPerClient).toBeGreaterThanOrEqual(1000);
  expect(current()).toBe(first);
  settings = { ...defaultSettings };
  expect(current()).not.toBe(first);
});

test('a platform is given ninety seconds, in the sandbox twelve, and what the broker says in either', () => {
  expect(defaultSettings.platform.patienceSeconds).toBe(90);
  const patience = (mode: 'sandbox' | 'production', settings: Settings) =>
    currentSettings({ mode }, { current: () => settings })().platform.patienceSeconds;
  expect(patience('production', defaultSettings)).toBe(90);
  expect(patience('sandbox', defaultSettings)).toBe(12);
  const own = { ...defaultSettings, platform: { ...defaultSettings.platform, patienceSeconds: 40 } };
  expect(patience('production', own)).toBe(40);
  expect(patience('sandbox', own)).toBe(40);
});
