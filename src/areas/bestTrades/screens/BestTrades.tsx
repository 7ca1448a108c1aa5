import { useRead } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { bestTradesContract, type BestTrade } from '../contract.ts';
import { OfTrade } from './OfTrade.tsx';

const { calls, pages } = bestTradesContract;

/** The trades that brought the most, one of them with its course, to be shown to others. The address holds which. */
export default function BestTrades({ query }: ScreenProps<typeof pages.bestTrades>) {
  const words = useWords();
  const { t } = words;
  const open = useOpen();
  const read = useRead(calls.list, {});
  const show = ({ order, account }: BestTrade): void =>
    open({ page: pages.bestTrades, query: { order, account: String(account) } }, { replace: true });
  return (
    <>
      <ScreenHead title={t('page.bestTrades')} text={t('bestTrades.text')} />
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {({ trades }) => {
          const shown =
            trades.find(({ order, account }) => order === query.order && String(account) === query.account) ?? trades[0];
          if (!shown) return <NoTrade />;
          return (
            <Stack>
              <OfTrade trade={shown} key={`${shown.account} ${shown.order}`} />
              <Card title={t('bestTrades.list')} isFlush>
                <Table
                  label={t('bestTrades.list')}
                  rows={trades}
                  rowKey={({ account, order }) => `${account} ${order}`}
                  columns={columnsIn(words, shown, show)}
                />
              </Card>
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

function NoTrade() {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState
        picture="chart"
        title={t('bestTrades.none.title')}
        text={t('bestTrades.none.text')}
        action={<LinkButton to={{ page: pageLinks.accounts }}>{t('nav.accounts')}</LinkButton>}
      />
    </Card>
  );
}

function columnsIn({ t, dateTime }: Words, shown: BestTrade, show: (trade: BestTrade) => void): readonly Column<BestTrade>[] {
  const closedAt = ({ closeTime }: BestTrade): string => new Date(closeTime * 1000).toISOString();
  return [
    {
      key: 'what',
      title: t('bestTrades.trade'),
      onPhone: 'main',
      cell: ({ symbol, side }) => t(`bestTrades.${side}`, { symbol }),
    },
    {
      key: 'closed',
      title: t('bestTrades.closed'),
      cell: (trade) => <time dateTime={closedAt(trade)}>{dateTime(closedAt(trade))}</time>,
    },
    { key: 'account', title: t('bestTrades.account'), cell: ({ account }) => <bdi dir="ltr">{account}</bdi> },
    {
      key: 'profit',
      title: t('bestTrades.profit'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ profit, currency }) => (
        <>
          <Figures value={profit} currency={currency} kind="gain" /> {currency}
        </>
      ),
    },
    {
      key: 'show',
      title: '',
      onPhone: 'action',
      cell: (trade) =>
        trade === shown ? (
          t('bestTrades.shown')
        ) : (
          <Button look="quiet" size="small" onClick={() => show(trade)}>
            {t('bestTrades.show')}
          </Button>
        ),
    },
  ];
}
