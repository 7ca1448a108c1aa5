import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { transfersContract } from '../contract.ts';
import { History } from './History.tsx';

/** Everything, with what is under way above it. */
export default function Overview({ query }: ScreenProps<typeof transfersContract.pages.overview>) {
  return <History query={query} />;
}
