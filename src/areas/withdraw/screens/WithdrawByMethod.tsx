import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { withdrawContract } from '../contract.ts';
import Withdraw from './Withdraw.tsx';

/** The same form with its method chosen. */
export default function WithdrawByMethod({ params, query }: ScreenProps<typeof withdrawContract.pages.method>) {
  return <Withdraw query={query} method={params.id} />;
}
