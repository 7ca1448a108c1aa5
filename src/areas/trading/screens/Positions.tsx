import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures, LiveAmount } from '../../../ui/components/Money.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWidth } from '../../../ui/page/width.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account, OpenPosition } from '../../../protocol/account.ts';
import type { Order, TradedSymbol } from '../contract.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { ClosePosition } from './ClosePosition.tsx';
import styles from './Terminal.module.css';

interface PositionsProps {
  readonly account: Account;
  readonly symbols: readonly TradedSymbol[];
  readonly read: PositionsRead;
  readonly onClosed: (order: Order) => void;
}

/** What is open, its profit ticking, and the way to close it. */
export function Positions({ account, symbols, read, onClosed }: PositionsProps) {
  const { t } = useWords();
  const [closing, setClosing] = useState<OpenPosition>();
  const shut = useGate('close_position');
  const width = useWidth();
  // The list may be without it already while the answer to its closing is still on the way.
  const position = closing && (read.data?.positions.find((one) => one.position === closing.position) ?? closing);
  const symbol = symbols.find((one) => one.name === position?.symbol);
  return (
    <Card title={t('trading.positions')} isFlush>
      <Loaded read={read}>
        {({ positions, currency }) =>
          positions.length === 0 ? (
            <EmptyState picture="chart" title={t('trading.positions.none')} text={t('trading.positions.none.text')} />
          ) : (
            <Table
              label={t('trading.positions')}
              columns={columnsFor({ t, currency, isNarrow: width === 'middle', refusal: shut?.message, onClose: setClosing })}
              rows={positions}
              rowKey={(row) => row.position}
            />
          )
        }
      </Loaded>
      {position && symbol && (
        <ClosePosition
          key={position.position}
          account={account}
          position={position}
          symbol={symbol}
          onClose={() => setClosing(undefined)}
          onClosed={(order) => {
            setClosing(undefined);
            onClosed(order);
          }}
        />
      )}
    </Card>
  );
}

interface ColumnNeeds {
  readonly t: (id: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly currency: string;
  /** Without the swap, which closing shows. */
  readonly isNarrow: boolean;
  readonly refusal: string | undefined;
  readonly onClose: (position: OpenPosition) => void;
}

function columnsFor({ t, currency, isNarrow, refusal, onClose }: ColumnNeeds): readonly Column<OpenPosition>[] {
  return [
    {
      key: 'symbol',
      title: t('trading.symbol'),
      cell: (row) => (
        <span className={styles.positionName}>
          <bdi dir="ltr">{row.symbol}</bdi>
          <span className={styles.quiet}>{t(`trading.sideLots.${row.side}`, { lots: row.lots })}</span>
        </span>
      ),
    },
    { key: 'open', title: t('trading.openPrice'), isFigures: true, cell: (row) => <Figures value={row.open_price} /> },
    { key: 'now', title: t('trading.currentPrice'), isFigures: true, cell: (row) => <Figures value={row.current_price} /> },
    ...(isNarrow ? [] : [swapColumn(t, currency)]),
    {
      key: 'profit',
      title: t('trading.profit'),
      isFigures: true,
      onPhone: 'beside',
      cell: (row) => <LiveAmount value={row.profit} currency={currency} kind="gain" />,
    },
    {
      key: 'close',
      title: t('trading.close.column'),
      isFigures: true,
      onPhone: 'action',
      cell: (row) => (
        <Button look="plain" size="small" refusal={refusal} onClick={() => onClose(row)}>
          {t('trading.close')}
          <span className="only-heard"> {row.symbol}</span>
        </Button>
      ),
    },
  ];
}

function swapColumn(t: ColumnNeeds['t'], currency: string): Column<OpenPosition> {
  return {
    key: 'swap',
    title: t('trading.swap'),
    isFigures: true,
    onPhone: 'hidden',
    cell: (row) => <Figures value={row.swap} currency={currency} kind="gain" />,
  };
}
