import { useEffect, useRef } from 'react';
import { isMore } from '../../base/amount.ts';
import { useWords } from '../words/context.tsx';
import styles from './Money.module.css';

interface AmountProps {
  /** A decimal string. */
  readonly value: string;
  readonly currency: string;
  /** `gain`: with its sign, its word for those who hear it, and its colour. `signed`: with its sign, as neither. */
  readonly kind?: 'plain' | 'gain' | 'signed';
  readonly size?: 'text' | 'large' | 'display';
}

/** An amount with its currency muted beside it: figures of one width, so that columns align on the point. */
export function Amount({ value, currency, kind = 'plain', size = 'text' }: AmountProps) {
  const { amount, t } = useWords();
  const direction = kind === 'gain' ? directionOf(value) : undefined;
  return (
    <bdi className={styles.amount} dir="ltr" data-size={size} data-direction={direction}>
      {direction !== undefined && <span className="only-heard">{t(`ui.${direction}`)} </span>}
      <span className={styles.figures}>{amount(value, currency, kind === 'plain' ? 'negative' : 'always')}</span>
      <span className={styles.currency}>{currency}</span>
    </bdi>
  );
}

/** The same without its currency, for columns whose head names it and for prices and volumes. */
export function Figures({
  value,
  currency,
  kind = 'plain',
}: {
  readonly value: string;
  readonly currency?: string;
  readonly kind?: 'plain' | 'gain';
}) {
  const { amount, number, t } = useWords();
  const direction = kind === 'gain' ? directionOf(value) : undefined;
  const text =
    currency === undefined
      ? `${direction === 'gain' ? '+' : ''}${number(value, value.split('.')[1]?.length ?? 0)}`
      : amount(value, currency, kind === 'gain' ? 'always' : 'negative');
  return (
    <bdi className={styles.amount} dir="ltr" data-direction={direction}>
      {direction !== undefined && <span className="only-heard">{t(`ui.${direction}`)} </span>}
      <span className={styles.figures}>{text}</span>
    </bdi>
  );
}

function directionOf(value: string): 'gain' | 'loss' | undefined {
  if (/^-?0*(\.0*)?$/.test(value)) return undefined;
  return value.startsWith('-') ? 'loss' : 'gain';
}

/** An amount that ticks: it keeps its width, and a change is seen for a moment by its ground, not by moving. */
export function LiveAmount(props: AmountProps) {
  const place = useRef<HTMLSpanElement>(null);
  const last = useRef(props.value);
  useEffect(() => {
    const before = last.current;
    last.current = props.value;
    if (before === props.value || !place.current?.animate) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const tone = isMore(props.value, before) ? 'var(--gain-soft)' : 'var(--loss-soft)';
    place.current.animate([{ backgroundColor: tone }, { backgroundColor: 'transparent' }], { duration: 900, easing: 'ease-out' });
  }, [props.value]);
  return (
    <span ref={place} className={styles.live}>
      <Amount {...props} />
    </span>
  );
}
