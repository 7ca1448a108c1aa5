import type { WeightUnit } from '../../../base/weight.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { LineChart } from '../../../ui/components/LineChart.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { goldContract } from '../contract.ts';
import styles from './Gold.module.css';

/** What gold has cost, day by day. */
export function Course({ unit }: { readonly unit: WeightUnit }) {
  const { t } = useWords();
  const read = useRead(goldContract.calls.course, {});
  return (
    <Card title={t('gold.course')}>
      <Loaded read={read} skeleton={<SkeletonCard lines={6} />}>
        {({ points }) =>
          points.length < 2 ? (
            <p className={styles.name}>{t('gold.course.empty')}</p>
          ) : (
            <LineChart
              label={t('gold.course.label', { unit: t(`gold.per.${unit}`) })}
              points={points.map((point) => ({ at: point.at, value: point[unit] }))}
              columns={[{ title: t('gold.course.price'), cell: ({ value }) => <Amount value={value} currency="USD" /> }]}
            />
          )
        }
      </Loaded>
    </Card>
  );
}
