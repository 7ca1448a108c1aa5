import { Button } from '../../../ui/components/Button.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { quickAmounts } from '../rules.ts';
import styles from './QuickAmounts.module.css';

interface QuickAmountsProps {
  readonly limits: { readonly min: string; readonly max: string };
  readonly currency: string;
  /** As it was typed, or empty. */
  readonly chosen: string;
  readonly onChoose: (amount: string) => void;
}

/** Amounts at one touch. */
export function QuickAmounts({ limits, currency, chosen, onChoose }: QuickAmountsProps) {
  const { t, money } = useWords();
  return (
    <div className={styles.quick} role="group" aria-label={t('deposit.quick')}>
      {quickAmounts(limits).map((amount) => (
        <Button key={amount} look="plain" size="small" aria-pressed={amount === chosen} onClick={() => onChoose(amount)}>
          {money(amount, currency)}
        </Button>
      ))}
    </div>
  );
}
