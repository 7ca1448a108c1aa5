import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test('a server that was killed comes back with everything it acknowledged', async () => {
  const first = await startEmbedded({ folder, isDurable: true });
  await ask(first.url('postgres'), 'create table kept (n int)');
  await ask(first.url('postgres'), 'insert into kept values (1), (2)');
  process.kill(first.processId, 'SIGKILL');
  const second = await startEmbedded({ folder, isDurable: true });
  expect(await ask(second.url('postgres'), 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);

  // A process that crashed leaves its server running: the next start takes it over.
  const third = await startEmbedded({ folder, isDurable: true });
  expect(third.processId).toBe(second.processId);
  await third.stop();
  await expect(ask(third.url('postgres'), 'select 1')).rejects.toThrow();
});
