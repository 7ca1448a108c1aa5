import { Amount } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { commissionFor } from '../rules.ts';

/** What opening so many lots costs on the account, in money; closing costs the same once more. */
export function Commission({ account, lots }: { readonly account: Account; readonly lots: string }) {
  const { t } = useWords();
  const commission = commissionFor(account, lots);
  if (commission === undefined) return '–';
  if (!/[1-9]/.test(commission)) return t('trading.commission.none');
  return <Amount value={commission} currency={account.currency} />;
}
