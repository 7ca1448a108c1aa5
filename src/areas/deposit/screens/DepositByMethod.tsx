import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { depositContract } from '../contract.ts';
import Deposit from './Deposit.tsx';

/** The same form with its method chosen. */
export default function DepositByMethod({ params, query }: ScreenProps<typeof depositContract.pages.method>) {
  const open = useOpen();
  const show = (kept: Readonly<Record<string, string>>): void =>
    open({ page: depositContract.pages.method, params, query: kept }, { replace: true });
  return <Deposit query={query} method={params.id} show={show} />;
}
