import { useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';

export interface OlderRows<Row> {
  readonly rows: readonly Row[];
  readonly isMore: boolean;
  readonly isBusy: boolean;
  readonly failure: CallFailure | null;
  readonly more: () => void;
}

/** Rows behind a first page, which come a page at a time when they are asked for. Another first page is another key. */
export function useOlder<Row>(
  first: string | null,
  load: (next: string) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>,
): OlderRows<Row> {
  const [older, setOlder] = useState<{ readonly rows: readonly Row[]; readonly next: string | null }>({ rows: [], next: first });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const loadMore = async (next: string): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const page = await load(next);
      setOlder({ rows: [...older.rows, ...page.rows], next: page.next });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    rows: older.rows,
    isMore: older.next !== null,
    isBusy,
    failure,
    more: () => {
      if (older.next !== null) void loadMore(older.next);
    },
  };
}
