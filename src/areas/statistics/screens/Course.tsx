import { Card } from '../../../ui/components/Card.tsx';
import { LineChart, type LinePoint } from '../../../ui/components/LineChart.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Statistics, StatisticsPoint } from '../contract.ts';
import styles from './Course.module.css';

interface DrawnPoint extends LinePoint {
  readonly point: StatisticsPoint;
}

/** Equity day by day, and how far below its best the account stood. */
export function Course({ statistics }: { readonly statistics: Statistics }) {
  const { t, number, date } = useWords();
  const { course, currency, worst_drawdown: worst } = statistics;
  const drawn = (valueOf: (point: StatisticsPoint) => string): readonly DrawnPoint[] =>
    course.map((point) => ({ at: `${point.day}T23:59:59.000Z`, value: valueOf(point), point }));
  const percent = (value: string) => t('statistics.percent', { percent: number(value, 2) });
  const equity = {
    title: t('statistics.equity'),
    cell: ({ point }: DrawnPoint) => <Amount value={point.equity} currency={currency} />,
  };
  const drawdown = {
    title: t('statistics.drawdown'),
    cell: ({ point }: DrawnPoint) => percent(point.drawdown_percent),
  };
  if (course.length < 2) {
    return (
      <Card title={t('statistics.equity')}>
        <p className={styles.quiet}>{t('statistics.course.empty')}</p>
      </Card>
    );
  }
  return (
    <>
      <Card title={t('statistics.equity')}>
        <LineChart label={t('statistics.equity.label')} points={drawn((point) => point.equity)} columns={[equity]} />
      </Card>
      <Card title={t('statistics.drawdown')}>
        <p className={styles.quiet}>
          {worst === null
            ? t('statistics.drawdown.none')
            : t('statistics.drawdown.worst', { percent: number(worst.percent, 2), day: date(`${worst.day}T12:00:00.000Z`) })}
        </p>
        <LineChart
          label={t('statistics.drawdown.label')}
          points={drawn((point) => point.drawdown_percent)}
          columns={[drawdown, equity]}
          caption={t('statistics.drawdown.how')}
        />
      </Card>
    </>
  );
}
