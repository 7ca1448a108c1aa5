import { deskLinks } from '../../../protocol/deskLinks.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useDeclared } from '../../../ui/desk/columns.tsx';
import { ListCard } from '../../../ui/desk/ListCard.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { bankContract, type BankBalance } from '../contract.ts';
import { balanceColumns } from '../rules.ts';

/** What the bank says lies there, beside what was read of it and beside the book. */
export function Balances() {
  const { t } = useWords();
  const declared = useDeclared();
  const read = useRead(bankContract.calls.balances, {});
  const columns = declared(balanceColumns, {
    currency: { onPhone: 'main' },
    state: { cell: ({ state }) => <Stands state={state} /> },
  });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={3} />}>
      {({ balances }) => (
        <ListCard
          title={t('bank.balances')}
          table="bank.balances"
          rows={balances}
          rowKey={({ id }) => id}
          columns={columns}
          none={t('bank.balances.none')}
        />
      )}
    </Loaded>
  );
}

/** Where a difference is explained. */
function Stands({ state }: Pick<BankBalance, 'state'>) {
  const { t } = useWords();
  const said = t(`bank.balance.state.${state}`);
  return state === 'open' ? (
    <PageLink to={{ page: deskLinks.queue, params: { queue: 'differences' } }}>{said}</PageLink>
  ) : (
    <>{said}</>
  );
}
