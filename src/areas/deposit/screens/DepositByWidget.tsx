import { isRoutedBy } from '../../../law/methods.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { depositContract } from '../contract.ts';
import Deposit from './Deposit.tsx';

/** The form with its method chosen, whose provider's page then opens inside of the portal; by another provider it has none. */
export default function DepositByWidget({ params, query }: ScreenProps<typeof depositContract.pages.widget>) {
  const open = useOpen();
  const { providerName } = query;
  const show = (kept: Readonly<Record<string, string>>): void =>
    open({ page: depositContract.pages.widget, params, query: { ...kept, providerName } }, { replace: true });
  return <Deposit query={query} method={isRoutedBy(params.id, providerName) ? params.id : 0} show={show} isFramed />;
}
