import { useEffect } from 'react';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { investmentsContract } from '../contract.ts';

const { pages } = investmentsContract;

/** The older address of a withdrawal leads to the page (readings, 13). */
export default function OldWithdrawal({ params: { id } }: ScreenProps<typeof pages.byOldName>) {
  const open = useOpen();
  useEffect(() => {
    open({ page: pages.withdrawal, params: { id } }, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `open` is another function with every drawing
  }, [id]);
  return null;
}
