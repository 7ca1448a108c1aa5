import { useWords } from '../../../ui/words/context.tsx';
import styles from './Details.module.css';

/** "EURUSD  buy 0.10". */
export function Side({ symbol, side, lots }: { readonly symbol: string; readonly side: 'buy' | 'sell'; readonly lots: string }) {
  const { t } = useWords();
  return (
    <span className={styles.side}>
      <bdi dir="ltr">{symbol}</bdi>
      <span className={styles.sideWord}>{t(`accounts.side.${side}`, { lots })}</span>
    </span>
  );
}
