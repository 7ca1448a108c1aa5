import { isRoutedBy } from '../../../law/methods.ts';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import type { withdrawContract } from '../contract.ts';
import Withdraw from './Withdraw.tsx';

/** The form with its method chosen, as far as that goes by the provider that is named; all methods otherwise. */
export default function WithdrawByWidget({ params, query }: ScreenProps<typeof withdrawContract.pages.widget>) {
  return isRoutedBy(params.id, query.providerName) ? <Withdraw query={query} method={params.id} /> : <Withdraw query={query} />;
}
