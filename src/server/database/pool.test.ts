import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool, singleClient, sqlOver } from './pool.ts';
import { connectTimeoutMs, openTestDatabase, type TestDatabase } from '../testing/database.ts';

let app: TestDatabase;
beforeAll(async () => {
  app = await openTestDatabase();
});
afterAll(() => app.close());

test('whole numbers of the database arrive exact, days as text', async () => {
  const row = await app.database.sql.one<{ big: bigint; day: string; id: number }>(
    `select 9007199254740993::bigint as big, date '2026-03-01' as day, 7::integer as id`,
  );
  expect(row).toEqual({ big: 9007199254740993n, day: '2026-03-01', id: 7 });
});

test('instants arrive as pg reads them, to the millisecond, in every zone and at every edge', async () => {
  const written = [
    '2026-03-01 09:05:07+00',
    '2026-03-01 09:05:07.1+00',
    '2026-12-31 23:59:59.999999+00',
    '0999-01-01 00:00:00+00',
    'infinity',
  ];
  const own = openPool({ url: app.url, max: 1 });
  for (const zone of ['UTC', 'Asia/Kathmandu'])
    for (const text of written) {
      const { at } = await own.transact(async (sql) => {
        await sql.run(`set local time zone '${zone}'`);
        return sql.one<{ at: unknown }>('select $1::timestamptz as at', [text]);
      });
      expect([zone, text, at]).toEqual([zone, text, pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text)]);
    }
  await own.close();
});

test('the rows of an answer are held by nobody but whoever asked', async () => {
  const held: unknown[][] = [];
  const client = await app.owner.connect();
  const sql = sqlOver({
    async query(asked) {
      const answer = await client.query(asked);
      held.push(answer.rows);
      return answer;
    },
  });
  expect(await sql.many('select n from generate_series(1, 2) n')).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await sql.one('select 1 as n')).toEqual({ n: 1 });
  expect(await sql.maybe('select 1 as n')).toEqual({ n: 1 });
  expect(held).toEqual([[], [], []]);
  await client.end();
});

test('a transaction that throws leaves nothing behind', async () => {
  const work = app.database.transact(async (sql) => {
    await sql.run(`insert into rate_window (key, window_start, count) values ('x', now(), 1)`);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await app.database.sql.many(`select 1 from rate_window where key = 'x'`)).toEqual([]);
});

test('a connection that breaks within a transaction fails the transaction and not the process', async () => {
  const work = app.database.transact(async (sql) => {
    const { pid } = await sql.one<{ pid: number }>('select pg_backend_pid() as pid');
    // Returns once the backend has gone, so that the next statement finds the connection broken.
    await app.owner.sql.run('select pg_terminate_backend($1, 5000)', [pid]);
    await sql.run('select 1');
  });
  await expect(work).rejects.toThrow();
  expect(await app.database.sql.one('select 1 as alive')).toEqual({ alive: 1 });
});

test('an answer that does not come in time is given up, alone and within a transaction, and its connection with it', async () => {
  const impatient = openPool({ url: app.url, max: 1, answerTimeoutMs: 3_000 });
  const hang = 'select pg_sleep(20)';
  await expect(impatient.sql.run(hang)).rejects.toThrow('Query read timeout');
  await expect(impatient.transact((sql) => sql.run(hang))).rejects.toThrow('Query read timeout');
  expect(await impatient.sql.one('select 1 as alive')).toEqual({ alive: 1 });
  // Who says that a statement may take longer waits for it longer.
  const limits = { statementMs: 10_000 };
  expect(await impatient.transact((sql) => sql.one('select pg_sleep(3.5) is null as is_void'), limits)).toEqual({
    is_void: false,
  });
  await impatient.close();
});

test('a connection without a pool gives an answer up that does not come in time, and can be ended', async () => {
  const client = singleClient({ url: app.url, answerWithinMs: 3_000, connectWithinMs: connectTimeoutMs });
  await client.connect();
  await expect(client.query('select pg_sleep(20)')).rejects.toThrow('Query read timeout');
  await client.end();
});

test('every connection is kept alive, so that who only listens learns that the other side is gone', async () => {
  const keepAlive = vi.spyOn(net.Socket.prototype, 'setKeepAlive');
  const pool = openPool({ url: app.url, max: 1, connectTimeoutMs });
  const single = singleClient({ url: app.url, answerWithinMs: undefined, connectWithinMs: connectTimeoutMs });
  await pool.sql.one('select 1 as alive');
  await (await pool.connect()).end();
  await single.connect();
  await single.end();
  expect(keepAlive.mock.calls).toEqual([1, 2, 3].map(() => [true, 30_000]));
  keepAlive.mockRestore();
  await pool.close();
});

test('the application role owns nothing: it may not change the tables', async () => {
  await expect(app.database.sql.run('alter table client add column x int')).rejects.toThrow(/must be owner/);
});

/** A message of PostgreSQL's protocol: its kind, its length and what it says. */
function messageOf(kind: string, ...said: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(said.map((one) => (typeof one === 'string' ? Buffer.from(`${one}\0`) : one)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind), length, body]);
}

test('a connection that ends in the moment in which it is handed on ends that statement, and not the process', async () => {
  const ready = messageOf('Z', Buffer.from('I'));
  const done = Buffer.concat([messageOf('1'), messageOf('2'), messageOf('n'), messageOf('C', 'SELECT 0'), ready]);
  const shut = messageOf(
    'E',
    Buffer.from('S'),
    'FATAL',
    Buffer.from('C'),
    '57P01',
    Buffer.from('M'),
    'shut down',
    Buffer.alloc(1),
  );
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    const isFirst = connections === 1;
    socket.once('data', () => {
      socket.write(Buffer.concat([messageOf('R', Buffer.alloc(4)), ready]));
      // With the end of the first statement comes that of the connection.
      socket.on('data', () => void (isFirst ? socket.end(Buffer.concat([done, shut])) : socket.write(done)));
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const pool = openPool({ url: `postgres://somebody:secret@127.0.0.1:${port}/nowhere?sslmode=disable`, max: 1 });
  const ended: unknown[] = [];
  const note = (error: unknown): void => void ended.push(error);
  process.on('uncaughtException', note);
  const first = pool.sql.many('select');
  const second = pool.transact((sql) => sql.many('select')).catch((error: unknown) => error);
  expect(await first).toEqual([]);
  expect(await second).toBeInstanceOf(Error);
  expect(await pool.sql.many('select')).toEqual([]);
  process.off('uncaughtException', note);
  expect(ended).toEqual([]);
  await pool.close();
  await new Promise((resolve) => server.close(resolve));
});
