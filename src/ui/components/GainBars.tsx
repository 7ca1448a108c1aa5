import { plotted } from './chartColours.ts';
import { ChartFrame, headsOf, type ChartColumns } from './ChartFrame.tsx';
import styles from './GainBars.module.css';

interface GainBar {
  readonly key: string | number;
  readonly name: string;
  /** Decimal string, negative for a loss. */
  readonly value: string;
}

interface GainBarsProps<Bar extends GainBar> {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** What the names are. */
  readonly head: string;
  /** What is told of each in the table; the bar's own value first, which stands beside it in the drawing too. */
  readonly columns: ChartColumns<Bar>;
}

/** Gains and losses beside each other, one bar each from the middle. */
export function GainBars<Bar extends GainBar>({ label, bars, head, columns }: GainBarsProps<Bar>) {
  const most = Math.max(...bars.map(({ value }) => Math.abs(plotted(value))), Number.MIN_VALUE);
  const share = (value: string): number => (Math.abs(plotted(value)) / most) * 50;
  return (
    <ChartFrame
      label={label}
      axis="left"
      chart={
        <div className={styles.bars}>
          {bars.map((bar) => (
            <div key={bar.key} className={styles.bar}>
              <span className={styles.name}>{bar.name}</span>
              <span className={styles.track}>
                <span
                  className={styles.fill}
                  data-loss={bar.value.startsWith('-') || undefined}
                  style={{ inlineSize: `${share(bar.value)}%` }}
                />
              </span>
              <span className={styles.value}>{columns[0].cell(bar)}</span>
            </div>
          ))}
        </div>
      }
      heads={headsOf(head, columns)}
      rows={bars.map((bar) => ({ key: bar.key, cells: [bar.name, ...columns.map(({ cell }) => cell(bar))] }))}
    />
  );
}
