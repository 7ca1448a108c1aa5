import { useRead } from '../../../ui/api/reads.ts';
import { Card, Facts } from '../../../ui/components/Card.tsx';
import { LineChart } from '../../../ui/components/LineChart.tsx';
import { Amount, Figures } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { bestTradesContract, type BestTrade } from '../contract.ts';
import { Share } from './Share.tsx';

/** One trade: its figures, the price while it was open, and showing it to others. */
export function OfTrade({ trade }: { readonly trade: BestTrade }) {
  const { t, dateTime } = useWords();
  const { order, account, symbol, side, currency, openPrice, closePrice, openTime, closeTime, profit } = trade;
  const read = useRead(bestTradesContract.calls.one, { order, account });
  const instant = (seconds: number | null) => {
    if (seconds === null) return '—';
    const at = new Date(seconds * 1000).toISOString();
    return <time dateTime={at}>{dateTime(at)}</time>;
  };
  return (
    <Card title={t(`bestTrades.${side}`, { symbol })}>
      <Facts
        items={[
          { key: 'profit', name: t('bestTrades.profit'), value: <Amount value={profit} currency={currency} kind="gain" /> },
          { key: 'opened', name: t('bestTrades.opened'), value: instant(openTime) },
          { key: 'openPrice', name: t('bestTrades.openPrice'), value: openPrice === null ? '—' : <Figures value={openPrice} /> },
          { key: 'closed', name: t('bestTrades.closed'), value: instant(closeTime) },
          { key: 'closePrice', name: t('bestTrades.closePrice'), value: <Figures value={closePrice} /> },
        ]}
      />
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ chart, is_chart_whole: isWhole }) => (
          <>
            {!isWhole && <Notice tone="warn">{t('bestTrades.endsOnly')}</Notice>}
            {chart.length > 1 && (
              <LineChart
                label={t('bestTrades.course', { symbol })}
                points={chart.map(({ at, price: value }) => ({ at, value }))}
                columns={[{ title: t('bestTrades.price'), cell: ({ value }) => <Figures value={value} /> }]}
              />
            )}
          </>
        )}
      </Loaded>
      <Share trade={trade} />
    </Card>
  );
}
