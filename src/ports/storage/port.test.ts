import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from './index.ts';
import type { NewObject, ObjectStorage } from './port.ts';

interface PortBench {
  readonly storage: ObjectStorage;
  readonly folder: string;
  close(): Promise<void>;
}

const connectors = [
  { name: 'disk', raise: raiseDisk },
  { name: 's3', raise: raiseS3 },
];
const mebibyte = 1024 * 1024;
const unreadable = /not found|damaged|unable to authenticate/i;

describe.each(connectors)('the object store $name', ({ raise }) => {
  let stage: PortBench;
  beforeAll(async () => {
    stage = await raise();
  });
  afterAll(() => stage.close());

  // The pieces of both stores: none, less than one, exactly one and two of the disk's, and parts of the bucket's.
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 11 * mebibyte + 3])('%i bytes come back as they went', async (length) => {
    const bytes = noise(length);
    const stored = await stage.storage.put(`sizes/${length}`, object(bytes));
    expect(stored).toEqual({ outcome: 'stored', size: length, sha256: createHash('sha256').update(bytes).digest('hex') });
    const found = await read(stage.storage, `sizes/${length}`);
    expect(found).toMatchObject({ contentType: 'image/png', size: length });
    expect(found?.bytes.equals(bytes)).toBe(true);
  });

  test('an object is replaced whole, and forgotten on demand', async () => {
    await stage.storage.put('doc/one', object(Buffer.from('first')));
    await stage.storage.put('doc/one', object(Buffer.from('second')));
    expect((await read(stage.storage, 'doc/one'))?.bytes.toString()).toBe('second');
    expect(await stage.storage.delete('doc/one')).toEqual({ outcome: 'deleted' });
    expect(await stage.storage.get('doc/one')).toEqual({ outcome: 'absent' });
    expect(await stage.storage.delete('doc/one')).toEqual({ outcome: 'deleted' });
  });

  test.each([10, 6 * mebibyte])('one byte more than %i is refused, and nothing is kept', async (maxBytes) => {
    const answer = await stage.storage.put('doc/large', { ...object(noise(maxBytes + 1)), maxBytes });
    expect(answer).toEqual({ outcome: 'refused', code: 'too_large' });
    expect(await stage.storage.get('doc/large')).toEqual({ outcome: 'absent' });
  });

  test('a body may use the memory of its pieces again', async () => {
    const bytes = noise(11 * mebibyte + 3);
    await stage.storage.put('doc/reused', { ...object(bytes), body: inOneMemory(bytes, 50_000) });
    expect((await read(stage.storage, 'doc/reused'))?.bytes.equals(bytes)).toBe(true);
  });

  test('an upload that breaks off leaves what was there', async () => {
    await stage.storage.put('doc/kept', object(Buffer.from('kept')));
    await expect(stage.storage.put('doc/kept', { ...object(Buffer.alloc(0)), body: broken() })).rejects.toThrow('broke off');
    expect((await read(stage.storage, 'doc/kept'))?.bytes.toString()).toBe('kept');
  });

  test.each(['', '../etc/passwd', '/etc/passwd', 'a//b', 'a/../b', '.hidden', 'a\u0000b', 'x'.repeat(251)])(
    '"%s" is no key',
    async (key) => {
      await expect(stage.storage.get(key)).rejects.toThrow(RangeError);
    },
  );
});

describe('files on the disk', () => {
  let stage: PortBench;
  beforeAll(async () => {
    stage = await raiseDisk();
  });
  afterAll(() => stage.close());

  const onlyFile = (): string => {
    const files = readdirSync(stage.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(stage.folder, name))
      .filter((name) => statSync(name).isFile());
    expect(files).toHaveLength(1);
    return files[0] ?? '';
  };

  test('say nothing of what is in them, and are for their owner only', async () => {
    await stage.storage.put('doc/secret', object(Buffer.from('passport number 123')));
    const file = onlyFile();
    expect(readFileSync(file).includes('passport')).toBe(false);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test('are opened by the key that sealed them after a new one was put in front', async () => {
    await stage.storage.put('doc/secret', object(Buffer.from('sealed before')));
    const rotated = openStorage({ provider: 'disk', folder: stage.folder, keys: [newKey, oldKey] });
    expect((await read(rotated, 'doc/secret'))?.bytes.toString()).toBe('sealed before');
    await rotated.put('doc/secret', object(Buffer.from('sealed after')));
    expect((await read(rotated, 'doc/secret'))?.bytes.toString()).toBe('sealed after');
    expect(await stage.storage.get('doc/secret')).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('new') });
  });

  test('that were changed, cut short or moved to another key are not read', async () => {
    await stage.storage.put('doc/secret', object(noise(200_000)));
    const file = onlyFile();
    const whole = readFileSync(file);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(flipped.readUInt8(150_000) ^ 1, 150_000);
    const otherType = Buffer.from(whole.toString('latin1').replace('image/png', 'text/html'), 'latin1');
    const head = whole.indexOf('}') + 1 + 32;
    const cutAtPiece = whole.subarray(0, head + 2 * (65_536 + 16));
    for (const damaged of [flipped, otherType, cutAtPiece, whole.subarray(0, 20), Buffer.from('ATR1')]) {
      writeFileSync(file, damaged);
      await expect(readOrThrow(stage.storage, 'doc/secret')).rejects.toThrow(unreadable);
    }
    await stage.storage.delete('doc/secret');
    await stage.storage.put('doc/other', object(Buffer.from('x')));
    writeFileSync(onlyFile(), whole);
    await expect(readOrThrow(stage.storage, 'doc/other')).rejects.toThrow(unreadable);
  });
});

test('a store that cannot be reached is unknown, not absent', async () => {
  const storage = openStorage({ provider: 's3', ...bucketSettings, endpoint: 'http://127.0.0.1:9', timeoutMs: 200 });
  expect(await storage.get('doc/one')).toMatchObject({ outcome: 'unknown' });
  expect(await storage.put('doc/one', object(Buffer.from('x')))).toMatchObject({ outcome: 'unknown' });
});

describe('what is to be kept until a day', () => {
  const keepUntil = new Date('2031-11-22T10:00:00Z');
  const lockOf = (headers: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      ['x-amz-object-lock-mode', 'x-amz-object-lock-retain-until-date', 'x-amz-checksum-sha256'].map((name) => [
        name,
        headers[name],
      ]),
    );

  test.each([
    [true, { ...object(Buffer.from('{}')), keepUntil }, 'COMPLIANCE'],
    [true, object(Buffer.from('{}')), undefined],
    [false, { ...object(Buffer.from('{}')), keepUntil }, undefined],
  ])('goes to a bucket with a lock of its own, or not (%s)', async (hasObjectLock, what, mode) => {
    const seen: Record<string, unknown>[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers);
      request.resume().on('end', () => response.setHeader('etag', '"1"').end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const storage = openStorage({ provider: 's3', ...bucketSettings, endpoint: `http://127.0.0.1:${port}`, hasObjectLock });
    expect(await storage.put('audit/one', what)).toMatchObject({ outcome: 'stored' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const sum = createHash('sha256').update('{}').digest('base64');
    expect(seen.map(lockOf)).toEqual([
      {
        'x-amz-object-lock-mode': mode,
        'x-amz-object-lock-retain-until-date': mode && '2031-11-22T10:00:00Z',
        'x-amz-checksum-sha256': mode && sum,
      },
    ]);
  });

  test('is one part at most', async () => {
    const storage = openStorage({ provider: 's3', ...bucketSettings, endpoint: 'http://127.0.0.1:9', hasObjectLock: true });
    const answer = await storage.put('audit/large', { ...object(noise(6 * mebibyte)), keepUntil });
    expect(answer).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('bytes at most') });
  });
});

function object(bytes: Buffer): NewObject {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += 50_000) yield bytes.subarray(start, start + 50_000);
  }
  return { contentType: 'image/png', body: body(), maxBytes: 20 * mebibyte };
}

async function* broken(): AsyncGenerator<Uint8Array> {
  yield noise(6 * mebibyte);
  throw new Error('the client hung up');
}

/** Bytes without a pattern, the same every time. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let index = 0; index < length; index += 1) {
    state = (state * 48_271) % 2_147_483_647;
    bytes[index] = state & 255;
  }
  return bytes;
}

async function* inOneMemory(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  const memory = Buffer.alloc(length);
  for (let at = 0; at < bytes.length; at += length) {
    yield memory.subarray(0, bytes.copy(memory, 0, at));
    memory.fill(0);
  }
}

async function read(storage: ObjectStorage, key: string) {
  const answer = await storage.get(key);
  if (answer.outcome !== 'found') return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.object.body) chunks.push(chunk);
  return { contentType: answer.object.contentType, size: answer.object.size, bytes: Buffer.concat(chunks) };
}

async function readOrThrow(storage: ObjectStorage, key: string): Promise<void> {
  if ((await read(storage, key)) === undefined) throw new Error('not found');
}

const oldKey = { id: 'old', secret: 'the first secret, of at least thirty-two characters' };
const newKey = { id: 'new', secret: 'the second secret, of at least thirty-two characters' };

async function raiseDisk(): Promise<PortBench> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-disk-'));
  return {
    storage: openStorage({ provider: 'disk', folder, keys: [oldKey] }),
    folder,
    close: async () => rmSync(folder, { recursive: true }),
  };
}

const bucketSettings = {
  bucket: 'atrium',
  region: 'us-east-1',
  isPathStyle: true,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  prefix: 'portal/',
  encryption: 'none',
} as const;

async function raiseS3(): Promise<PortBench> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-s3-'));
  const configureBuckets = [{ name: 'atrium' }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory: folder, silent: true, configureBuckets });
  const { port } = await server.run();
  return {
    storage: openStorage({ provider: 's3', ...bucketSettings, endpoint: `http://127.0.0.1:${port}` }),
    folder,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}
