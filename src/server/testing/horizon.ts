import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Waits until what is in the book by now is in a statement too: one ends before the oldest transaction that is still open, of whichever
 * database of the server, and other tests have some.
 */
export async function untilStated({ owner }: TestApp): Promise<void> {
  const { mark } = await owner.sql.one<{ mark: string }>('select pg_current_xact_id()::text as mark');
  const isPast = async (): Promise<boolean> => {
    const { past } = await owner.sql.one<{ past: boolean }>('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as past', [
      mark,
    ]);
    return past;
  };
  await vi.waitUntil(isPast, { timeout: 60_000, interval: 50 });
}
