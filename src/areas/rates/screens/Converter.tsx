import { useState } from 'react';
import { amountText } from '../../../base/amount.ts';
import { AmountField } from '../../../ui/components/AmountField.tsx';
import { IconButton } from '../../../ui/components/Button.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { rateDigits, readableRate } from '../../../ui/money/rate.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { rateTableCurrencies } from '../../../law/rates.ts';
import type { ConversionRate } from '../contract.ts';
import { converted } from '../rules.ts';
import type { Pair } from './question.ts';
import styles from './Rates.module.css';

interface ConverterProps {
  readonly rates: readonly ConversionRate[];
  readonly pair: Pair;
  readonly amount: string | undefined;
  readonly onChange: (change: Readonly<Record<string, string>>) => void;
}

/** What an amount comes to at the rates on the screen. */
export function Converter({ rates, pair, amount, onChange }: ConverterProps) {
  const { t, number } = useWords();
  const [typed, setTyped] = useState(amount !== undefined && /^\d{1,15}(\.\d{1,8})?$/.test(amount) ? amount : '100');
  const result = converted({ amount: amountText(typed), ...pair, rates });
  const read = result && readableRate({ ...pair, rate: result.rate });
  const options = rateTableCurrencies.map((value) => ({ value, label: value }));
  return (
    <div className={styles.converter}>
      <AmountField
        label={t('rates.amount')}
        name="amount"
        value={typed}
        currency={pair.from}
        onAmount={setTyped}
        onBlur={() => onChange({ amount: amountText(typed) })}
      />
      <div className={styles.pair}>
        <SelectField
          label={t('rates.from')}
          value={pair.from}
          onChange={(event) => onChange({ from: event.target.value })}
          options={options}
        />
        <IconButton icon="transfer" label={t('rates.swap')} onClick={() => onChange({ from: pair.to, to: pair.from })} />
        <SelectField
          label={t('rates.to')}
          value={pair.to}
          onChange={(event) => onChange({ to: event.target.value })}
          options={options}
        />
      </div>
      <output className={styles.result} aria-live="polite">
        {result && read ? (
          <>
            <Amount value={result.amount} currency={pair.to} size="display" />
            <span className={styles.age}>
              {t('money.rate.line', { ...read, rate: number(read.rate, rateDigits(read.rate)) })}
            </span>
          </>
        ) : (
          <span className={styles.age}>{t('rates.enterAmount')}</span>
        )}
      </output>
    </div>
  );
}
