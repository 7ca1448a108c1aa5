import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSetting } from '../start/settings.ts';
import { openTestApp, type SignedIn, type TestApp } from '../testing/app.ts';

const proxy = '203.0.113.7';
let app: TestApp;
let client: SignedIn;

beforeAll(async () => {
  app = await openTestApp({ trustedProxies: [proxy] });
  const at = app.opened.clock.now();
  const hosts = [
    { path: 'sites.eu', value: ['eu.broker.example'] },
    { path: 'sites.uk', value: ['uk.broker.example'] },
    { path: 'sites.global', value: ['www.broker.example'] },
  ];
  for (const change of hosts)
    await app.owner.transact((sql) => changeSetting(sql, { ...change, author: 'test', at, effectiveAt: at }));
  await app.opened.settings.refresh();
  client = await app.signIn('global.active');
});
afterAll(() => app.close());

async function infoAt(headers: Readonly<Record<string, string>>, remoteAddress = '198.51.100.1', as = client) {
  const answer = await app.opened.fastify.inject({
    method: 'GET',
    url: '/api/js/api/client_info',
    headers: { cookie: as.cookie, ...headers },
    remoteAddress,
  });
  const { data } = answer.json<{ data: { site: string; gates: Record<string, { code: string } | null> } }>();
  return [data.site, data.gates['deposit']?.code ?? 'open', data.gates['view']?.code ?? 'open'];
}

test('a global client on the EU or UK site reads, and is asked to use the global one for the rest', async () => {
  const shut = 'service_not_available_log_in_global';
  expect(await infoAt({ host: 'eu.broker.example' })).toEqual(['eu', shut, 'open']);
  expect(await infoAt({ host: 'UK.broker.example:8443' })).toEqual(['uk', shut, 'open']);
  expect(await infoAt({ host: 'www.broker.example' })).toEqual(['global', 'open', 'open']);
  // Not a word stays behind of the host before.
  expect(await infoAt({ host: 'localhost' })).toEqual(['global', 'open', 'open']);
});

test('what may be asked for is decided by the host of the request itself', async () => {
  const payload = { action: 'confirm', transfer_type: 'deposit', account_number: 1, amount: '100', currency: 'USD', pm_id: 340 };
  const answer = await app.opened.fastify.inject({
    method: 'POST',
    url: '/api/js/api/payments_process',
    headers: { cookie: client.cookie, authorization: `Bearer ${client.token}`, host: 'eu.broker.example' },
    payload,
  });
  expect(answer.json()).toMatchObject({ code: 403, errors: [{ code: 'service_not_available_log_in_global' }] });
});

test('a forwarded host counts from a trusted proxy only', async () => {
  const forwarded = { host: 'www.broker.example', 'x-forwarded-host': 'eu.broker.example' };
  expect(await infoAt(forwarded)).toEqual(['global', 'open', 'open']);
  expect(await infoAt(forwarded, proxy)).toEqual(['eu', 'service_not_available_log_in_global', 'open']);
});

test('a client of the EU company is at home on the EU site', async () => {
  const european = await app.signIn('eu.active');
  expect(await infoAt({ host: 'eu.broker.example' }, undefined, european)).toEqual(['eu', 'open', 'open']);
  expect(await infoAt({ host: 'localhost' }, undefined, european)).toEqual(['eu', 'open', 'open']);
});
