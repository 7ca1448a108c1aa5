import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../law/settings.ts';
import { readConfig } from './config.ts';
import { currentSettings } from './sandboxed.ts';

test('the sandbox widens the limits on floods once for each change of the settings', () => {
  let settings: Settings = defaultSettings;
  const live = { current: () => settings, version: () => 0, refresh: async () => undefined, close: () => undefined };
  const current = currentSettings(readConfig({}), live);
  const first = current();
  expect(first.calls.perAddress.count).toBeGreaterThan(defaultSettings.calls.perAddress.count);
  expect(current()).toBe(first);
  settings = { ...defaultSettings };
  expect(current()).not.toBe(first);
});
