import { useLeadOn } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { investmentsContract } from '../contract.ts';

const { pages } = investmentsContract;

/** The older address of a withdrawal leads to the page (readings, 13). */
export default function OldWithdrawal({ params: { id } }: ScreenProps<typeof pages.byOldName>) {
  useLeadOn({ page: pages.withdrawal, params: { id } });
  return null;
}
