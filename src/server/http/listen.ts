import type pg from 'pg';
import { sqlOver, type Pool } from '../database/pool.ts';

/** Hears the database's announcements on one connection, and finds it again when it breaks. */
export interface Listener {
  close(): Promise<void>;
}

const firstRetryMs = 200;
const lastRetryMs = 5000;

/**
 * Listens on every channel given. `onReconnect` runs after each new connection, because announcements made while
 * nobody listened are lost.
 */
export async function listen(
  pool: Pool,
  channels: Readonly<Record<string, (payload: string) => void>>,
  onReconnect: () => void,
): Promise<Listener> {
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const fresh = await pool.connect();
    fresh.on('notification', (message) => channels[message.channel]?.(message.payload ?? ''));
    fresh.on('end', () => {
      if (client === fresh) retry(firstRetryMs);
    });
    try {
      const sql = sqlOver(fresh, pool.answerTimeoutMs);
      for (const channel of Object.keys(channels)) await sql.run(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      // What it hears, if it hears at all, is for nobody: the next one begins anew.
      await fresh.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) return void (await fresh.end());
    client = fresh;
    onReconnect();
  };
  const retry = (delayMs: number): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      connect().catch(() => retry(Math.min(delayMs * 2, lastRetryMs)));
    }, delayMs);
  };

  await connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
