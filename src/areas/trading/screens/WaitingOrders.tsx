import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { Account } from '../../../protocol/account.ts';
import { tradingContract, type Order, type TradedSymbol, type TrailingStop, type Waiting } from '../contract.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { ChangeOrder } from './ChangeOrder.tsx';
import styles from './Terminal.module.css';

interface WaitingOrdersProps {
  readonly account: Account;
  readonly symbols: readonly TradedSymbol[];
  readonly read: PositionsRead;
  readonly onChanged: (order: Order) => void;
}

/** Orders that wait for their price, and the way to change or cancel them. */
export function WaitingOrders({ account, symbols, read, onChanged }: WaitingOrdersProps) {
  const words = useWords();
  const { t } = words;
  const [chosen, setChosen] = useState<Waiting>();
  const order = chosen && (read.data?.orders.find((one) => one.order === chosen.order) ?? chosen);
  const symbol = symbols.find((one) => one.name === order?.symbol);
  const trailing = useRead(tradingContract.calls.trailing, { account: account.number }).data?.trailing ?? [];
  const columns = columnsFor(words, { trailing, onChange: setChosen });
  return (
    <>
      <Loaded read={read}>
        {({ orders }) =>
          orders.length === 0 ? (
            <EmptyState picture="chart" title={t('trading.orders.none')} text={t('trading.orders.none.text')} />
          ) : (
            <Table label={t('trading.orders')} columns={columns} rows={orders} rowKey={(row) => row.order} isDense />
          )
        }
      </Loaded>
      {order && symbol && (
        <ChangeOrder
          key={order.order}
          account={account}
          order={order}
          symbol={symbol}
          onClose={() => setChosen(undefined)}
          onChanged={(changed) => {
            setChosen(undefined);
            onChanged(changed);
          }}
        />
      )}
    </>
  );
}

interface ColumnNeeds {
  readonly trailing: readonly TrailingStop[];
  readonly onChange: (order: Waiting) => void;
}

function columnsFor({ t, dateTime }: Words, { trailing, onChange }: ColumnNeeds): readonly Column<Waiting>[] {
  return [
    {
      key: 'symbol',
      title: t('trading.symbol'),
      cell: (row) => (
        <span className={styles.positionName}>
          <bdi dir="ltr">{row.symbol}</bdi>
          <span className={styles.quiet}>
            {t(`trading.sideLots.${row.side}`, { lots: row.lots })} · {t(`trading.type.${row.type}`)}
          </span>
        </span>
      ),
    },
    { key: 'at', title: t('trading.level.at'), isFigures: true, cell: (row) => <Figures value={row.price} /> },
    {
      key: 'now',
      title: t('trading.currentPrice'),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => <Figures value={row.current_price} />,
    },
    {
      key: 'stops',
      title: t('trading.stops'),
      isFigures: true,
      onPhone: 'hidden',
      cell: (row) => <StopPrices of={row} trailing={trailing.find((one) => one.position === row.order)?.distance_points} />,
    },
    {
      key: 'expires',
      title: t('trading.expires'),
      isWideOnly: true,
      onPhone: 'hidden',
      cell: (row) => (row.expires_at === null ? t('trading.expires.never') : dateTime(row.expires_at)),
    },
    {
      key: 'change',
      title: t('trading.change.column'),
      isFigures: true,
      onPhone: 'action',
      cell: (row) => (
        <Button look="plain" size="small" onClick={() => onChange(row)}>
          {t('trading.change.order')}
          <span className="only-heard"> {row.symbol}</span>
        </Button>
      ),
    },
  ];
}

/** Stop loss and take profit, as far as there are any. */
export function StopPrices({
  of,
  trailing,
}: {
  readonly of: { readonly stop_loss: string | null; readonly take_profit: string | null };
  /** At how many points the stop follows the price. */
  readonly trailing?: number | undefined;
}) {
  const { t } = useWords();
  if (of.stop_loss === null && of.take_profit === null && trailing === undefined) return '–';
  return (
    <span className={styles.stopPrices}>
      {of.stop_loss !== null && (
        <span>
          {t('trading.stops.loss')} <Figures value={of.stop_loss} />
        </span>
      )}
      {trailing !== undefined && <span className={styles.quiet}>{t('trading.trailing.on', { count: trailing })}</span>}
      {of.take_profit !== null && (
        <span>
          {t('trading.stops.profit')} <Figures value={of.take_profit} />
        </span>
      )}
    </span>
  );
}
