import { useEffect } from 'react';
import { useLedBack } from './ledBack.ts';

/** A status that no page belongs to: it is logged, and leads back to where the client came from, or to the dashboard (document 2 §8). */
export function useUnknownStatus(status: string | undefined): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the document has it logged, and a browser has no other log
    if (status !== undefined) console.error(`no page belongs to the status "${status}"`);
  }, [status]);
  useLedBack(status !== undefined);
}
