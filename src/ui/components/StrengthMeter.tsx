import { useWords } from '../words/context.tsx';
import { levelOf, levels } from '../form/strength.ts';
import styles from './StrengthMeter.module.css';

/** How strong a password is while it is chosen: five steps, and the word for it. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { t } = useWords();
  const level = levelOf(password);
  return (
    <span className={styles.meter} data-level={level}>
      <span className={styles.bars} aria-hidden="true">
        {levels.map((each) => (
          <span key={each} className={styles.bar} data-reached={each <= level || undefined} />
        ))}
      </span>
      <span aria-live="polite">{level === 0 ? t('ui.strength.none') : t(`ui.strength.${level}`)}</span>
    </span>
  );
}
