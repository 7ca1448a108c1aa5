import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContracts } from '../../bin/catalogue.ts';
import { openTestApp, type TestApp } from './testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('the application is ready: database, migrations, workers', async () => {
  const answer = await fetch(`${app.url}/health/ready`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { status: 'ready', checks: { database: true, migrations: true, workers: true } },
  ]);
});

test('it is not ready while a migration of its version is missing, or no worker was heard of lately', async () => {
  const ready = async () => {
    const answer = await fetch(`${app.url}/health/ready`);
    return [answer.status, ((await answer.json()) as { checks: object }).checks];
  };
  const { sql } = app.owner;
  const { name } = await sql.one<{ name: string }>('select max(name) as name from migration');
  await sql.run(`update migration set name = 'put away' where name = $1`, [name]);
  expect(await ready()).toEqual([503, { database: true, migrations: false, workers: true }]);
  await sql.run(`update migration set name = $1 where name = 'put away'`, [name]);
  await sql.run(`update worker_heartbeat set is_worker = false`);
  expect(await ready()).toEqual([503, { database: true, migrations: true, workers: false }]);
  await sql.run(`update worker_heartbeat set is_worker = true`);
  expect(await ready()).toEqual([200, { database: true, migrations: true, workers: true }]);
});

test('a path that no call has answers 404 in the envelope', async () => {
  const answer = await app.call({ method: 'GET', path: 'api/nowhere' });
  expect([answer.httpStatus, answer.success, answer.errors[0]?.code]).toEqual([404, false, 'call_not_found']);
  expect(answer.errors[0]?.errmsg).not.toContain('error.');
});

test('every call that an area declares is answered, and none as a path that is none', async () => {
  const calls = (await loadContracts()).flatMap(({ calls, area }) =>
    Object.entries(calls).map(([name, call]) => ({ ...call, name: `${area}.${name}` })),
  );
  const answers = await Promise.all(
    calls.map(async ({ name, method, path }) => {
      const body = method === 'GET' ? {} : { body: {} };
      const answer = await app.call({ method, path: path.replaceAll(/\{\w+\}/g, '1'), ...body });
      return [name, answer.errors[0]?.code] as const;
    }),
  );
  expect(answers.length).toBeGreaterThan(50);
  expect(answers.filter(([, code]) => code === 'call_not_found')).toEqual([]);
});

test('every answer keeps browsers from guessing and framing', async () => {
  const { headers } = await fetch(`${app.url}/health/live`);
  expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY']);
});

test('no page of another site may read an answer, and no form of one can be taken for a call', async () => {
  const { cookie } = await app.signIn('global.active');
  const headers = { cookie, origin: 'https://elsewhere.test' };
  const read = await fetch(`${app.url}/api/js/api/accounts`, { headers });
  expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  const asked = { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
  const leave = await fetch(`${app.url}/api/client/login`, { method: 'OPTIONS', headers: asked });
  expect([leave.status, leave.headers.get('access-control-allow-headers')]).toEqual([404, null]);
  // What a form can send without asking first.
  for (const kind of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const body = '{"id":"eu.active@atrium.test","password":"Sandbox2026!"}';
    const signIn = { method: 'POST', headers: { ...headers, 'content-type': kind }, body };
    expect((await fetch(`${app.url}/api/client/login`, signIn)).status).toBe(415);
  }
});

test('a key is its client’s own: another client does not find it taken', async () => {
  const headers = { 'idempotency-key': 'the-same-for-both' };
  const confirm = async (name: string, type: string) => {
    const as = await app.signIn(name);
    const body = { action: 'confirm', transfer_type: type };
    return app.call({ method: 'POST', path: 'api/payments_process', body, as, headers });
  };
  expect((await confirm('global.active', 'deposit')).errors[0]?.code).toBe('field_required');
  expect((await confirm('global.active', 'transfer')).errors[0]?.code).toBe('idempotency_key_reused');
  expect((await confirm('ng.active', 'transfer')).errors[0]?.code).toBe('field_required');
});

test('the contract is served for machines and for people', async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { openapi: string; paths: object };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/api/client/login');
  const page = await fetch(`${app.url}/api/docs`);
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe-inline');
  expect(await page.text()).toContain('/api/client/login');
});

test('what a write makes stale reaches the client’s browsers, and a browser that comes back hears what it missed', async () => {
  const client = await app.signIn('global.active');
  const first = await openStream(client.cookie);
  await first.until((text) => text.includes('event: hello'));
  const { transact } = app.database;
  const { tell, staleEvent } = await import('./background/outbox.ts');
  const tellStale = () => transact((sql) => tell(sql, new Date(), staleEvent(client.clientId as never, ['accounts'])));
  await tellStale();
  const heard = await first.until((text) => text.includes('"accounts"'));
  first.close();
  const lastId = /id: (\d+)\nevent: stale/.exec(heard)?.[1] ?? '';
  await tellStale();
  await app.drain();
  const second = await openStream(client.cookie, lastId);
  expect(await second.until((text) => text.includes('"accounts"'))).toContain('event: stale');
  second.close();
});

test('a browser that was away for longer than lines are kept is told that everything is stale', async () => {
  const client = await app.signIn('global.active');
  const stream = await openStream(client.cookie, '999999');
  expect(await stream.until((text) => text.includes('event: stale'))).toContain('"*"');
  stream.close();
});

test('the stream asks for a session', async () => {
  const answer = await fetch(`${app.url}/api/js/stream`);
  expect(answer.status).toBe(401);
  expect(((await answer.json()) as { code: number }).code).toBe(401);
});

test('the clock of the sandbox moves application time for everybody', async () => {
  const before = app.opened.clock.now().getTime();
  await app.call({ method: 'POST', path: '/sandbox/clock', body: { advance_seconds: 3600 } });
  expect(app.opened.clock.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000);
});

async function openStream(cookie: string, lastId?: string) {
  const abort = new AbortController();
  const response = await fetch(`${app.url}/api/js/stream`, {
    headers: { cookie, ...(lastId ? { 'last-event-id': lastId } : {}) },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async until(isThere: (text: string) => boolean): Promise<string> {
      while (!isThere(text)) {
        const piece = await reader?.read();
        if (!piece || piece.done) throw new Error(`the stream ended: ${text}`);
        text += piece.value;
      }
      return text;
    },
    close: () => abort.abort(),
  };
}
