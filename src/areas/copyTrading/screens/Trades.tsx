import { useRead } from '../../../ui/api/reads.ts';
import { Figures } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { Table } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { copyTradingContract } from '../contract.ts';
import styles from './CopyTrading.module.css';

/** What a strategy trades, as it happens. */
export function Trades({ id }: { readonly id: number }) {
  const { t, dateTime } = useWords();
  const read = useRead(copyTradingContract.calls.trades, { id }, { everyMs: 15_000 });
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={4} />}>
      {({ trades, is_cut: isCut }) =>
        trades.length === 0 ? (
          <p className={styles.quiet}>{t('copyTrading.trades.none')}</p>
        ) : (
          <>
            <Table
              label={t('copyTrading.trades')}
              isDense
              rows={trades}
              rowKey={({ ticket }) => ticket}
              columns={[
                { key: 'at', title: t('copyTrading.trades.at'), cell: ({ at }) => dateTime(at) },
                {
                  key: 'what',
                  title: t('copyTrading.trades.what'),
                  cell: ({ entry, side, symbol }) => `${t(`copyTrading.trade.${entry}.${side}`)} · ${symbol}`,
                },
                {
                  key: 'lots',
                  title: t('copyTrading.trades.lots'),
                  isFigures: true,
                  cell: ({ lots }) => <Figures value={lots} />,
                },
                {
                  key: 'price',
                  title: t('copyTrading.trades.price'),
                  isFigures: true,
                  cell: ({ price }) => <Figures value={price} />,
                },
              ]}
            />
            {isCut && <p className={styles.quiet}>{t('copyTrading.trades.cut', { count: trades.length })}</p>}
          </>
        )
      }
    </Loaded>
  );
}
