import type { WeightUnit } from '../../../base/weight.ts';
import { useWords } from '../../../ui/words/context.tsx';
import styles from './Gold.module.css';

/** A weight in either unit, as the server tells it. */
export type Weights = Readonly<Record<WeightUnit, string>>;

/** A weight with its unit muted beside it. */
export function Weight({
  weight,
  unit,
  isLarge = false,
}: {
  readonly weight: Weights;
  readonly unit: WeightUnit;
  readonly isLarge?: boolean;
}) {
  const { amount, t } = useWords();
  return (
    <bdi className={styles.weight} data-large={isLarge || undefined}>
      <span className="figures">{amount(weight[unit], unit)}</span>{' '}
      <span className={styles.unit}>{t(`gold.unit.short.${unit}`)}</span>
    </bdi>
  );
}
