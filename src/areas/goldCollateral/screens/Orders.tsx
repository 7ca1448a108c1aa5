import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { PledgeOrder } from '../contract.ts';
import type { Collateral } from './MarketClosed.tsx';

/** What was pledged, given back and sold, the newest first. */
export function Orders({ collateral }: { readonly collateral: Collateral }) {
  const words = useWords();
  const { t } = words;
  return (
    <Card title={t('goldCollateral.orders')} isFlush>
      <Table
        label={t('goldCollateral.orders')}
        rows={collateral.orders}
        rowKey={({ id }) => id}
        columns={columnsIn(words, collateral.currency)}
      />
    </Card>
  );
}

function columnsIn({ t, dateTime, amount }: Words, currency: string): readonly Column<PledgeOrder>[] {
  return [
    {
      key: 'what',
      title: t('goldCollateral.column.what'),
      onPhone: 'main',
      cell: ({ kind, why, phase }) =>
        phase === 'done'
          ? t(`goldCollateral.order.${why ?? kind}`)
          : t(`goldCollateral.order.${kind}.${phase === 'refused' ? 'refused' : 'underWay'}`),
    },
    { key: 'when', title: t('money.column.when'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    { key: 'account', title: t('goldCollateral.account'), cell: ({ account }) => String(account) },
    {
      key: 'weight',
      title: t('goldCollateral.column.weight'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ weight }) => (
        <bdi className="figures" dir="ltr">
          {amount(weight.g, 'g')}
        </bdi>
      ),
    },
    {
      key: 'credit',
      title: t('goldCollateral.column.credit', { currency }),
      isFigures: true,
      cell: ({ credit, kind }) => <Figures value={kind === 'pledge' ? credit : `-${credit}`} currency={currency} />,
    },
    {
      key: 'total',
      title: t('goldCollateral.column.total', { currency }),
      isFigures: true,
      cell: ({ total }) => (total === null ? '–' : <Figures value={total} currency={currency} />),
    },
  ];
}
