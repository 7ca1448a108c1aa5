import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { joinDatabase, openDatabase } from '../database/open.ts';
import { openApplication } from './open.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-open-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const config = readConfig({ ATRIUM_DATA: folder, LOG_LEVEL: 'silent' });
const quiet = (): void => undefined;

test('whoever ends the application while it opens leaves nothing running, and it opens again', async () => {
  const ending = new AbortController();
  const opening = openApplication({
    config,
    withPages: false,
    signal: ending.signal,
    progress: (text) => text.startsWith('Starting the outside parties') && ending.abort(),
  });
  await expect(opening).rejects.toThrow();
  // The database's lock on the folder is free, so the first one has ended.
  const database = await openDatabase(config, quiet);
  await expect(openDatabase(config, quiet)).rejects.toThrow(/is running on .* already: end it/);
  expect(await database.application.sql.one('select 1 as one')).toEqual({ one: 1 });
  await database.close();
});

test('a command joins the application that runs, and leaves it running; where none runs, it opens and closes the database itself', async () => {
  const one = { one: 1 };
  const database = await openDatabase(config, quiet);
  const beside = await joinDatabase(config);
  expect(await beside.application.sql.one('select 1 as one')).toEqual(one);
  await beside.close();
  expect(await database.application.sql.one('select 1 as one')).toEqual(one);
  await database.close();
  const alone = await joinDatabase(config);
  expect(await alone.application.sql.one('select 1 as one')).toEqual(one);
  await alone.close();
  expect(existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
});

test('a database that somebody kills is started again under the running application, with everything it acknowledged', async () => {
  const database = await openDatabase(config, quiet);
  await database.application.sql.run(`insert into cursor_mark (name, value) values ('kept', '{}')`);
  const processId = () => Number(readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  const killed = processId();
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(
    async () => {
      expect(processId()).not.toBe(killed);
      expect(await database.application.sql.one(`select name from cursor_mark where name = 'kept'`)).toEqual({ name: 'kept' });
    },
    { timeout: 120_000, interval: 200 },
  );
  await database.close();
});

test.each([
  [{ ATRIUM_DATA: '/etc/hostname/atrium' }, /^ATRIUM_DATA is \/etc\/hostname\/atrium, where nothing can be written: /],
  [{ ATRIUM_DATA: '/etc/hostname' }, /^ATRIUM_DATA is \/etc\/hostname, where nothing can be written: /],
  [
    { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' },
    /^DATABASE_URL leads to 127.0.0.1:1, where no connection can be made: [^]*$/,
  ],
])('%o ends with one clear sentence', async (variables, sentence) => {
  const fault = await openDatabase(readConfig(variables), quiet).catch((error: Error) => error.message);
  expect(fault).toMatch(sentence);
  expect(fault).not.toContain('secret');
});
