import { Notice } from '../components/Notice.tsx';
import { useWords } from '../words/context.tsx';

/** An account that asks its first money to come to an amount says so where it is chosen. */
export function FirstMoney({
  fundingAccount,
}: {
  readonly fundingAccount: { readonly first_deposit: string | null; readonly currency: string };
}) {
  const { t, money } = useWords();
  if (fundingAccount.first_deposit === null) return null;
  return <Notice>{t('money.first', { amount: money(fundingAccount.first_deposit, fundingAccount.currency) })}</Notice>;
}
