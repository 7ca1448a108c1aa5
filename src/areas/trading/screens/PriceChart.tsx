import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { PlatformKey } from '../../../law/platforms.ts';
import { useConnection } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { CandleChart, type Candle, type Level } from '../../../ui/components/CandleChart.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Figure, FigureKind } from '../../../protocol/chartFigures.ts';
import type { OwnDrawing } from '../../../ui/components/candleFigures.ts';
import type { OpenPosition } from '../../../protocol/account.ts';
import {
  mostCandles,
  timeframes,
  tradingContract,
  type PriceAlert,
  type Tick,
  type Timeframe,
  type TradedSymbol,
  type Waiting,
} from '../contract.ts';
import { timeframeMs } from '../rules.ts';
import { ChartTools } from './ChartTools.tsx';
import { withTick } from './ticks.ts';
import { useChartLayout, useFigures } from './useCharts.ts';
import charts from './Charts.module.css';
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
  /** Beside the chart's own tools. */
  readonly tools?: ReactNode;
}

/** What was dragged: a stop of a position or an order, or the price that an order waits for. */
export interface Moved {
  readonly symbol: string;
  /** The platform's number of the position or the order. */
  readonly of: string;
  readonly field: 'at' | 'stopLoss' | 'takeProfit';
  readonly price: string;
}

/** One symbol's candles with everything that the client has on them, and what they do to them. */
export function PriceChart(props: PriceChartProps) {
  const { platform, symbol, tick, frame, onFrame, tools } = props;
  const { t } = useWords();
  const timeframe = timeframes.find((one) => one === frame) ?? '1h';
  const figures = useFigures({ platform, symbol: symbol.name });
  const [kind, setKind] = useState<FigureKind>();
  const { layout, keep, isKnown, failure } = useChartLayout();
  const { onFigure } = figures;
  const own = useMemo(
    () => ({
      ...figures,
      indicators: layout.indicators,
      kind,
      onFigure: (figure: Figure) => {
        setKind(undefined);
        onFigure(figure);
      },
    }),
    [figures, layout.indicators, kind, onFigure],
  );
  return (
    <div>
      <div className={charts.head}>
        <div className={styles.timeframes}>
          <Choice
            label={t('trading.timeframe')}
            name={`timeframe-${symbol.name}`}
            look="segments"
            value={timeframe}
            options={timeframes.map((value) => ({ value, label: t(`trading.timeframe.${value}`) }))}
            onChange={onFrame}
          />
        </div>
        <ChartTools
          symbol={symbol}
          price={tick?.bid}
          own={own}
          isKnown={isKnown}
          onKind={setKind}
          onIndicators={(chosen) => keep({ indicators: chosen })}
        >
          {tools}
        </ChartTools>
      </div>
      <WriteFailure failure={failure ?? figures.failure} />
      <Candles {...props} timeframe={timeframe} own={own} />
    </div>
  );
}

type CandlesProps = Omit<PriceChartProps, 'frame' | 'onFrame' | 'tools'> & {
  readonly timeframe: Timeframe;
  readonly own: OwnDrawing;
};

export function Candles({ platform, symbol, tick, timeframe, own, positions, orders, onMove }: CandlesProps) {
  const { t } = useWords();
  const read = useRead(tradingContract.calls.candles, { platform, symbol: symbol.name, timeframe }, { everyMs });
  const candles = useMemo(() => withTick(read.data?.candles ?? [], tick, timeframe), [read.data, tick, timeframe]);
  const alerts = useRead(tradingContract.calls.alerts, {}).data?.alerts ?? [];
  const levels = useLevels({ platform, symbol: symbol.name, positions, orders, alerts });
  const older = useOlder({ platform, symbol: symbol.name, timeframe });
  // Candles are made of bids, so the last of them ends with one.
  const price = tick?.bid ?? candles.at(-1)?.close;
  return (
    <Loaded read={read} skeleton={<SkeletonCard lines={8} />}>
      {() => (
        <CandleChart
          key={`${symbol.name}/${timeframe}`}
          label={t('trading.chart.label', { symbol: symbol.name, timeframe: t(`trading.timeframe.${timeframe}`) })}
          candles={candles}
          digits={symbol.digits}
          now={price === undefined ? undefined : { price, name: t('trading.bid') }}
          levels={levels}
          onMove={(key, price) => onMove({ ...movedOf(key, price), symbol: symbol.name })}
          older={older}
          own={own}
        />
      )}
    </Loaded>
  );
}

interface Asked {
  readonly platform: PlatformKey;
  readonly symbol: string;
  readonly timeframe: Timeframe;
}

/** A stretch that has no candle is a closed market, and the one before it is asked for; further back than this there is none. */
const mostStretches = 6;

/** What was before the candles that are drawn, for whoever scrolls back. What cannot be had now is asked for when they scroll again. */
function useOlder({ platform, symbol, timeframe }: Asked): (at: string) => Promise<readonly Candle[] | undefined> {
  const { api } = useConnection();
  return useCallback(
    async (at) => {
      const stretch = (mostCandles / 2) * timeframeMs(timeframe);
      let to = Date.parse(at);
      for (let count = 0; count < mostStretches; count += 1) {
        const span = { from: new Date(to - stretch).toISOString(), to: new Date(to).toISOString() };
        const answer = await api
          .send(tradingContract.calls.candles, { platform, symbol, timeframe, ...span })
          .catch(() => undefined);
        if (!answer || answer.candles.length > 0) return answer?.candles;
        to -= stretch;
      }
      return [];
    },
    [api, platform, symbol, timeframe],
  );
}

const fieldOf: Readonly<Record<string, Moved['field']>> = { sl: 'stopLoss', tp: 'takeProfit' };

/** A level's key is the number of what it belongs to, with the stop behind it. */
function movedOf(key: string, price: string): Omit<Moved, 'symbol'> {
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
