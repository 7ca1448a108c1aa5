import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { transfersContract } from '../contract.ts';
import { AllTransfers } from './AllTransfers.tsx';

/** Everything, with what is under way above it. */
export default function Overview({ query }: ScreenProps<typeof transfersContract.pages.overview>) {
  return <AllTransfers query={query} />;
}
