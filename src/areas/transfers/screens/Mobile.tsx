import { useEffect } from 'react';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { transfersContract } from '../contract.ts';

const { pages } = transfersContract;

/** Where the mobile app's links land: the transfer of that number, or the overview. */
export default function Mobile({ query }: ScreenProps<typeof pages.mobile>) {
  const open = useOpen();
  const id = /^\d{1,9}$/.test(query.id ?? '') ? Number(query.id) : undefined;
  useEffect(() => {
    if (id === undefined) open({ page: pages.overview }, { replace: true });
    else open({ page: pages.details, params: { id } }, { replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one address leads on once
  }, [id]);
  return <SkeletonCard lines={6} />;
}
