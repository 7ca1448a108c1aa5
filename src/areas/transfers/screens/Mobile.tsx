import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { useLeadOn } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { transfersContract } from '../contract.ts';

const { pages } = transfersContract;

/** Where the mobile app's links land: the transfer of that number, or the overview. */
export default function Mobile({ query }: ScreenProps<typeof pages.mobile>) {
  const id = /^\d{1,9}$/.test(query.id ?? '') ? Number(query.id) : undefined;
  useLeadOn(id === undefined ? { page: pages.overview } : { page: pages.details, params: { id } });
  return <SkeletonCard lines={6} />;
}
