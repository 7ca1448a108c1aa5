import { useEffect } from 'react';
import type { ShownInvestment } from '../../../protocol/investment.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useTravel } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { investmentsContract } from '../contract.ts';
import { Percents } from './facts.tsx';
import { Pages } from './Pages.tsx';

const { calls, pages } = investmentsContract;

/** Accounts on which strategies were copied, and no longer are. Who has none gets the 404 page (document 3 §2, readings, decision 13). */
export default function Closed({ query }: ScreenProps<typeof pages.closed>) {
  const words = useWords();
  const { t } = words;
  const { root } = useTravel();
  const read = useRead(calls.list, { state: 'closed', page: Number(query.page ?? 1) || 1 });
  const isNone = read.data?.direct.total_items === 0;
  useEffect(() => {
    if (isNone) location.replace(`/${root}/error/404`);
  }, [isNone, root]);
  return (
    <>
      <ScreenHead
        title={t('page.investments.closed')}
        actions={
          <LinkButton look="plain" to={{ page: pages.list }}>
            {t('page.investments')}
          </LinkButton>
        }
      />
      <Loaded read={isNone ? { ...read, data: undefined } : read} skeleton={<SkeletonCard lines={6} />}>
        {({ direct }) => (
          <Stack>
            <Card isFlush>
              <Table
                label={t('page.investments.closed')}
                rows={direct.investment_accounts}
                rowKey={({ id }) => id}
                rowLink={({ id }) => ({ page: pages.details, params: { id } })}
                columns={columnsIn(words)}
              />
            </Card>
            <Pages of={pages.closed} answer={direct} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function columnsIn({ t, date }: Words): readonly Column<ShownInvestment>[] {
  const day = (at: string | null): string => (at === null ? '–' : date(at));
  return [
    { key: 'name', title: t('investments.strategy'), onPhone: 'main', cell: ({ strategy_name: name }) => name },
    { key: 'account', title: t('investments.account'), cell: ({ acc_no: number }) => String(number) },
    { key: 'fee', title: t('investments.fee'), isFigures: true, cell: ({ remun_fee: fee }) => <Percents value={fee} /> },
    { key: 'started', title: t('investments.started'), cell: ({ started_at: at }) => day(at) },
    { key: 'ended', title: t('investments.ended'), cell: ({ ended_at: at }) => day(at) },
  ];
}
