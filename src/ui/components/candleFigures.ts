import type { Chart, Overlay } from 'klinecharts';
import { figureKinds, indicators, type ChosenIndicator, type Figure, type FigureKind } from '../../protocol/chartFigures.ts';
import { pricePane, writtenPrice } from './candleLook.ts';
import { plotted } from './chartColours.ts';

/** What a client has set up over the candles: indicators, what they have drawn, and what they are drawing now. */
export interface OwnDrawing {
  readonly indicators: readonly ChosenIndicator[];
  readonly figures: readonly Figure[];
  /** The kind whose points the pointer sets next; undefined while nothing is being drawn. */
  readonly kind: FigureKind | undefined;
  /** A figure was drawn, or moved. */
  readonly onFigure: (figure: Figure) => void;
  readonly onErase: (id: string) => void;
}

type Hands = Pick<OwnDrawing, 'onFigure' | 'onErase'>;

/** The indicators' values at each instant, in the order of `heads`; null where there is none yet. */
export interface Reckoned {
  readonly heads: readonly string[];
  readonly digits: readonly number[];
  readonly at: ReadonlyMap<number, readonly (number | null)[]>;
}

export interface OwnFigures {
  setIndicators(chosen: readonly ChosenIndicator[]): void;
  setFigures(figures: readonly Figure[]): void;
  draw(kind: FigureKind | undefined): void;
  /** Of those that are chosen, up to the newest candle; undefined while they are being reckoned. */
  reckoned(newest: string | undefined, chosen: readonly ChosenIndicator[]): Reckoned | undefined;
}

const libraryNames: Readonly<Record<FigureKind, string>> = {
  horizontal: 'horizontalStraightLine',
  vertical: 'verticalStraightLine',
  segment: 'segment',
  ray: 'rayLine',
  line: 'straightLine',
  fibonacci: 'fibonacciLine',
  channel: 'parallelStraightLine',
};

const kept = 'kept';
const drawing = 'drawing';

export function openFigures(chart: Chart, digits: number, hands: () => Hands): OwnFigures {
  return {
    setIndicators(chosen) {
      chart.removeIndicator();
      for (const { name, params } of chosen) {
        const paneId = indicators[name].isOnPrice ? pricePane : `pane/${name}`;
        chart.createIndicator({ name, calcParams: [...params], paneId }, true);
      }
    },
    setFigures(figures) {
      const before = new Map(chart.getOverlays({ groupId: kept }).map((overlay) => [overlay.id, overlay]));
      const isSame = (figure: Figure): boolean => {
        const overlay = before.get(figure.id);
        return overlay !== undefined && JSON.stringify(figureOf(overlay, digits)) === JSON.stringify(figure);
      };
      const stays = new Set(figures.filter(isSame).map(({ id }) => id));
      for (const id of before.keys()) if (!stays.has(id)) chart.removeOverlay({ id });
      for (const figure of figures) if (!stays.has(figure.id)) keep(chart, figure, { digits, hands });
    },
    draw(kind) {
      chart.removeOverlay({ groupId: drawing });
      if (kind === undefined) return;
      chart.createOverlay({
        name: libraryNames[kind],
        groupId: drawing,
        onDrawEnd: ({ overlay }) => {
          const figure = figureOf({ ...overlay, id: crypto.randomUUID() }, digits);
          // The library is still at it; what was drawn comes back as what is kept.
          queueMicrotask(() => chart.removeOverlay({ groupId: drawing }));
          if (figure) hands().onFigure(figure);
        },
      });
    },
    reckoned: (newest, chosen) => (isAtNewest(chart, newest, chosen) ? reckonedOf(chart) : undefined),
  };
}

/** Moved by its points or as a whole, and taken away by the other button of the mouse. */
function keep(chart: Chart, figure: Figure, { digits, hands }: { readonly digits: number; readonly hands: () => Hands }): void {
  chart.createOverlay({
    name: libraryNames[figure.kind],
    id: figure.id,
    groupId: kept,
    points: figure.points.map(({ at, price }) => ({ timestamp: Date.parse(at), value: plotted(price) })),
    onPressedMoveEnd: ({ overlay }) => {
      const moved = figureOf(overlay, digits);
      if (moved) hands().onFigure(moved);
    },
    onRightClick: ({ preventDefault }) => {
      preventDefault?.();
      hands().onErase(figure.id);
    },
  });
}

/** Undefined where a point is at no time or at no price. */
export function figureOf({ id, name, points }: Pick<Overlay, 'id' | 'name' | 'points'>, digits: number): Figure | undefined {
  const kind = figureKinds.find((each) => libraryNames[each] === name);
  const placed = points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined || value <= 0
      ? []
      : [{ at: new Date(timestamp).toISOString(), price: writtenPrice(value, digits) }],
  );
  return kind && placed.length === points.length ? { id, kind, points: placed } : undefined;
}

function isAtNewest(chart: Chart, newest: string | undefined, chosen: readonly ChosenIndicator[]): boolean {
  const candles = chart.getDataList();
  const all = chart.getIndicators();
  const isNewest = newest !== undefined && candles.at(-1)?.timestamp === Date.parse(newest);
  return isNewest && all.length === chosen.length && all.every(({ result }) => result.length === candles.length);
}

function reckonedOf(chart: Chart): Reckoned {
  const candles = chart.getDataList();
  const columns = chart.getIndicators().flatMap(({ figures, result, precision, shortName, calcParams }) =>
    figures.map(({ key, title }) => ({
      head: figures.length > 1 ? `${shortName} ${(title ?? key).replace(/:\s*$/, '')}` : `${shortName} ${calcParams.join(', ')}`,
      precision,
      valueAt: (index: number) => numberIn(result[index], key),
    })),
  );
  return {
    heads: columns.map(({ head }) => head),
    digits: columns.map(({ precision }) => precision),
    at: new Map(candles.map(({ timestamp }, index) => [timestamp, columns.map(({ valueAt }) => valueAt(index))])),
  };
}

function numberIn(values: unknown, key: string): number | null {
  const value: unknown = typeof values === 'object' && values !== null ? Reflect.get(values, key) : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
