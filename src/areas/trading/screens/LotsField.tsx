import { pointed, typedAmount } from '../../../base/amount.ts';
import { FieldFrame } from '../../../ui/components/Field.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { stepLots, type LotLimits } from '../rules.ts';
import styles from './Ticket.module.css';

interface LotsFieldProps {
  readonly label: string;
  readonly value: string;
  readonly limits: LotLimits;
  readonly error?: string | undefined;
  readonly onLots: (lots: string) => void;
}

/** A volume in lots: typed, or stepped by the symbol's own step. */
export function LotsField({ label, value, limits, error, onLots }: LotsFieldProps) {
  const { t } = useWords();
  const decimals = limits.lots_step.split('.')[1]?.length ?? 0;
  const help = t('trading.lots.help', { min: limits.lots_min, max: limits.lots_max, step: limits.lots_step });
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(aria) => (
        <span className={styles.lots} dir="ltr">
          <button type="button" aria-label={t('trading.lots.less')} onClick={() => onLots(stepLots(value, -1, limits))}>
            −
          </button>
          <input
            {...aria}
            inputMode="decimal"
            autoComplete="off"
            value={value}
            onChange={(event) => onLots(pointed(typedAmount(event.target.value, decimals) ?? value))}
          />
          <button type="button" aria-label={t('trading.lots.more')} onClick={() => onLots(stepLots(value, 1, limits))}>
            +
          </button>
        </span>
      )}
    </FieldFrame>
  );
}
