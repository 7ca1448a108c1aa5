import type { InputHTMLAttributes, Ref } from 'react';
import { currencies, isCurrency } from '../../base/currency.ts';
import styles from './AmountField.module.css';
import { FieldFrame, type FieldFrameProps } from './Field.tsx';

interface AmountFieldProps
  extends FieldFrameProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id' | 'value' | 'onChange'> {
  /** As it is typed: digits with at most one point. */
  readonly value: string;
  readonly currency: string;
  readonly onAmount: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** An amount: only digits and one decimal point can be typed (document 1 §5), and no more decimals than the currency has. */
export function AmountField({ label, help, note, error, isOptional, value, currency, onAmount, ...rest }: AmountFieldProps) {
  const decimals = isCurrency(currency) ? currencies[currency].decimals : 2;
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

/** Arabic-Indic and Persian figures, as phones in these languages type them. */
const figureStarts = [0x0660, 0x06f0];
const maxWholeDigits = 15;

/**
 * What was typed as an amount, or undefined where a key must have no effect. A comma is taken as the point when it can
 * only be one (pasted "12,50" and keyboards without a point); grouping commas of a pasted "1,250.00" are dropped.
 */
export function typedAmount(text: string, decimals: number): string | undefined {
  const figures = Array.from(text, latinFigure)
    .join('')
    .replace(/[\s\u00a0'’٬]/g, '')
    .replaceAll('٫', '.');
  const plain = figures.includes('.') ? figures.replaceAll(',', '') : figures.replace(',', '.');
  const match = /^(\d*)(?:(\.)(\d*))?$/.exec(plain);
  if (!match) return undefined;
  const [, whole = '', point = '', fraction = ''] = match;
  if (whole.length > maxWholeDigits || (point !== '' && decimals === 0) || fraction.length > decimals) return undefined;
  return `${whole.replace(/^0+(?=\d)/, '')}${point}${fraction}`;
}

function latinFigure(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const start = figureStarts.find((from) => code >= from && code <= from + 9);
  return start === undefined ? character : String(code - start);
}

/** The amount as the server takes it: ".5" is "0.5", "12." is "12". Empty stays empty. */
export function amountText(typed: string): string {
  if (typed === '' || typed === '.') return '';
  return typed.replace(/^\./, '0.').replace(/\.$/, '');
}
