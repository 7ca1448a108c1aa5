import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openDisk } from '../../ports/storage/disk/index.ts';
import { contract } from '../../protocol/call.ts';
import { takenFile } from '../../protocol/file.ts';
import { paperKinds, type TakenFile } from '../../protocol/fileKinds.ts';
import { keepFile } from '../../areas/files/face.ts';
import { defaultSettings } from '../../settings/index.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { formWith, jpegFile, pdfFile, pngFile } from '../testing/files.ts';
import { openServed } from '../testing/served.ts';
import { openUploads } from './uploads.ts';
import { hostileFiles } from '../../../bench/uploads/hostile.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-uploads-'));
let held: TestDatabase;
let database: TestDatabase['database'];
let served: Awaited<ReturnType<typeof openServed>>;
let asked: TakenFile[] = [];
let hasRoom = true;

const papersContract = contract({
  area: 'papers',
  calls: {
    send: {
      method: 'POST',
      path: 'api/papers',
      summary: 'Takes a paper.',
      who: 'anyone',
      runs: 'transaction',
      input: z.object({ title: z.string().max(5), file: takenFile, keeps: z.string().optional() }),
      output: z.object({ id: z.string() }),
      errors: { not_wanted: 409 },
      takesFile: { kinds: paperKinds, mostBytes: 1_000_000 },
    },
  },
});

beforeAll(async () => {
  held = await openTestDatabase();
  database = held.database;
  const disk = openDisk({ folder, keys: [{ id: 'a', secret: 's'.repeat(40) }] });
  const full = { outcome: 'unknown', reason: 'ENOSPC: no space left on device' } as const;
  const storage = { ...disk, put: async (...given: Parameters<typeof disk.put>) => (hasRoom ? disk.put(...given) : full) };
  served = await openServed({
    database: database,
    // All that is sent here comes from one address.
    settings: () => ({ ...defaultSettings, calls: { ...defaultSettings.calls, perAddressBurst: { count: 10_000, seconds: 1 } } }),
    uploads: openUploads({ sql: database.sql, storage, wall: () => new Date() }),
    area: {
      contract: papersContract,
      handlers: {
        async send(input, ctx) {
          asked.push(input.file);
          if (input.keeps === 'no') return ctx.refuse('not_wanted');
          if (input.keeps !== 'forgets') await keepFile(ctx.sql, input.file, 'paper:1');
          return { id: input.file.id };
        },
      },
    },
  });
});

afterAll(async () => {
  await served.close();
  await held.close();
  rmSync(folder, { recursive: true });
});

const send = async (
  file: Parameters<typeof formWith>[0],
  fields: Readonly<Record<string, string>> = { title: 'bill' },
  headers: Readonly<Record<string, string>> = {},
) => {
  asked = [];
  const form = formWith(file, fields);
  const answer = await served.inject({
    method: 'POST',
    url: '/api/js/api/papers',
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
  return {
    status: answer.statusCode,
    body: answer.json() as { errors: { code: string; validation_messages: object }[]; data: { id: string } },
  };
};

const stored = (): number => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()).length;
const rows = async (state: string): Promise<number> =>
  (await database.sql.one<{ count: number }>('select count(*)::integer as count from stored_file where state = $1', [state]))
    .count;

test.each([
  ['jpeg', jpegFile({ scan: 60_000 })],
  ['png', pngFile({ width: 300, height: 200 })],
  ['pdf', pdfFile()],
] as const)('a %s is what it is, whatever it is called', async (kind, bytes) => {
  const before = stored();
  const { status, body } = await send({ name: '../../etc/C:\\pass"wd.exe', type: 'text/html', bytes });
  expect(body.errors).toEqual([]);
  expect(status).toBe(200);
  expect(asked[0]).toMatchObject({ kind, bytes: bytes.length, name: expect.not.stringMatching(/[/\\"]/) });
  expect(stored()).toBe(before + 1);
});

test('a file that its call does not keep leaves nothing, however the call ends', async () => {
  const [files, kept] = [stored(), await rows('kept')];
  const file = { name: 'a.pdf', bytes: pdfFile() };
  expect((await send(file, { title: 'bill', keeps: 'no' })).status).toBe(409);
  expect((await send(file, { title: 'bill', keeps: 'forgets' })).status).toBe(200);
  expect((await send(file, { title: 'much too long' })).status).toBe(422);
  expect((await send(file, {})).body.errors[0]?.validation_messages).toHaveProperty('title');
  await vi.waitFor(async () => expect([stored(), await rows('kept'), await rows('arriving')]).toEqual([files, kept, 0]), {
    timeout: 60_000,
  });
});

test('no file, an empty one and one that is too large are refused at their field', async () => {
  expect((await send(undefined)).body.errors[0]).toMatchObject({ code: 'no_file_selected', validation_messages: { file: {} } });
  expect((await send({ name: 'a.pdf', bytes: Buffer.alloc(0) })).body.errors[0]?.code).toBe('no_file_selected');
  const declared = await send({ name: 'a.jpg', bytes: jpegFile({ scan: 2_000_000 }) });
  expect(declared.body.errors[0]).toMatchObject({ code: 'max_file_size', validation_messages: { file: {} } });
  const within = await send({ name: 'a.jpg', bytes: jpegFile({ scan: 1_000_100 }) });
  expect(within.body.errors[0]?.code).toBe('max_file_size');
  expect(await rows('arriving')).toBe(0);
});

test('a file that the store has no room for is refused for the moment, and is taken later under the same key', async () => {
  const file = { name: 'a.pdf', bytes: pdfFile() };
  const once = { 'idempotency-key': 'paper-full' };
  const before = stored();
  hasRoom = false;
  const refused = await send(file, { title: 'bill' }, once);
  hasRoom = true;
  expect([refused.status, refused.body.errors[0]?.code, await rows('arriving')]).toEqual([503, 'service_unavailable', 0]);
  expect([(await send(file, { title: 'bill' }, once)).status, stored()]).toEqual([200, before + 1]);
});

test('the same file under the same key is the same call, and another one is not', async () => {
  const once = { 'idempotency-key': 'paper-1' };
  const before = stored();
  const first = await send({ name: 'a.pdf', bytes: pdfFile() }, { title: 'bill' }, once);
  const again = await send({ name: 'a.pdf', bytes: pdfFile() }, { title: 'bill' }, once);
  expect(again.body.data).toEqual(first.body.data);
  await vi.waitFor(() => expect(stored()).toBe(before + 1), { timeout: 60_000 });
  expect((await send({ name: 'a.png', bytes: pngFile() }, { title: 'bill' }, once)).status).toBe(409);
});

test('a form without a file in it, or with two, is no form of this call; other calls take no forms', async () => {
  const plain = await served.inject({ method: 'POST', url: '/api/js/api/papers', payload: { title: 'bill' } });
  expect(plain.json().errors[0].code).toBe('no_file_selected');
  const cut = formWith({ name: 'a.pdf', bytes: pdfFile() });
  const broken = await served.inject({
    method: 'POST',
    url: '/api/js/api/papers',
    payload: cut.payload.subarray(0, 300),
    headers: cut.headers,
  });
  expect(broken.statusCode).toBe(400);
  await vi.waitFor(async () => expect(await rows('arriving')).toBe(0), { timeout: 60_000 });
});

test('an upload that is cut off at every tenth leaves nothing', async () => {
  const before = stored();
  await served.listen({ port: 0, host: '127.0.0.1' });
  const { port } = served.server.address() as AddressInfo;
  const { headers, payload } = formWith({ name: 'a.jpg', bytes: jpegFile({ scan: 400_000 }) }, { title: 'bill' });
  for (let tenth = 1; tenth < 10; tenth += 1) {
    const line = connect(port, '127.0.0.1');
    line.write(
      `POST /api/js/api/papers HTTP/1.1\r\nhost: x\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${payload.length}\r\n\r\n`,
    );
    await new Promise((resolve) => line.write(payload.subarray(0, Math.floor((payload.length * tenth) / 10)), resolve));
    line.destroy();
  }
  // All of them are over when nothing is on its way any more.
  await vi.waitFor(async () => expect([await rows('arriving'), stored()]).toEqual([0, before]), { timeout: 60_000 });
});

test('of two hundred hostile files none is taken as what it is not', async () => {
  const files = hostileFiles(900_000);
  expect(files.length).toBeGreaterThanOrEqual(200);
  const [kept, objects] = [await rows('kept'), stored()];
  const answers: string[] = [];
  for (const { name, type, bytes, why } of files) answers.push(`${(await send({ name, type, bytes })).status} ${why}`);
  expect(answers.filter((answer) => !answer.startsWith('422'))).toEqual([]);
  expect([await rows('kept'), stored(), await rows('arriving')]).toEqual([kept, objects, 0]);
});
