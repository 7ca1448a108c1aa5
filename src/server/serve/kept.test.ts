import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { bytesFor, keptOnce, keptText } from './kept.ts';

const text = JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ index, name: 'the same again' })));

function answer(kept: Parameters<typeof bytesFor>[2], accepted: string | undefined) {
  const headers: Record<string, string> = {};
  const keep = (name: string, value: string) => void (headers[name] = value);
  const reply = { raw: { setHeader: keep }, header: keep } as unknown as FastifyReply;
  const request = { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } } as FastifyRequest;
  return { bytes: bytesFor(request, reply, kept), encoding: headers['content-encoding'] };
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.9', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=0.1, br;q=0', 'gzip'],
  ['*', 'br'],
  ['deflate', undefined],
  ['identity', undefined],
  [undefined, undefined],
])('a browser that takes %s is answered in %s, compressed once for everybody', async (accepted, encoding) => {
  const once = keptOnce(() => text);
  const [first, second] = [answer(await once(), accepted), answer(await once(), accepted)];
  expect([first.encoding, second.bytes === first.bytes]).toEqual([encoding, true]);
  const read = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  expect(read ? read(first.bytes as Buffer).toString() : first.bytes).toBe(text);
});

test('what a call answers again and again is compressed for the first of them', () => {
  const [texts, data] = [new WeakMap(), {}];
  const kept = keptText(texts, data, () => text);
  expect(keptText(texts, data, () => 'another')).toBe(kept);
  expect(answer(kept, 'gzip').bytes).toBe(kept.compressed?.gzip);
});

test('a short text is left as it is', () => {
  expect(
    answer(
      keptText(new WeakMap(), {}, () => 'short'),
      'br',
    ),
  ).toEqual({ bytes: 'short', encoding: undefined });
});
