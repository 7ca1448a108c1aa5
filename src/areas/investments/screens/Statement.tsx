import type { StatementTrade } from '../../../protocol/investment.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { investmentsContract } from '../contract.ts';
import { worthOf } from './facts.tsx';

const { calls, pages } = investmentsContract;

/** What was traded on a follow. */
export default function Statement({ params, query }: ScreenProps<typeof pages.statement>) {
  const words = useWords();
  const { t } = words;
  const { account: asked, after } = query;
  const account = /^[1-9]\d{0,9}$/.test(asked ?? '') ? Number(asked) : undefined;
  const read = useRead(calls.statement, {
    ...params,
    ...(account === undefined ? {} : { account }),
    ...(after === undefined ? {} : { after }),
  });
  useTitle(read.data && t('investments.statement.of', { name: read.data.direct.strategy.strategy_name }));
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {({ direct: { orders, strategy } }) => (
        <>
          <ScreenHead
            title={t('investments.statement.of', { name: strategy.strategy_name })}
            back={<BackLink to={{ page: pages.details, params: { id: strategy.id } }}>{strategy.strategy_name}</BackLink>}
          />
          <Stack>
            <GateNotice action="invest" />
            <Card>
              <Facts items={worthOf(words, strategy)} />
            </Card>
            <Card isFlush>
              {orders.closed.length === 0 ? (
                <p>{t('investments.statement.none')}</p>
              ) : (
                <Table
                  label={t('page.investments.statement')}
                  rows={orders.closed}
                  rowKey={({ ticket }) => ticket}
                  columns={columnsIn(words, strategy.currency)}
                />
              )}
            </Card>
            {orders.next !== null && (
              <p>
                <PageLink to={{ page: pages.statement, params, query: { account: String(strategy.acc_no), after: orders.next } }}>
                  {t('investments.older')}
                </PageLink>
              </p>
            )}
          </Stack>
        </>
      )}
    </Loaded>
  );
}

function columnsIn({ t, dateTime }: Words, currency: string): readonly Column<StatementTrade>[] {
  return [
    { key: 'symbol', title: t('investments.symbol'), onPhone: 'main', cell: ({ symbol }) => symbol },
    { key: 'side', title: t('investments.side'), cell: ({ side }) => t(`investments.side.${side}`) },
    { key: 'lots', title: t('investments.lots'), isFigures: true, cell: ({ lots }) => lots },
    { key: 'open', title: t('investments.opened'), cell: ({ opened_at: at }) => (at === null ? '–' : dateTime(at)) },
    { key: 'close', title: t('investments.closed'), cell: ({ closed_at: at }) => dateTime(at) },
    {
      key: 'result',
      title: t('investments.result'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ result }) => <Amount value={result} currency={currency} kind="gain" />,
    },
  ];
}
