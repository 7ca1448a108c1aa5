import { useWords } from '../words/context.tsx';
import styles from './Stepper.module.css';

/** Where one is in a piece of work of several steps. `current` counts from 0. */
export function Stepper({ steps, current }: { readonly steps: readonly string[]; readonly current: number }) {
  const { t } = useWords();
  return (
    <ol className={styles.stepper} aria-label={t('ui.step.of', { step: current + 1, count: steps.length })}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={styles.step}
          data-state={index < current ? 'done' : index === current ? 'now' : 'next'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.bar} />
          <span className={styles.name}>{step}</span>
        </li>
      ))}
    </ol>
  );
}
