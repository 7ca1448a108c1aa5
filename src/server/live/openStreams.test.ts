import { Writable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientId } from '../../base/id.ts';
import { listen, type Listener } from '../http/listen.ts';
import { openOpenStreams, streamChannel, type OpenStreams } from './openStreams.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';

/* Two web processes behind one address: the call may come to the one that does not hold the stream. */

let app: TestDatabase;
let here: OpenStreams;
let there: OpenStreams;
let ears: Listener[];

beforeAll(async () => {
  app = await openTestDatabase();
  [here, there] = [openOpenStreams(app.database.sql), openOpenStreams(app.database.sql)];
  ears = await Promise.all(
    [here, there].map((streams) => listen(app.database, { [streamChannel]: (text) => streams.announced(text) }, () => undefined)),
  );
});
afterAll(async () => {
  await Promise.all(ears.map((ear) => ear.close()));
  await app.close();
});

/** A browser's answer that takes what it is given at once, or only when it is let. */
function openAnswer() {
  const taken: string[] = [];
  let letGo: (() => void) | undefined;
  const state = { isStuck: false };
  const writable = new Writable({
    write(piece: Buffer, _encoding, done) {
      taken.push(String(piece));
      if (state.isStuck) letGo = done;
      else done();
    },
  });
  return { response: writable as unknown as ServerResponse, taken, state, letGo: () => letGo?.() };
}

test('a message finds the process that holds the stream, and only for the session that the stream belongs to', async () => {
  const heard: unknown[] = [];
  there.hear('greeting', (stream, payload) => heard.push([stream.sid, payload]));
  const { response } = openAnswer();
  const { name } = there.hold({ clientId: clientId(7), sid: 'mine', response });
  await here.tell('greeting', { stream: name, sid: 'another' }, { text: 'not for you' });
  await here.tell('greeting', { stream: 'nobody', sid: 'mine' }, { text: 'lost' });
  await here.tell('greeting', { stream: name, sid: 'mine' }, { text: 'over the database' });
  await vi.waitUntil(() => heard.length > 0);
  await there.tell('greeting', { stream: name, sid: 'another' }, { text: 'nor here' });
  await there.tell('greeting', { stream: name, sid: 'mine' }, { text: 'at once' });
  expect(heard).toEqual([
    ['mine', { text: 'over the database' }],
    ['mine', { text: 'at once' }],
  ]);
});

test('a browser that has not taken what was written gets nothing more until it has', async () => {
  const { response, taken, state, letGo } = openAnswer();
  const stream = here.hold({ clientId: clientId(7), sid: 'mine', response });
  state.isStuck = true;
  expect(stream.push(Buffer.from('first'))).toBe(true);
  expect(stream.push(Buffer.from('second'))).toBe(false);
  expect(stream.push(Buffer.from('third'))).toBe(false);
  state.isStuck = false;
  letGo();
  await vi.waitUntil(() => response.writableLength === 0);
  expect(stream.push(Buffer.from('newest'))).toBe(true);
  expect(taken).toEqual(['first', 'newest']);
});

test('a stream that ends says so once, and is found no more', async () => {
  const ended = vi.fn<() => void>();
  const { response } = openAnswer();
  const stream = here.hold({ clientId: clientId(7), sid: 'mine', response });
  stream.onEnd(ended);
  response.destroy();
  await vi.waitUntil(() => ended.mock.calls.length === 1);
  expect(stream.push(Buffer.from('late'))).toBe(true);
});
