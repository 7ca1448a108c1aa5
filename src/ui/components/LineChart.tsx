import { lazy, Suspense } from 'react';
import { useWords } from '../words/context.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import type { LinePoint } from './LineCanvas.tsx';
import { SkeletonCard } from './Skeleton.tsx';

export type { LinePoint } from './LineCanvas.tsx';

const LineCanvas = lazy(() => import('./LineCanvas.tsx'));

interface LineChartProps {
  readonly label: string;
  readonly points: readonly LinePoint[];
  /** The name of what is drawn: "Equity". */
  readonly valueName: string;
  /** How a value is written: `(value) => money(value, 'USD')`. */
  readonly write: (value: string) => string;
}

/** A plain series over time: equity, profit, a rate. */
export function LineChart({ label, points, valueName, write }: LineChartProps) {
  const { t, day, dateTime } = useWords();
  return (
    <ChartFrame
      label={label}
      axis="left"
      chart={
        <Suspense fallback={<SkeletonCard lines={6} />}>
          <LineCanvas points={points} writeDay={day} />
        </Suspense>
      }
      heads={[t('ui.chart.time'), valueName]}
      rows={points.map(({ at, value }) => ({ key: at, cells: [dateTime(at), write(value)] }))}
    />
  );
}
