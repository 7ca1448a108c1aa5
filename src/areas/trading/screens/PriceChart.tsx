import { useMemo } from 'react';
import type { PlatformKey } from '../../../law/platforms.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { CandleChart, type Level } from '../../../ui/components/CandleChart.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { OpenPosition } from '../../../protocol/account.ts';
import {
  timeframes,
  tradingContract,
  type PriceAlert,
  type Tick,
  type Timeframe,
  type TradedSymbol,
  type Waiting,
} from '../contract.ts';
import { withTick } from './ticks.ts';
import styles from './PriceChart.module.css';

/** Between two answers the prices that are pushed keep the last candle moving, and begin the next. */
const everyMs = 60_000;

interface PriceChartProps {
  readonly platform: PlatformKey;
  readonly symbol: TradedSymbol;
  readonly tick: Tick | undefined;
  /** The length of a candle that the address names. */
  readonly frame: string | undefined;
  readonly onFrame: (frame: Timeframe) => void;
  /** Of all symbols: those of this one are drawn. */
  readonly positions: readonly OpenPosition[];
  readonly orders: readonly Waiting[];
  /** A level was dragged: what is to be changed, and to which price. */
  readonly onMove: (moved: Moved) => void;
}

/** What was dragged: a stop of a position or an order, or the price that an order waits for. */
export interface Moved {
  /** The platform's number of the position or the order. */
  readonly of: string;
  readonly field: 'at' | 'stopLoss' | 'takeProfit';
  readonly price: string;
}

export function PriceChart({ platform, symbol, tick, frame, onFrame, positions, orders, onMove }: PriceChartProps) {
  const { t } = useWords();
  const timeframe = timeframes.find((one) => one === frame) ?? '1h';
  const read = useRead(tradingContract.calls.candles, { platform, symbol: symbol.name, timeframe }, { everyMs });
  const candles = useMemo(() => withTick(read.data?.candles ?? [], tick, timeframe), [read.data, tick, timeframe]);
  const alerts = useRead(tradingContract.calls.alerts, {}).data?.alerts ?? [];
  const levels = useLevels({ platform, symbol: symbol.name, positions, orders, alerts });
  // Candles are made of bids, so the last of them ends with one.
  const price = tick?.bid ?? candles.at(-1)?.close;
  return (
    <div>
      <div className={styles.timeframes}>
        <Choice
          label={t('trading.timeframe')}
          name="trading-timeframe"
          look="segments"
          value={timeframe}
          options={timeframes.map((value) => ({ value, label: t(`trading.timeframe.${value}`) }))}
          onChange={onFrame}
        />
      </div>
      <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
        {() => (
          <CandleChart
            label={t('trading.chart.label', { symbol: symbol.name, timeframe: t(`trading.timeframe.${timeframe}`) })}
            candles={candles}
            digits={symbol.digits}
            now={price === undefined ? undefined : { price, name: t('trading.bid') }}
            levels={levels}
            onMove={(key, price) => onMove(movedOf(key, price))}
          />
        )}
      </Loaded>
    </div>
  );
}

const fieldOf: Readonly<Record<string, Moved['field']>> = { sl: 'stopLoss', tp: 'takeProfit' };

/** A level's key is the number of what it belongs to, with the stop behind it. */
function movedOf(key: string, price: string): Moved {
  const [of = '', stop = ''] = key.split('/');
  return { of, price, field: fieldOf[stop] ?? 'at' };
}

interface Levels extends Pick<PriceChartProps, 'platform' | 'positions' | 'orders'> {
  readonly symbol: string;
  readonly alerts: readonly PriceAlert[];
}

/** Where positions were opened, what waits, the stops of both, and alerts: the same list until one of them changes. */
function useLevels({ platform, symbol, positions, orders, alerts }: Levels): readonly Level[] {
  const { t } = useWords();
  const stops = (key: string, of: Pick<Waiting, 'stop_loss' | 'take_profit'>): Level[] => [
    ...(of.stop_loss === null
      ? []
      : [{ key: `${key}/sl`, price: of.stop_loss, name: t('trading.stops.loss'), tone: 'loss', isMovable: true } as const]),
    ...(of.take_profit === null
      ? []
      : [{ key: `${key}/tp`, price: of.take_profit, name: t('trading.stops.profit'), tone: 'gain', isMovable: true } as const]),
  ];
  const all = [
    ...positions.flatMap((one) =>
      one.symbol === symbol
        ? [
            {
              key: one.position,
              price: one.open_price,
              name: t(`trading.sideLots.${one.side}`, { lots: one.lots }),
              tone: 'ink-soft',
            },
            ...stops(one.position, one),
          ]
        : [],
    ),
    ...orders.flatMap((one) =>
      one.symbol === symbol
        ? [
            {
              key: one.order,
              price: one.price,
              name: `${t(`trading.type.${one.type}`)} ${one.lots}`,
              tone: 'ink-soft' as const,
              isMovable: true as const,
            },
            ...stops(one.order, one),
          ]
        : [],
    ),
    ...alerts.flatMap((one) =>
      one.symbol === symbol && one.platform === platform && one.status === 'waiting'
        ? [{ key: `alert/${one.id}`, price: one.price, name: t('trading.alerts.line'), tone: 'ink-soft' as const }]
        : [],
    ),
  ];
  const text = JSON.stringify(all);
  return useMemo(() => JSON.parse(text) as readonly Level[], [text]);
}
