import { useEffect } from 'react';
import { pageLinks } from '../../protocol/pageLinks.ts';
import { useOpen, useTravel } from './Link.tsx';

/** A status that no page belongs to: it is logged, and leads back to where the client came from, or to the dashboard (document 2 §8). */
export function useUnknownStatus(status: string | undefined): void {
  const travel = useTravel();
  const open = useOpen();
  useEffect(() => {
    if (status === undefined) return;
    // oxlint-disable-next-line no-console -- the document has it logged, and a browser has no other log
    console.error(`no page belongs to the status "${status}"`);
    if (travel.hasMoved()) history.back();
    else open({ page: pageLinks.home }, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one status leads back once
  }, [status]);
}
