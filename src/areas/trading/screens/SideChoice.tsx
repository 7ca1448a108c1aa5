import { Figures } from '../../../ui/components/Money.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Tick } from '../contract.ts';
import styles from './Ticket.module.css';

const sides = ['sell', 'buy'] as const;

interface SideChoiceProps {
  readonly side: 'buy' | 'sell';
  readonly tick: Tick | undefined;
  readonly onSide: (side: 'buy' | 'sell') => void;
  /** Where another choice of a side is on the screen. */
  readonly name?: string;
}

/** Sell at the bid or buy at the ask; choosing does nothing yet. */
export function SideChoice({ side, tick, onSide, name = 'trading-side' }: SideChoiceProps) {
  const { t } = useWords();
  return (
    <fieldset className={styles.sides}>
      <legend className="only-heard">{t('trading.side')}</legend>
      {sides.map((one) => {
        const price = one === 'buy' ? tick?.ask : tick?.bid;
        return (
          <label key={one} className={styles.sideOption} data-side={one}>
            <input type="radio" name={name} value={one} checked={one === side} onChange={() => onSide(one)} />
            <span>{t(`trading.side.${one}`)}</span>
            <strong>{price === undefined ? '–' : <Figures value={price} />}</strong>
          </label>
        );
      })}
    </fieldset>
  );
}
