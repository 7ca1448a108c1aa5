import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { fromAddress, type Scene } from './scene.ts';

/** What a client's screens ask for. */
const reads = [
  '/api/js/api/client_info?lang=en',
  '/api/js/api/dashboard?lang=en',
  '/api/js/api/direct/wallets?lang=en',
  '/api/js/api/transfers?limit=20&lang=en',
  '/en/deposits',
];
/** Each asks so often: less than a client may (`calls.perClient`). */
const betweenMs = 70;

/** How long the others waited, request by request, in milliseconds. They ask at fixed times, whatever became of the last. */
export async function measureQuiet({ portal, quiet }: Scene, seconds: number): Promise<number[]> {
  const pool = new Pool(portal.url, { connections: quiet.length * 4 });
  const took: number[] = [];
  const begun = performance.now();
  const ask = async (client: number, count: number): Promise<void> => {
    const due = begun + count * betweenMs + (client * betweenMs) / quiet.length;
    await wait(Math.max(0, due - performance.now()));
    const headers = { ...quiet[client]?.headers, ...fromAddress(`198.51.100.${client + 1}`) };
    const { statusCode, body } = await pool.request({ path: reads[count % reads.length] ?? '', method: 'GET', headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`a client who did nothing wrong was answered with ${statusCode}`);
    took.push(performance.now() - due);
  };
  const each = Math.floor((seconds * 1000) / betweenMs);
  await Promise.all(quiet.flatMap((_caller, client) => Array.from({ length: each }, (_, count) => ask(client, count))));
  await pool.close();
  return took;
}

export function p95(took: readonly number[]): number {
  return took.toSorted((first, second) => first - second)[Math.floor(took.length * 0.95)] ?? 0;
}
