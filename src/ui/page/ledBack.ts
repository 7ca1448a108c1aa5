import { useEffect } from 'react';
import { pageLinks } from '../../protocol/pageLinks.ts';
import { useOpen, useTravel } from './Link.tsx';

/** Leads back to where the client came from, or to the dashboard, once that is so. */
export function useLedBack(isLed: boolean): void {
  const travel = useTravel();
  const open = useOpen();
  useEffect(() => {
    if (!isLed) return;
    if (travel.hasMoved()) history.back();
    else open({ page: pageLinks.home }, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it leads back once
  }, [isLed]);
}
