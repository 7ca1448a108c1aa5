import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { Account } from '../../../protocol/account.ts';
import { pastDays, tradingContract, type PastDeal, type PastOrder } from '../contract.ts';
import { StopPrices } from './WaitingOrders.tsx';
import styles from './Terminal.module.css';

const kinds = ['deals', 'orders'] as const;
type Kind = (typeof kinds)[number];

/** What was dealt and which orders have ended, some days at a time. */
export function Past({ account }: { readonly account: Account }) {
  const words = useWords();
  const { t, date } = words;
  const [kind, setKind] = useState<Kind>('deals');
  const [till, setTill] = useState<string>();
  const read = useRead(tradingContract.calls.past, { account: account.number, ...(till === undefined ? {} : { till }) });
  return (
    <>
      <div className={styles.historyHead}>
        <Choice
          label={t('trading.history.kind')}
          name="history-kind"
          look="segments"
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`trading.history.${value}`) }))}
          onChange={setKind}
        />
        <span className={styles.quiet}>
          {till === undefined ? t('trading.history.days', { count: pastDays }) : t('trading.history.till', { at: date(till) })}
        </span>
      </div>
      <Loaded read={read}>
        {({ deals, orders, currency, earlier }) => (
          <>
            {(kind === 'deals' ? deals : orders).length === 0 ? (
              <EmptyState picture="chart" title={t('trading.history.none')} text={t('trading.history.none.text')} />
            ) : kind === 'deals' ? (
              <Table
                label={t('trading.history.deals')}
                columns={dealColumns(words, currency)}
                rows={deals}
                rowKey={(row) => row.deal}
                isDense
              />
            ) : (
              <Table
                label={t('trading.history.orders')}
                columns={orderColumns(words)}
                rows={orders}
                rowKey={(row) => row.order}
                isDense
              />
            )}
            <Paging earlier={earlier} till={till} onTill={setTill} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface PagingProps {
  readonly earlier: string | null;
  readonly till: string | undefined;
  readonly onTill: (till: string | undefined) => void;
}

function Paging({ earlier, till, onTill }: PagingProps) {
  const { t } = useWords();
  return (
    <div className={styles.historyHead}>
      {earlier !== null && (
        <Button look="quiet" size="small" onClick={() => onTill(earlier)}>
          {t('trading.history.earlier')}
        </Button>
      )}
      {till !== undefined && (
        <Button look="quiet" size="small" onClick={() => onTill(undefined)}>
          {t('trading.history.now')}
        </Button>
      )}
    </div>
  );
}

function named(symbol: string, note: string) {
  return (
    <span className={styles.positionName}>
      <bdi dir="ltr">{symbol}</bdi>
      <span className={styles.quiet}>{note}</span>
    </span>
  );
}

function dealColumns({ t, dateTime }: Words, currency: string): readonly Column<PastDeal>[] {
  return [
    {
      key: 'symbol',
      title: t('trading.symbol'),
      cell: (row) =>
        named(row.symbol, `${t(`trading.sideLots.${row.side}`, { lots: row.lots })} · ${t(`trading.entry.${row.entry}`)}`),
    },
    { key: 'at', title: t('trading.history.at'), onPhone: 'below', cell: (row) => dateTime(row.at) },
    {
      key: 'price',
      title: t('trading.history.price'),
      isFigures: true,
      onPhone: 'hidden',
      cell: (row) => <Figures value={row.price} />,
    },
    {
      key: 'commission',
      title: t('trading.money.commission'),
      isFigures: true,
      onPhone: 'hidden',
      isWideOnly: true,
      cell: (row) => <Figures value={row.commission} currency={currency} kind="gain" />,
    },
    {
      key: 'swap',
      title: t('trading.swap'),
      isFigures: true,
      onPhone: 'hidden',
      isWideOnly: true,
      cell: (row) => <Figures value={row.swap} currency={currency} kind="gain" />,
    },
    {
      key: 'profit',
      title: t('trading.profit'),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => (row.entry === 'in' ? '–' : <Figures value={row.profit} currency={currency} kind="gain" />),
    },
  ];
}

function orderColumns({ t, dateTime }: Words): readonly Column<PastOrder>[] {
  return [
    {
      key: 'symbol',
      title: t('trading.symbol'),
      cell: (row) =>
        named(row.symbol, `${t(`trading.sideLots.${row.side}`, { lots: row.lots })} · ${t(`trading.type.${row.type}`)}`),
    },
    { key: 'at', title: t('trading.history.at'), onPhone: 'below', cell: (row) => dateTime(row.ended_at) },
    {
      key: 'price',
      title: t('trading.level.at'),
      isFigures: true,
      onPhone: 'hidden',
      cell: (row) => <Figures value={row.price} />,
    },
    { key: 'stops', title: t('trading.stops'), isFigures: true, onPhone: 'hidden', cell: (row) => <StopPrices of={row} /> },
    { key: 'state', title: t('trading.history.state'), onPhone: 'beside', cell: (row) => t(`trading.state.${row.state}`) },
  ];
}
