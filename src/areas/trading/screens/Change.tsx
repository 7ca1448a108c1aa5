import { useWords } from '../../../ui/words/context.tsx';
import styles from './SymbolHead.module.css';
import terminal from './Terminal.module.css';

/** A change in per cent with its sign, its colour, and its word for those who hear it. */
export function Change({ value }: { readonly value: string | null }) {
  const { t, number } = useWords();
  if (value === null) return <span className={terminal.quiet}>–</span>;
  const isFlat = /^-?0+\.0+$/.test(value);
  const direction = isFlat ? undefined : value.startsWith('-') ? 'loss' : 'gain';
  const shown = number(value.replace('-', ''), 2);
  return (
    <bdi dir="ltr" className={styles.change} data-direction={direction}>
      {direction && <span className="only-heard">{t(`ui.${direction}`)} </span>}
      {t(`trading.change.${direction ?? 'flat'}`, { value: shown })}
    </bdi>
  );
}
