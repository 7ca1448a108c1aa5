import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { emailOf } from '../../seed/personas.ts';
import { openPool, type Pool } from '../../src/server/database/pool.ts';
import type { ServerProcess } from '../server.ts';
import type { Figure } from './figure.ts';
import { signIn } from './visitor.ts';

const few = 1_000;
const many = 1_000_000;
const target = 1.6;
const betweenLooksMs = 250;
/** A bound of hanging, not of speed. */
const mostLooks = 7_200;
const statementMs = 1_800_000;

/** A long list as an Excel workbook, by the worker: what the server takes at most for a million transfers, beside a thousand. */
export async function measureExports(server: ServerProcess): Promise<Figure[]> {
  const owner = openPool({ url: server.databaseUrl(), max: 1 });
  try {
    await addTransfers(owner, 'eu.pro', few);
    await addTransfers(owner, 'ke.active', many);
    // What is loaded once is there before anything counts.
    await exported(server, 'eu.pro');
    const [short, long] = [await exported(server, 'eu.pro'), await exported(server, 'ke.active')];
    const ratio = long.peakMb / short.peakMb;
    return [
      {
        what: `export of ${many} transfers: most memory ÷ that of ${few}`,
        value: `${ratio.toFixed(2)} × (${long.peakMb.toFixed(0)} MB against ${short.peakMb.toFixed(0)} MB; ${long.seconds.toFixed(0)} s)`,
        target: `≤ ${target} ×`,
        isMet: ratio <= target && long.rows >= many,
      },
      {
        what: 'steps of its progress that the screen could show',
        value: String(long.steps),
        target: '≥ 5',
        isMet: long.steps >= 5,
      },
    ];
  } finally {
    await owner.close();
  }
}

export interface Exported {
  readonly peakMb: number;
  readonly seconds: number;
  readonly rows: number;
  /** Different counts of rows that were seen on the way. */
  readonly steps: number;
}

async function exported(server: ServerProcess, name: string): Promise<Exported> {
  const headers = await signIn(server.url, name);
  return watched(server, headers, async () => {
    const answer = await fetch(`${server.url}/api/js/api/exports`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'transfers', format: 'xlsx' }),
    });
    const { data } = (await answer.json()) as { data: { id: string } };
    return [data.id];
  });
}

/** What the server takes at most until all the files that `begin` asks for are written. */
export async function watched(
  server: ServerProcess,
  headers: Readonly<Record<string, string>>,
  begin: () => Promise<readonly string[]>,
): Promise<Exported> {
  forgetPeak(server);
  const begun = performance.now();
  const ids = await begin();
  const seen = new Set<number>();
  for (let look = 0; look < mostLooks; look += 1) {
    const files = await Promise.all(ids.map((id) => stateOf(server, headers, id)));
    if (files.some(({ state }) => state === 'failed')) throw new Error('the file was not written');
    const rows = Math.min(...files.map(({ rows_done: done }) => done));
    if (files.every(({ state }) => state === 'ready'))
      return { peakMb: peakMbOf(server), seconds: (performance.now() - begun) / 1000, rows, steps: seen.size };
    if (rows > 0) seen.add(rows);
    await wait(betweenLooksMs);
  }
  throw new Error('the file was not written in half an hour');
}

async function stateOf(server: ServerProcess, headers: Readonly<Record<string, string>>, id: string) {
  const answer = await fetch(`${server.url}/api/js/api/exports`, { headers });
  const { data } = (await answer.json()) as { data: { exports: { id: string; state: string; rows_done: number }[] } };
  const found = data.exports.find((each) => each.id === id);
  if (!found) throw new Error('the file is not listed');
  return found;
}

/** Linux keeps the most that a process has had, and forgets it when asked to (proc(5), clear_refs). */
function forgetPeak(server: ServerProcess): void {
  writeFileSync(`/proc/${server.processId()}/clear_refs`, '5');
}

function peakMbOf(server: ServerProcess): number {
  const status = readFileSync(`/proc/${server.processId()}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** A long past for the list only: nothing of it is posted. */
async function addTransfers(owner: Pool, name: string, count: number): Promise<void> {
  await owner.transact(
    (sql) =>
      sql.run(
        `insert into remittance (client_id, company_id, transfer_type, phase, reference, method_id, provider, account_number, amount,
           currency, account_amount, account_currency, created_at, expires_at, saved_at, updated_at)
         select c.id, c.company_id, 'deposit', 'declined', 'export-' || c.id || '-' || n, 340, 'praxis', 1, 10000 + n, 'USD',
           10000 + n, 'USD', at, at, at, at
         from client c, generate_series(1, ${count}) n, lateral (select now() - make_interval(secs => n * 20) as at) moment
         where c.email = $1`,
        [emailOf(name)],
      ),
    { statementMs },
  );
  await owner.sql.run('analyze remittance');
}
