/** One candle; prices as decimal strings in the symbol's digits, `at` the ISO time of its opening. */
export interface Candle {
  readonly at: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
}

/** A level that stands across the drawing: an order, a position, a stop. */
export interface Level {
  readonly key: string;
  readonly price: string;
  readonly name: string;
  readonly tone: 'gain' | 'loss' | 'ink-soft';
  /** It may be dragged to another price. */
  readonly isMovable?: true;
}
