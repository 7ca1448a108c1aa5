import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../src/server/testing/app.ts';
import { openProgram, password, type Answer, type Program, type Visitor } from './outside/program.ts';
import { refusal } from './outside/refusal.ts';

/* Bodies that no program in its right mind sends. */

let app: TestApp;
let program: Program;
let visitor: Visitor;

beforeAll(async () => {
  app = await openTestApp();
  program = await openProgram(app.url);
  visitor = await program.signIn('global.active@atrium.test');
});
afterAll(async () => app.close());

const nested = (depth: number) => `${'{"action":'.repeat(depth)}1${'}'.repeat(depth)}`;
const json = 'application/json';
const boundary = '--x\r\ncontent-disposition: form-data; name="action"\r\n\r\nconfirm\r\n--x--\r\n';
const zipped = gzipSync('{"action":"confirm"}');
const table: readonly (readonly [what: string, body: string | Buffer, headers: Record<string, string>, said: string])[] = [
  ['of nothing', '', { 'content-type': json }, '400 bad_json'],
  ['that is cut off', '{"action": "confirm", ', { 'content-type': json }, '400 bad_json'],
  ['that is null', 'null', { 'content-type': json }, '422 validation_failed on action'],
  [
    'larger than any call needs',
    JSON.stringify({ action: 'x'.repeat(3_000_000) }),
    { 'content-type': json },
    '413 body_too_large',
  ],
  ['of spaces', ' \n ', { 'content-type': json }, '400 bad_json'],
  ['that is a list', '[{"action":"confirm"}]', { 'content-type': json }, '400 bad_json'],
  ['that is a number', '7', { 'content-type': json }, '400 bad_json'],
  ['that is a text', '"confirm"', { 'content-type': json }, '400 bad_json'],
  ['that is true', 'true', { 'content-type': json }, '400 bad_json'],
  ['that names a field twice', '{"action":"confirm","action":"save"}', { 'content-type': json }, '400 bad_json'],
  [
    'that names a field twice in two spellings, deep inside',
    '{"a":[{"b":{"x":1,"\\u0078":2}}]}',
    { 'content-type': json },
    '400 bad_json',
  ],
  ['with a prototype', '{"__proto__":{"action":"confirm"}}', { 'content-type': json }, '400 bad_json'],
  ['that is no UTF-8', Buffer.from('{"action":"\xff"}', 'latin1'), { 'content-type': json }, '400 bad_json'],
  ['in UTF-16', Buffer.from('{"action":"confirm"}', 'utf16le'), { 'content-type': `${json}; charset=utf-16` }, '400 bad_json'],
  ['that is 100 deep', nested(100), { 'content-type': json }, '422 validation_failed on action'],
  ['that is 2 000 deep', nested(2000), { 'content-type': json }, '400 bad_json'],
  ['that is 20 000 deep', nested(20_000), { 'content-type': json }, '413 body_too_large'],
  ['that is zipped and cut off', zipped.subarray(0, -9), { 'content-type': json, 'content-encoding': 'gzip' }, '400 bad_json'],
  ['that says it is zipped', '{"action":"save"}', { 'content-type': json, 'content-encoding': 'gzip' }, '400 bad_json'],
  [
    'that is small and unfolds to something huge',
    gzipSync(Buffer.alloc(50_000_000, ' ')),
    { 'content-type': json, 'content-encoding': 'gzip' },
    '413 body_too_large',
  ],
  ['written as nobody knows', 'x', { 'content-type': json, 'content-encoding': 'mystery' }, '415 unsupported_media_type'],
  ['in XML', '<action/>', { 'content-type': 'application/xml' }, '415 unsupported_media_type'],
  ['in plain text', '{"action":"confirm"}', { 'content-type': 'text/plain' }, '415 unsupported_media_type'],
  ['of a form', 'action=confirm', { 'content-type': 'application/x-www-form-urlencoded' }, '415 unsupported_media_type'],
  ['of a form with files', boundary, { 'content-type': 'multipart/form-data; boundary=x' }, '415 unsupported_media_type'],
  ['of a kind that is none', '{}', { 'content-type': ';;' }, '415 unsupported_media_type'],
  ['of no kind', Buffer.from('{}'), {}, '415 unsupported_media_type'],
];
const bodies = table.map(([what, body, headers, said]) => ({ what, body, headers, said }));
/** What comes before the question whether the provider has signed it. */
const atTheWebhook: Readonly<Record<string, number>> = {
  'of nothing': 400,
  'larger than any call needs': 413,
  'that is 20 000 deep': 413,
  'that is zipped and cut off': 400,
  'that says it is zipped': 400,
  'that is small and unfolds to something huge': 413,
  'written as nobody knows': 415,
  'of a kind that is none': 415,
};
const send = async (path: string, body: string | Buffer, headers: Record<string, string>): Promise<Answer> => {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { cookie: visitor.cookie, authorization: `Bearer ${visitor.token}`, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { ...((await response.json()) as Answer), status: response.status, headers: response.headers };
};

test.each(bodies)('a body $what is refused by name', async ({ body, headers, said }) => {
  expect(refusal(await send('/api/js/api/payments_process', body, headers))).toBe(said);
});

test.each(bodies)('a body $what moves no clock', async ({ body, headers }) => {
  const answer = await send('/sandbox/clock', body, headers);
  expect([answer.success, Math.floor(answer.status / 100), answer.code]).toEqual([false, 4, answer.status]);
});

test.each(bodies)('a body $what is no message of the payment provider', async ({ what, body, headers }) => {
  const response = await fetch(`${app.url}/api/webhooks/payments/praxis`, {
    method: 'POST',
    headers: { 'gt-authentication': 'f'.repeat(96), ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  expect(response.status).toBe(atTheWebhook[what] ?? 403);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
});

test('at the sign-in they are refused alike', async () => {
  const login = { method: 'POST', path: '/api/client/login' } as const;
  const refused = async (body: unknown) => refusal(await program.ask({ ...login, body }));
  expect(await refused('{')).toBe('400 bad_json');
  expect(await refused({ id: { a: 1 }, password })).toBe('422 validation_failed on id');
  expect(await refused({ id: 'a@b.test', password: 'x'.repeat(5000) })).toBe('422 validation_failed on password');
});

test('none of them has left anything behind', async () => {
  const left = await app.owner.sql.one(
    `select (select count(*)::integer from remittance) as transfers,
       (select count(*)::integer from webhook_message where verdict = 'accepted') as messages`,
  );
  expect(left).toEqual({ transfers: 0, messages: 0 });
});
