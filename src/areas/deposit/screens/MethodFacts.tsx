import type { IconName } from '../../../ui/components/Icon.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { termsOf, type DepositMethod } from '../rules.ts';
import styles from './MethodFacts.module.css';

interface MethodFactsProps {
  readonly method: DepositMethod;
  readonly currency: string;
  /** What else there is to know of it stands with the one that is chosen. */
  readonly isChosen: boolean;
}

/** What a method costs, how long it takes and from how much to how much, before anything is typed: in the currency chosen where it takes that. */
export function MethodFacts({ method, currency, isChosen }: MethodFactsProps) {
  const { t, money, number } = useWords();
  const terms = termsOf(method, currency) ?? method.terms[0];
  if (!terms) return null;
  const fee =
    terms.fee_percent === '0' ? t('money.fee.none') : t('deposit.method.fee', { percent: number(terms.fee_percent, 2) });
  const limits = { min: money(terms.min, terms.currency), max: money(terms.max, terms.currency) };
  return (
    <span className={styles.facts}>
      {isChosen && <span>{t(`money.method.${method.key}.hint`)}</span>}
      <span className={styles.terms}>
        <span>{fee}</span>
        <span>{t(`money.arrives.${terms.arrives}`)}</span>
        {method.hours === 'business' && <span>{t('deposit.method.business')}</span>}
        <span>{t('deposit.method.limits', limits)}</span>
      </span>
      {isChosen && method.document !== null && <span>{t(`deposit.method.document.${method.document}`)}</span>}
    </span>
  );
}

/** Document 1 §3 and our own groups (law/methods.ts). */
const icons: Readonly<Partial<Record<number, IconName>>> = {
  1: 'wallet',
  2: 'bank',
  3: 'wallet',
  4: 'coin',
  5: 'card',
  6: 'card',
};

export function methodIcon({ group }: Pick<DepositMethod, 'group'>): IconName {
  return icons[group] ?? 'deposit';
}
