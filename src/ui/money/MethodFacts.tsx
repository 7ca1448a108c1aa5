import type { IconName } from '../components/Icon.tsx';
import { useWords } from '../words/context.tsx';
import type { MethodKey } from '../../law/methods.ts';
import { rateDigits } from './rate.ts';
import styles from './MethodFacts.module.css';

/** What a method takes in one currency. */
interface Terms {
  readonly currency: string;
  readonly min: string;
  readonly max: string;
  readonly fee_percent: string;
  readonly arrives: 'at_once' | 'within_an_hour' | 'within_a_day' | 'within_days';
}

interface Told {
  readonly key: MethodKey;
  readonly hours: 'business' | null;
  readonly document: 'card' | 'bank' | 'local' | null;
  readonly terms: readonly Terms[];
}

interface MethodFactsProps {
  readonly method: Told;
  readonly currency: string;
  /** What else there is to know of it stands with the one that is chosen. */
  readonly isChosen: boolean;
  /** The method's own hint is about paying in. */
  readonly hasHint?: boolean;
}

/** What a method costs, how long it takes and from how much to how much, before anything is typed: in the currency chosen where it takes that. */
export function MethodFacts({ method, currency, isChosen, hasHint = true }: MethodFactsProps) {
  const { t, money, number } = useWords();
  const terms = method.terms.find((each) => each.currency === currency) ?? method.terms[0];
  if (!terms) return null;
  const fee =
    terms.fee_percent === '0'
      ? t('money.fee.none')
      : t('money.terms.fee', { percent: number(terms.fee_percent, rateDigits(terms.fee_percent)) });
  const limits = { min: money(terms.min, terms.currency), max: money(terms.max, terms.currency) };
  return (
    <span className={styles.facts}>
      {isChosen && hasHint && <span>{t(`money.method.${method.key}.hint`)}</span>}
      <span className={styles.terms}>
        <span>{fee}</span>
        <span>{t(`money.arrives.${terms.arrives}`)}</span>
        {method.hours === 'business' && <span>{t('money.terms.business')}</span>}
        <span>{t('money.terms.limits', limits)}</span>
      </span>
      {isChosen && method.document !== null && <span>{t(`money.terms.document.${method.document}`)}</span>}
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

export function methodIcon({ group }: { readonly group: number }): IconName {
  return icons[group] ?? 'deposit';
}
