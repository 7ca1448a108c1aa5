import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { transfersContract } from '../contract.ts';
import { History } from './History.tsx';

/** The same, narrowed by what the address says. */
export default function List({ query }: ScreenProps<typeof transfersContract.pages.list>) {
  return <History query={query} />;
}
