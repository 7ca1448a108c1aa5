import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isLanguageKey } from '../law/languages.ts';
import { sites } from '../law/regions/profile.ts';
import { swapFreeGroups } from '../law/swapFree.ts';
import { tracked } from '../law/tracking.ts';
import { applySettings, settingFault, settingPaths } from './changes.ts';
import { defaultSettings, settingsSchema } from './index.ts';

describe('Settings', () => {
  test('that ship fit their own schema and the documents', () => {
    expect(settingsSchema.parse(defaultSettings)).toEqual(defaultSettings);
    expect(defaultSettings).toMatchObject({
      deposit: { minimum: '100' },
      challenge: { pinDigits: 4, resendSeconds: 60 },
      lists: { pageSize: 20 },
    });
  });

  test('a broker changes what the last change says, and the defaults stay as they ship', () => {
    const changed = applySettings(defaultSettings, [
      { path: 'deposit.minimum', value: '200' },
      { path: 'brand.name', value: 'Meridian' },
      { path: 'deposit.minimum', value: '250' },
      { path: 'brand.companies.1.losingShare', value: '71.5' },
    ]);
    expect(changed.deposit.minimum).toBe('250');
    expect(changed.brand.name).toBe('Meridian');
    expect(changed.brand.companies['1'].losingShare).toBe('71.5');
    expect(defaultSettings.deposit.minimum).toBe('100');
  });

  test.each([
    { path: 'deposit.maximum', value: '1' },
    { path: 'deposit', value: {} },
    { path: '__proto__.minimum', value: '1' },
    { path: 'constructor.name', value: 'x' },
    { path: '', value: 'x' },
    { path: 'deposit.minimum', value: 100 },
    { path: 'deposit.minimum', value: '-1' },
    { path: 'session.idleSeconds', value: 0 },
    { path: 'brand.accent', value: 'red' },
    { path: 'rates.markups.original', value: 10 },
    { path: 'lists.pageSize.toString', value: 1 },
    { path: 'brand.companies.3.legalLine', value: { zh: '没有英文' } },
    { path: 'methods', value: [{ method: 77, direction: 'deposit', region: 'uk', currency: 'GBP' }] },
    { path: 'methods', value: [{ method: 340, direction: 'deposit', region: 'uk', currency: 'GBP', min: '1.005' }] },
    { path: 'terms.1', value: { client_agreement: 'javascript:alert(1)' } },
    { path: 'sites', value: { global: ['broker.example'], eu: ['broker.example'], uk: [] } },
    { path: 'sites.eu', value: ['https://broker.example'] },
    { path: 'platform.passwords.mt5.minLength', value: 7 },
    { path: 'platform.passwords.mt5.minLength', value: 16 },
    { path: 'terms.1', value: { house_rules: 'https://example.com/rules' } },
  ])('the change of $path to $value is refused', (change) => {
    expect(settingFault(defaultSettings, change)).toBeTypeOf('string');
    // oxlint-disable-next-line vitest/require-to-throw-message -- each row fails for a reason of its own
    expect(() => applySettings(defaultSettings, [change])).toThrow();
  });

  /** What is read by whichever name a row has. */
  const rowsByName: ReadonlySet<string> = new Set([...sites, ...swapFreeGroups, ...Object.keys(tracked)]);

  test('each is read by somebody: a setting that changes nothing is none', () => {
    const root = path.join(import.meta.dirname, '..');
    const readers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !/(^settings\/|\/settings\.ts$)/.test(file))
      .map((file) => readFileSync(path.join(root, file), 'utf8'));
    // As `settings.lists.pageSize`, or taken out: `const { pageSize } = settings.lists`.
    const isRead = (name: string) =>
      readers.some((text) => new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\b[^=;]*\\}\\s*[=:]`).test(text));
    const names = settingPaths(defaultSettings).map((known) =>
      known.split('.').filter((part) => !/^\d$/.test(part) && !isLanguageKey(part) && !rowsByName.has(part)),
    );
    const unread = names.filter((parts) => !parts.every(isRead)).map((parts) => parts.join('.'));
    expect([...new Set(unread)]).toEqual([]);
  });

  test('a change that fits has no fault', () => {
    const closed = { method: 340, direction: 'deposit', region: 'uk', currency: 'GBP', isClosed: true };
    for (const change of [
      { path: 'session.idleSeconds', value: 600 },
      { path: 'methods', value: [closed] },
      { path: 'terms.3', value: { client_agreement: 'https://example.com/agreement.pdf' } },
    ]) {
      expect(settingFault(defaultSettings, change)).toBeUndefined();
    }
  });
});
