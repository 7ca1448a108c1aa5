import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { depositContract } from '../contract.ts';
import Deposit from './Deposit.tsx';

/** The same form with its method chosen. */
export default function DepositByMethod({ params, query }: ScreenProps<typeof depositContract.pages.method>) {
  return <Deposit query={query} method={params.id} />;
}
