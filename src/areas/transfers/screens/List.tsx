import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { transfersContract } from '../contract.ts';
import { AllTransfers } from './AllTransfers.tsx';

/** The same, narrowed by what the address says. */
export default function List({ query }: ScreenProps<typeof transfersContract.pages.list>) {
  return <AllTransfers query={query} />;
}
