import type { InputHTMLAttributes, Ref } from 'react';
import { typedAmount } from '../../base/amount.ts';
import { currencies, isCurrency } from '../../base/currency.ts';
import { weightDecimals } from '../../base/weight.ts';
import styles from './AmountField.module.css';
import { FieldFrame, type FieldFrameProps } from './Field.tsx';

interface AmountFieldProps
  extends FieldFrameProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'value' | 'onChange'> {
  /** As `typedAmount` holds it; `amountText` makes of it what is sent. */
  readonly value: string;
  /** Of a weight its unit. */
  readonly currency: string;
  readonly onAmount: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** An amount: only digits and their separators can be typed (document 1 §5), and no more decimals than the currency has. */
export function AmountField({ label, help, note, error, isOptional, value, currency, onAmount, ...rest }: AmountFieldProps) {
  const decimals = isCurrency(currency) ? currencies[currency].decimals : weightDecimals(currency);
  return (
    <FieldFrame label={label} help={help} note={note} error={error} {...(isOptional === undefined ? {} : { isOptional })}>
      {(aria) => (
        <span className={styles.frame} dir="ltr">
          <span className={styles.currency}>{currency}</span>
          <input
            inputMode={decimals === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            placeholder={decimals === 0 ? '0' : `0.${'0'.repeat(Math.min(2, decimals))}`}
            {...rest}
            {...aria}
            className={styles.input}
            value={value}
            onChange={(event) => onAmount(typedAmount(event.target.value, decimals) ?? value)}
          />
        </span>
      )}
    </FieldFrame>
  );
}
