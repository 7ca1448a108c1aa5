/** What can be drawn over candles beside them: indicators, and what clients draw by hand. */

/** With what each is reckoned unless somebody says otherwise; those on the price stand among the candles, the others below them. */
export const indicators = {
  MA: { params: [20, 50], isOnPrice: true },
  EMA: { params: [12, 26], isOnPrice: true },
  BOLL: { params: [20, 2], isOnPrice: true },
  SAR: { params: [2, 2, 20], isOnPrice: true },
  MACD: { params: [12, 26, 9], isOnPrice: false },
  RSI: { params: [14], isOnPrice: false },
  KDJ: { params: [9, 3, 3], isOnPrice: false },
  CCI: { params: [20], isOnPrice: false },
  DMI: { params: [14, 6], isOnPrice: false },
  WR: { params: [14], isOnPrice: false },
  MTM: { params: [12, 6], isOnPrice: false },
  ROC: { params: [12, 6], isOnPrice: false },
} as const satisfies Readonly<Record<string, { readonly params: readonly number[]; readonly isOnPrice: boolean }>>;

export type IndicatorName = keyof typeof indicators;
export const indicatorNames = Object.keys(indicators) as [IndicatorName, ...IndicatorName[]];
export const mostIndicators = 6;
/** Candles that an indicator may look back over. */
export const longestParam = 500;

export interface ChosenIndicator {
  readonly name: IndicatorName;
  /** As many as its own of `indicators`. */
  readonly params: number[];
}

/** Figures, and by how many points each is given. */
export const figurePoints = {
  horizontal: 1,
  vertical: 1,
  segment: 2,
  ray: 2,
  line: 2,
  fibonacci: 2,
  channel: 3,
} as const satisfies Readonly<Record<string, number>>;

export type FigureKind = keyof typeof figurePoints;
export const figureKinds = Object.keys(figurePoints) as [FigureKind, ...FigureKind[]];
/** Of one client on one symbol, and on all of them. */
export const mostFigures = 50;
export const mostFiguresOfAll = 500;

export interface Figure {
  /** The drawer's own name of it. */
  readonly id: string;
  readonly kind: FigureKind;
  /** An instant of the time axis (ISO) and a price (decimal). */
  readonly points: { at: string; price: string }[];
}

/** How many charts stand beside each other. */
export const chartCounts = [1, 2, 4] as const;
