import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { notify } from '../src/areas/notices/face.ts';
import { openingNotices } from '../src/areas/opening/notices.ts';
import { clientId } from '../src/base/id.ts';
import { platformGroups } from '../src/law/platformGroups.ts';
import { openTestApp, type SignedIn, type TestApp } from '../src/server/testing/app.ts';

/*
 * China with cells that company 3 has otherwise, as any region added by the recipe may have them: what is written there is obeyed
 * by every reader, and nobody else of the company is touched by it.
 */
vi.mock('../src/law/regions/china.ts', async () => {
  const { retailCaps } = await import('../src/law/regions/retailCaps.ts');
  return {
    china: {
      company: 3,
      countries: ['CN'],
      overrides: {
        languages: ['zh'],
        riskWarning: true,
        incentives: { retail: [], professional: [], counterparty: [] },
        trading: {
          leverageCaps: { retail: retailCaps, professional: null, counterparty: null },
          negativeBalanceProtection: false,
          closeOutPercent: 80,
        },
        defaultPlatform: 'mt4',
        demo: { balance: '777', leverage: 25 },
        payoutPin: null,
        gold: { openTo: 'everybody', purchaseTax: { CN: 1000 } },
        residenceProof: { asksWhose: false, mostMonths: 2, accepts: ['tax_letter'] },
        paymentProofs: ['local'],
      },
    },
  };
});

let app: TestApp;
let planted: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  planted = await app.signIn('cn.active');
  other = await app.signIn('ng.active');
});
afterAll(() => app.close());

const openAccount = (as: SignedIn, leverage: number) =>
  app.call({
    method: 'POST',
    path: 'api/accounts/live',
    body: { account: 'advantage mt5', currency: 'USD', leverage, i_agree_tc: true },
    as,
  });

test('its languages are the ones that its clients are answered in', async () => {
  const ask = async (as: SignedIn) =>
    (await app.call({ method: 'GET', path: 'api/transfers?tid=999999999&lang=ar', as })).errors[0]?.errmsg ?? '';
  expect(await ask(planted)).toMatch(/\p{Script=Han}/u);
  expect(await ask(other)).toMatch(/\p{Script=Arabic}/u);
});

test('its letters bear its warning, in its language', async () => {
  const letterTo = async (as: SignedIn, name: string) => {
    const order = { clientId: clientId(as.clientId), notice: openingNotices.account_opened, values: {} } as const;
    await app.owner.sql.run(`update client set language = 'ar' where id = $1`, [as.clientId]);
    await app.database.transact((sql) => notify(sql, { ...order, key: `letter:${name}`, now: app.opened.clock.now() }));
    await app.drain();
    const answer = await fetch(`${app.url}/sandbox/outbox?to=${name}@atrium.test`);
    return ((await answer.json()) as { messages: { text: string }[] }).messages[0]?.text ?? '';
  };
  const letter = await letterTo(planted, 'cn.active');
  expect(letter).toMatch(/\p{Script=Han}/u);
  expect(letter).toContain('74–89');
  const others = await letterTo(other, 'ng.active');
  expect(others).toMatch(/\p{Script=Arabic}/u);
  expect(others).not.toContain('74–89');
});

test('its accounts are offered and opened up to its leverage, in groups of its own that the platform keeps by its rules', async () => {
  const offer = (await app.call({ method: 'GET', path: 'api/account_types/demo', as: planted })).data;
  expect(offer).toMatchObject({ default_platform: 'mt4', demo: { balance: '777' } });
  expect((await openAccount(planted, 500)).errors[0]?.code).toBe('leverage_not_offered');
  const group = async (number: number) =>
    (await app.owner.sql.one<{ group: string }>('select group_name as "group" from trading_account where number = $1', [number]))
      .group;
  const own = await openAccount(planted, 30);
  expect(await group(own.data.number)).toBe(String.raw`china\retail\advantage-mt5-USD`);
  const theirs = await openAccount(other, 500);
  expect(await group(theirs.data.number)).toBe(String.raw`global\retail\advantage-mt5-USD`);
  const byName = new Map(platformGroups('mt5').map((each) => [each.name, each]));
  expect(byName.get(String.raw`china\retail\advantage-mt5-USD`)).toMatchObject({
    leverageMax: 30,
    leverageCaps: { share: 5 },
    stopOutPercent: 80,
    negativeBalanceProtection: false,
  });
});

test('what it does not protect is not paid back, what the company else protects is', async () => {
  const losing = async (as: SignedIn) => {
    const { number } = await app.owner.sql.one<{ number: number }>('select number from trading_account where client_id = $1', [
      as.clientId,
    ]);
    await app.opened.app.platforms.mt5.balanceOperation({
      login: number,
      kind: 'correction',
      amount: -5_000n,
      currency: 'USD',
      tag: `crash-${number}`,
      checkMargin: false,
    });
    return number;
  };
  const numbers = [await losing(planted), await losing(other)];
  await app.owner.sql.run(`update trading_account set snapshot_at = snapshot_at - interval '1 day', asked_at = null`);
  for (const name of ['accounts.snapshots', 'mirror.negative']) await app.opened.worker?.sweep(name);
  const balances = await Promise.all(numbers.map((number) => app.opened.app.platforms.mt5.account(number)));
  expect(balances.map((told) => told.outcome === 'done' && told.account.balance)).toEqual([-5_000n, 0n]);
});

test('its clients hold gold, bought with its tax, where the company’s others do not', async () => {
  const gold = async (as: SignedIn) => app.call({ method: 'GET', path: 'api/gold/trading', as });
  expect((await gold(planted)).data).toMatchObject({ tax_percent: '10' });
  expect((await gold(other)).errors[0]).toMatchObject({ code: 'gold_not_available_here' });
});

test('a proof of residence is as new as it has to be there, and says whose it is where that is asked', async () => {
  const papers = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'documents', as })).data;
  const proofs = async (as: SignedIn) => (await papers(as)).payment_methods.map(({ proof }: { proof: string }) => proof);
  expect([await proofs(planted), await proofs(other)]).toEqual([['local'], ['card', 'bank', 'local']]);
  const samples = (await app.call({ method: 'GET', path: '/api/sites/default/files/api/pordocs-3.json?country=CN' })).data
    .samples;
  expect(samples.map(({ key }: { key: string }) => key)).toEqual(['tax_letter']);
  const asked = async (as: SignedIn) => (await papers(as)).residence_proof;
  expect([await asked(planted), await asked(other)]).toEqual([
    { asks_whose: false, most_months: 2 },
    { asks_whose: true, most_months: 6 },
  ]);
});

test('nobody is asked to refer a friend where it bars incentives', async () => {
  const mayRefer = async (as: SignedIn) => (await app.call({ method: 'GET', path: 'api/client_info', as })).data.canRefer;
  expect([await mayRefer(planted), await mayRefer(other)]).toEqual([false, true]);
});
