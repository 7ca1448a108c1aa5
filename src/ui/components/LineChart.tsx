import { lazy, Suspense, type ReactNode } from 'react';
import { useWords } from '../words/context.tsx';
import { ChartFrame, headsOf, type ChartColumns } from './ChartFrame.tsx';
import type { LinePoint } from './lineSlots.ts';
import { SkeletonCard } from './Skeleton.tsx';
import styles from './ChartFrame.module.css';

export type { LinePoint } from './lineSlots.ts';

const LineCanvas = lazy(() => import('./LineCanvas.tsx'));

interface LineChartProps<Point extends LinePoint> {
  readonly label: string;
  readonly points: readonly Point[];
  /** What is told of each point beside its time, in the table and under the pointer: the line's own value first. */
  readonly columns: ChartColumns<Point>;
  readonly caption?: ReactNode;
}

/** A plain series over time: equity, profit, a rate. */
export function LineChart<Point extends LinePoint>({ label, points, columns, caption }: LineChartProps<Point>) {
  const { t, date } = useWords();
  const describe = (index: number): ReactNode => {
    const point = points[index];
    if (!point) return null;
    return (
      <>
        <strong>
          <bdi>{date(point.at)}</bdi>
        </strong>
        <dl className={styles.tipRows}>
          {columns.map(({ title, cell }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{cell(point)}</dd>
            </div>
          ))}
        </dl>
      </>
    );
  };
  return (
    <ChartFrame
      label={label}
      axis="left"
      chart={
        <Suspense fallback={<SkeletonCard lines={6} />}>
          <LineCanvas points={points} describe={describe} />
        </Suspense>
      }
      heads={headsOf(t('ui.chart.day'), columns)}
      rows={points.map((point) => ({ key: point.at, cells: [date(point.at), ...columns.map(({ cell }) => cell(point))] }))}
      {...(caption === undefined ? {} : { caption })}
    />
  );
}
