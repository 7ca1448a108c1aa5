import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCounter, type Counter } from '../../server/testing/paymentsFixture.ts';
import type { SignedIn } from '../../server/testing/app.ts';

let counter: Counter;
beforeAll(async () => {
  counter = await openCounter('global.active', { dollars: '0.00', wallet: '0.00' });
});
afterAll(() => counter.app.close());

const begun = async (more: object = {}) => {
  const { payments, wallet } = counter;
  const asked = await payments.askDeposit(wallet, '150.00', more);
  const id: number = asked.data.remittance_id;
  const { redirect } = (await payments.save(id)).data;
  return { id, redirect, data: String(redirect.redirect_data) };
};
const lead = async (data: string, as: SignedIn = counter.client) => {
  const path = `api/payments/deposit/page?redirect_data=${encodeURIComponent(data)}`;
  const { httpStatus, data: told, errors } = await counter.app.call({ method: 'GET', path, as });
  return { httpStatus, told, code: errors[0]?.code };
};
const refused = { httpStatus: 422, code: 'redirect_not_valid' };

test('what was sealed for a deposit leads its client to the provider’s page, and nobody else', async () => {
  const { id, redirect, data } = await begun();
  const { url, method, fields } = redirect;
  expect(await lead(data)).toMatchObject({ httpStatus: 200, told: { transfer_id: id, url, method, fields } });
  expect(await lead(data, await counter.app.signIn('ng.active'))).toMatchObject(refused);
  await counter.payments.post('api/transfers/cancel', { tid: id });
  expect(await lead(data)).toMatchObject(refused);
});

test('it holds for ten minutes', async () => {
  const { data } = await begun();
  await counter.payments.post('/sandbox/clock', { advance_seconds: 590 });
  expect(await lead(data)).toMatchObject({ httpStatus: 200 });
  await counter.payments.post('/sandbox/clock', { advance_seconds: 20 });
  expect(await lead(data)).toMatchObject(refused);
});

test('what was altered, made by somebody else, or sealed for something else leads nowhere', async () => {
  const { data } = await begun();
  const { vault } = counter.app.opened.app;
  const altered = `${data.slice(0, -4)}${data.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  const secret = vault.seal('JBSWY3DPEHPK3PXP');
  const others = vault.seal(JSON.stringify({ redirect: 1, until: '2999-01-01T00:00:00.000Z', url: 'https://evil.example' }));
  for (const each of [altered, 'e30', secret, others]) expect(await lead(each)).toMatchObject(refused);
});

test.each([
  'https://evil.example/pay',
  'http://praxis.example/pay',
  'https://127.0.0.1.evil.example/pay',
  'javascript:alert(1)',
  '//evil.example',
])('a page at %s is none of the connector’s, whatever stands with the deposit', async (url) => {
  const { id, data } = await begun();
  await counter.app.owner.sql.run(
    `update remittance set redirect = redirect || jsonb_build_object('url', $2::text) where id = $1`,
    [id, url],
  );
  expect(await lead(data)).toMatchObject(refused);
});

test('nothing is posted to the portal itself, and a wallet’s own host is led to', async () => {
  const { id, data } = await begun();
  await counter.app.owner.sql.run(`update remittance set redirect = redirect || '{"method":"POST"}' where id = $1`, [id]);
  expect(await lead(data)).toMatchObject(refused);
  const skrill = await begun({ pm_id: 1011 });
  expect(await lead(skrill.data)).toMatchObject({ httpStatus: 200, told: { is_own: false, url: skrill.redirect.url } });
});

test('a transfer from the client’s bank, and a coin, lead to no provider', async () => {
  expect((await begun({ pm_id: 1010 })).redirect).not.toHaveProperty('redirect_data');
  expect((await begun({ pm_id: 337, crypto_network: 'BTC' })).redirect).not.toHaveProperty('redirect_data');
});
