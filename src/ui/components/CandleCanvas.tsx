import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { indicators } from '../../protocol/chartFigures.ts';
import { useWords } from '../words/context.tsx';
import type { Candle, Level } from './candles.ts';
import { openCandleDrawing, type CandleDrawing } from './candleDrawing.ts';
import type { OwnDrawing, Reckoned } from './candleFigures.ts';
import { useDraggedLevels } from './draggedLevel.ts';
import styles from './ChartFrame.module.css';

export interface CandleCanvasProps {
  readonly candles: readonly Candle[];
  readonly digits: number;
  /** The price of now, as a decimal string, and what it is called; undefined while it is not known. */
  readonly now: { readonly price: string; readonly name: string } | undefined;
  readonly levels: readonly Level[];
  /** The candle under the pointer; undefined when there is none. */
  readonly onPoint: (candle: Candle | undefined) => void;
  /** A level was dragged to that price, which has the symbol's digits. */
  readonly onMove: (key: string, price: string) => void;
  /** Candles before that instant, for whoever scrolls back; without it there are no others. */
  readonly older: ((at: string) => Promise<readonly Candle[] | undefined>) | undefined;
  /** What the client has set up over the candles. */
  readonly own: OwnDrawing;
  /** Hears the values of indicators as they are reckoned; without it nobody wants them. */
  readonly onReckoned: ((reckoned: Reckoned) => void) | undefined;
}

/** The drawing itself, in a chunk of its own with the library it needs. */
export default function CandleCanvas(props: CandleCanvasProps) {
  const { candles, digits, now, levels, onPoint, onMove, older, own } = props;
  const place = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<CandleDrawing>();
  const words = useWords();
  const hands = useRef(own);
  useEffect(() => {
    hands.current = own;
  });

  useEffect(() => {
    const element = place.current;
    const parts = { words, digits, onPoint, older, own: () => hands.current };
    const opened = element ? openCandleDrawing({ element, ...parts }) : undefined;
    setDrawing(opened);
    return () => opened?.close();
  }, [digits, words, onPoint, older]);

  useEffect(() => drawing?.show(candles), [drawing, candles]);
  useEffect(() => drawing?.setLevels(levels), [drawing, levels]);
  const [price, name] = [now?.price, now?.name];
  useEffect(
    () => drawing?.setNow(price === undefined || name === undefined ? undefined : { price, name }),
    [drawing, price, name],
  );
  useOwn(drawing, props);
  useDraggedLevels({
    place,
    grips: () => levels.flatMap((one) => (one.isMovable ? [{ key: one.key, at: drawing?.placeOf(one.price) }] : [])),
    onHold: (at) => drawing?.setHeld(at === undefined ? undefined : drawing.priceAt(at)),
    onDrop: (key, at) => {
      const dropped = drawing?.priceAt(at);
      if (dropped !== undefined) onMove(key, dropped);
    },
  });
  const below = own.indicators.filter(({ name: each }) => !indicators[each].isOnPrice).length;
  return <div ref={place} className={styles.canvas} style={{ '--panes': below } as CSSProperties} />;
}

/** Indicators and figures, and the values of indicators as long as somebody wants them. */
function useOwn(drawing: CandleDrawing | undefined, { own, candles, onReckoned }: CandleCanvasProps): void {
  const { indicators: chosen, figures, kind } = own;
  useEffect(() => drawing?.own.setIndicators(chosen), [drawing, chosen]);
  useEffect(() => drawing?.own.setFigures(figures), [drawing, figures]);
  useEffect(() => {
    drawing?.own.draw(kind);
    return () => drawing?.own.draw(undefined);
  }, [drawing, kind]);
  useEffect(() => {
    if (!drawing || !onReckoned) return;
    let frame = 0;
    const look = (): void => {
      const reckoned = drawing.own.reckoned(candles.at(-1)?.at, chosen);
      if (reckoned) onReckoned(reckoned);
      else frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [drawing, candles, chosen, onReckoned]);
}
