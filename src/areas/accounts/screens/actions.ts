import { useGate } from '../../../ui/api/context.tsx';
import type { IconName } from '../../../ui/components/Icon.tsx';
import type { Target } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';

/** Something one can do with an account, on a page of another area. */
interface AccountAction {
  readonly key: string;
  readonly label: string;
  readonly icon: IconName;
  readonly to: Target;
  /** Why it may not be done; undefined when it may. */
  readonly refusal: string | undefined;
}

/** What can be done with an account, each with the answer of its gate. */
export function useAccountActions(account: Account): AccountAction[] {
  const { t } = useWords();
  const deposit = useGate('deposit');
  const transfer = useGate('transfer');
  const trade = useGate(account.is_demo ? 'trade_demo' : 'trade');
  if (account.status !== 'active') return [];
  const at = { acc: account.number, currency: account.currency };
  const wanted = [
    { key: 'deposit', page: pageLinks.deposit, icon: 'deposit', gate: deposit, query: at, isOffered: !account.is_demo },
    { key: 'transfer', page: pageLinks.internal, icon: 'transfer', gate: transfer, query: at, isOffered: !account.is_demo },
    {
      key: 'topUp',
      page: pageLinks.topUp,
      icon: 'plus',
      gate: trade,
      params: { id: account.number },
      isOffered: account.is_demo,
    },
    {
      key: 'trade',
      page: pageLinks.webtrader,
      icon: 'terminal',
      gate: trade,
      query: { is_demo: account.is_demo ? 1 : 0, login: account.number },
      isOffered: true,
    },
  ] as const;
  return wanted.flatMap(({ key, icon, gate, isOffered, ...to }) =>
    isOffered ? [{ key, icon, label: t(`accounts.do.${key}`), to, refusal: gate?.message }] : [],
  );
}
