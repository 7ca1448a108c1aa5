import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformKeys, platforms, serverName } from '../../law/platforms.ts';
import { openTestApp, type TestApp } from '../../server/testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test.each([
  ['mt4', 'standard'],
  ['mt5', 'advantage mt5'],
] as const)(
  'the server that the page names for %s is the one that an account on it is told to sign in to',
  async (platform, type) => {
    const as = await app.signIn('global.active');
    const body = { account: type, currency: 'USD', leverage: 100, demo_trade_balance: '5000', i_agree_tc: true };
    const opened = await app.call({ method: 'POST', path: 'api/accounts/demo', body, as });
    expect(opened.errors).toEqual([]);
    const { data } = await app.call({ method: 'GET', path: `api/accounts/${opened.data.number}`, as });
    // The brand that every page is served with.
    const brandName = app.opened.settings.current().brand.name;
    expect(data.account.server).toBe(serverName({ brandName, platform, isDemo: true }));
    expect(serverName({ brandName, platform, isDemo: false })).not.toBe(data.account.server);
  },
);

test('a server’s name has no blank, whatever the brand is called, and no two platforms share one', () => {
  const names = platformKeys.flatMap((platform) =>
    [true, false].map((isDemo) => serverName({ brandName: 'Two Words', platform, isDemo })),
  );
  expect(names.filter((name) => /\s/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

/** Those who may hand a terminal out: its maker, and the shops of the two telephones. */
const makers = /^(download\.mql5\.com|www\.metatrader[45]\.com|play\.google\.com|apps\.apple\.com)$/;

test.each(platformKeys)('the terminals of %s come from their maker, over https, one for each device', (platform) => {
  const { downloads } = platforms[platform];
  const devices = downloads.map(({ device }) => device);
  expect(devices.toSorted()).toEqual(['android', 'ios', 'linux', 'macos', 'web', 'windows']);
  for (const { url } of downloads) {
    const { protocol, hostname } = new URL(url);
    expect(protocol).toBe('https:');
    expect(hostname).toMatch(makers);
    // Nobody who wants the one gets the other.
    expect(url).not.toMatch(platform === 'mt4' ? /mt5|metatrader-?5/i : /mt4|metatrader-?4/i);
  }
});
