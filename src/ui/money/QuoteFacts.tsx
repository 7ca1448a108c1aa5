import { Facts } from '../components/Card.tsx';
import { Amount } from '../components/Money.tsx';
import { RelativeAge } from '../components/RelativeAge.tsx';
import { useWords } from '../words/context.tsx';
import { rateDigits, readableRate } from './rate.ts';
import styles from './QuoteFacts.module.css';

/** What a movement of money comes to. Amounts and rates are decimal strings. */
export interface QuoteShown {
  readonly amount: string;
  readonly currency: string;
  readonly account_amount: string;
  readonly account_currency: string;
  readonly rate: string | null;
  readonly rate_as_of: string | null;
  readonly markup_percent: string;
  readonly is_rate_awaited: boolean;
  readonly fee: string;
  readonly arrives: 'at_once' | 'within_an_hour' | 'within_a_day' | 'within_days';
}

interface QuoteFactsProps {
  readonly quote: QuoteShown;
  /** What the first line is called. */
  readonly leaves: string;
  /** From when on it takes as long as it says; from now on when left out. */
  readonly time?: string | undefined;
}

/** What leaves, what it costs, at which rate of which age, what arrives and when. */
export function QuoteFacts({ quote, leaves, time }: QuoteFactsProps) {
  const { t } = useWords();
  const fee = isNothing(quote.fee) ? t('money.fee.none') : <Amount value={quote.fee} currency={quote.currency} />;
  const facts = [
    { key: 'leaves', name: leaves, value: <Amount value={quote.amount} currency={quote.currency} /> },
    { key: 'fee', name: t('money.fee'), value: fee },
    // From dollars to dollars there is no rate to tell.
    ...(quote.rate === null || quote.currency === quote.account_currency
      ? []
      : [{ key: 'rate', name: t('money.rate'), value: <RateLine quote={quote} rate={quote.rate} /> }]),
    { key: 'time', name: time ?? t('money.time'), value: t(`money.arrives.${quote.arrives}`) },
  ];
  return (
    <div className={styles.quote}>
      <div className={styles.arrives} aria-live="polite">
        <span>{t('money.arrives')}</span>
        <Amount value={quote.account_amount} currency={quote.account_currency} size="large" />
      </div>
      <Facts items={facts} />
    </div>
  );
}

function RateLine({ quote, rate }: { readonly quote: QuoteShown; readonly rate: string }) {
  const { t, number } = useWords();
  const read = readableRate({ from: quote.currency, to: quote.account_currency, rate });
  return (
    <span className={styles.rate}>
      <bdi dir="ltr">{t('money.rate.line', { ...read, rate: number(read.rate, rateDigits(read.rate)) })}</bdi>
      {quote.rate_as_of !== null && (
        <span className={styles.age}>
          {t('money.rate.published')} <RelativeAge at={quote.rate_as_of} />
        </span>
      )}
      {!isNothing(quote.markup_percent) && (
        <span className={styles.age}>
          {t(quote.is_rate_awaited ? 'money.rate.awaited' : 'money.rate.markup', {
            percent: number(quote.markup_percent, rateDigits(quote.markup_percent)),
          })}
        </span>
      )}
    </span>
  );
}

function isNothing(amount: string): boolean {
  return /^0*(\.0*)?$/.test(amount);
}
