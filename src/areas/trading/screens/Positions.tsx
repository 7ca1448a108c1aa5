import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Figures, LiveAmount } from '../../../ui/components/Money.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWidth } from '../../../ui/page/width.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account, OpenPosition } from '../../../protocol/account.ts';
import { tradingContract, type Order, type TradedSymbol, type TrailingStop } from '../contract.ts';
import type { PositionsRead } from './AccountBar.tsx';
import { ChangeStops } from './ChangeStops.tsx';
import { CloseBy } from './CloseBy.tsx';
import { ClosePosition } from './ClosePosition.tsx';
import { StopPrices } from './WaitingOrders.tsx';
import styles from './Terminal.module.css';

interface PositionsProps {
  readonly account: Account;
  readonly symbols: readonly TradedSymbol[];
  readonly read: PositionsRead;
  readonly onDone: (order: Order) => void;
  /** A dialog was closed, with or without having done anything. */
  readonly onLeave: () => void;
}

/** What is to be done to which position. */
interface Chosen {
  readonly act: 'close' | 'by' | 'stops';
  readonly position: OpenPosition;
}

/** What is open, its profit ticking, and the way to close it. */
export function Positions({ account, symbols, read, onDone, onLeave }: PositionsProps) {
  const { t } = useWords();
  const [chosen, setChosen] = useState<Chosen>();
  const shut = useGate('close_position');
  const trailing = useRead(tradingContract.calls.trailing, { account: account.number }).data?.trailing ?? [];
  const width = useWidth();
  // The list may be without it already while the answer to its closing is still on the way.
  const position = chosen && (read.data?.positions.find((one) => one.position === chosen.position.position) ?? chosen.position);
  const symbol = symbols.find((one) => one.name === position?.symbol);
  return (
    <>
      <Loaded read={read}>
        {({ positions, currency }) =>
          positions.length === 0 ? (
            <EmptyState picture="chart" title={t('trading.positions.none')} text={t('trading.positions.none.text')} />
          ) : (
            <Table
              label={t('trading.positions')}
              columns={columnsFor({
                t,
                currency,
                isNarrow: width === 'middle',
                refusal: shut?.message,
                onChoose: setChosen,
                trailing,
                positions,
              })}
              rows={positions}
              rowKey={(row) => row.position}
              isDense
            />
          )
        }
      </Loaded>
      {position && symbol && chosen && (
        <Act
          key={position.position}
          act={chosen.act}
          account={account}
          position={position}
          opposite={oppositeOf(position, read.data?.positions ?? [])}
          symbol={symbol}
          onClose={() => {
            setChosen(undefined);
            onLeave();
          }}
          onDone={(order) => {
            setChosen(undefined);
            onDone(order);
          }}
        />
      )}
    </>
  );
}

/** The dialog of what is to be done. */
function Act({ act, opposite, ...props }: { readonly act: Chosen['act'] } & Parameters<typeof CloseBy>[0]) {
  if (act === 'by') return <CloseBy {...props} opposite={opposite} />;
  return act === 'stops' ? <ChangeStops {...props} /> : <ClosePosition {...props} />;
}

/** What a position can be closed by: nothing on an account where one symbol is one position. */
function oppositeOf({ symbol, side }: OpenPosition, positions: readonly OpenPosition[]): readonly OpenPosition[] {
  return positions.filter((one) => one.symbol === symbol && one.side !== side);
}

interface ColumnNeeds {
  readonly t: (id: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly currency: string;
  /** Without the swap, which closing shows. */
  readonly isNarrow: boolean;
  readonly refusal: string | undefined;
  readonly onChoose: (chosen: Chosen) => void;
  readonly trailing: readonly TrailingStop[];
  readonly positions: readonly OpenPosition[];
}

function columnsFor({
  t,
  currency,
  isNarrow,
  refusal,
  onChoose,
  trailing,
  positions,
}: ColumnNeeds): readonly Column<OpenPosition>[] {
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
      key: 'stops',
      title: t('trading.stops'),
      isFigures: true,
      onPhone: 'hidden',
      cell: (row) => <StopPrices of={row} trailing={trailing.find((one) => one.position === row.position)?.distance_points} />,
    },
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
        <RowActions row={row} canCloseBy={oppositeOf(row, positions).length > 0} refusal={refusal} onChoose={onChoose} />
      ),
    },
  ];
}

interface RowActionsProps extends Pick<ColumnNeeds, 'refusal' | 'onChoose'> {
  readonly row: OpenPosition;
  readonly canCloseBy: boolean;
}

function RowActions({ row, canCloseBy, refusal, onChoose }: RowActionsProps) {
  const { t } = useWords();
  return (
    <span className={styles.rowActions}>
      <Button
        look="quiet"
        size="small"
        refusal={refusal}
        isRefusalShown={false}
        onClick={() => onChoose({ act: 'stops', position: row })}
      >
        {t('trading.stops.set')}
        <span className="only-heard"> {row.symbol}</span>
      </Button>
      {canCloseBy && (
        <Button
          look="quiet"
          size="small"
          refusal={refusal}
          isRefusalShown={false}
          onClick={() => onChoose({ act: 'by', position: row })}
        >
          {t('trading.closeBy')}
          <span className="only-heard"> {row.symbol}</span>
        </Button>
      )}
      <Button look="plain" size="small" refusal={refusal} onClick={() => onChoose({ act: 'close', position: row })}>
        {t('trading.close')}
        <span className="only-heard"> {row.symbol}</span>
      </Button>
    </span>
  );
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
