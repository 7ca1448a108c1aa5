import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../src/server/testing/app.ts';

/* `npm run staff`, as whoever sets a broker up calls it. */

let app: TestApp;
const folder = mkdtempSync(path.join(tmpdir(), 'atrium-staff-'));

beforeAll(async () => void (app = await openTestApp()));
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function staff(...words: readonly string[]): Promise<{ readonly code: unknown; readonly said: string }> {
  const args = ['--disable-warning=ExperimentalWarning', 'bin/staff.ts', ...words];
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: app.databaseUrl,
    ATRIUM_DATA: folder,
    PUBLIC_URL: app.url,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });
}

const desk = (call: string, body: Readonly<Record<string, unknown>>) =>
  app.call({ method: 'POST', path: `/api/desk/${call}`, body });

test('the first administrator comes in by the link that the command prints, once', async () => {
  const email = 'ada.first@broker.test';
  const { code, said } = await staff('add', email, 'Ada First');
  expect([code, said]).toEqual([0, expect.stringContaining(`${email}: admin, invited.\n`)]);
  const [, link = ''] = /good once: (\S+)/.exec(said) ?? [];
  const { origin, pathname, hash } = new URL(link);
  expect([origin, pathname]).toEqual([app.url, '/desk/enrolment']);

  const password = 'a long enough password';
  const secret = hash.slice(1);
  expect((await desk('enrolment', { link: secret })).data).toMatchObject({ email });
  expect((await desk('enrol', { link: secret, password })).errors).toEqual([]);
  expect((await desk('enrol', { link: secret, password })).errors[0]?.code).toBe('link_not_valid');
  expect((await desk('login', { id: email, password })).data).toMatchObject({ role: 'admin' });
  expect((await staff('list')).said).toMatch(new RegExp(`^${email}\tAda First\tadmin\tactive\tno second factor$`, 'm'));

  // It stands in the audit, and a second one of that name does not come to be.
  const event = await app.owner.sql.maybe<{ action: string }>(`select action from audit_event where detail::text like $1`, [
    `%${email}%`,
  ]);
  expect(event).toBeDefined();
  expect(await staff('add', email, 'Eve')).toMatchObject({ code: 1, said: expect.stringMatching(/^Somebody has this address/) });
});

test('who is disabled by the command is out at once', async () => {
  const email = 'bo.second@broker.test';
  const { said } = await staff('add', email, 'Bo Second', '--role', 'agent');
  const [, secret = ''] = /#(\S+)/.exec(said) ?? [];
  const password = 'another long password';
  await desk('enrol', { link: secret, password });
  const entered = await desk('login', { id: email, password });
  const as = { cookie: (entered.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '', token: entered.data.token as string };
  const queue = () => app.call({ method: 'GET', path: '/api/desk/me', as });
  expect((await queue()).httpStatus).toBe(200);
  expect(await staff('disable', email)).toEqual({ code: 0, said: `${email}: agent, disabled.\n` });
  expect((await queue()).httpStatus).toBe(401);
});

test.each([
  [['add', 'no-address', 'Ada'], /is no e-mail address/],
  [['role', 'a@broker.test', 'king'], /A role is one of agent/],
  [['disable', 'nobody@broker.test'], /There is nobody at/],
])('%j is told in a sentence, and nothing happens', async (words, sentence) => {
  expect(await staff(...words)).toMatchObject({ code: 1, said: expect.stringMatching(sentence) });
});
