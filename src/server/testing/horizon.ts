import { vi } from 'vitest';
import type { Sql } from '../../base/sql.ts';
import type { TestApp } from './app.ts';

/**
 * Waits until nothing that is written by now is held back any more, from a seal, a statement or a period: what ends before the oldest
 * transaction that is still open, of whichever database of the server, and other tests have some. It ends when theirs do.
 */
export async function untilFinal(sql: Sql): Promise<void> {
  const { mark } = await sql.one<{ mark: string }>('select pg_current_xact_id()::text as mark');
  const isPast = async (): Promise<boolean> => {
    const { past } = await sql.one<{ past: boolean }>('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as past', [
      mark,
    ]);
    return past;
  };
  // Bound of hanging, not of speed.
  await vi.waitUntil(isPast, { timeout: 240_000, interval: 20 });
}

/** Waits until what is in the book by now is in a statement too. */
export async function untilStated({ owner }: TestApp): Promise<void> {
  await untilFinal(owner.sql);
}
