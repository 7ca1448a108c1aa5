import { useEffect, useState } from 'react';
import type { WeightUnit } from '../../../base/weight.ts';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Facts } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { SumLine } from '../../../ui/components/SumLine.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { goldContract, type GoldQuote } from '../contract.ts';
import styles from './Gold.module.css';
import { Weight } from './Weight.tsx';

const { calls, pages } = goldContract;

interface QuoteDialogProps {
  /** Undefined while nothing is quoted. */
  readonly quote: GoldQuote | undefined;
  readonly unit: WeightUnit;
  readonly onClose: () => void;
  /** It holds no more: asks for a new one. */
  readonly onRenew: () => void;
  readonly onTraded: () => void;
}

/** The last look before gold is bought or sold: the whole price, for as long as it is held. */
export function QuoteDialog({ quote, onClose, ...rest }: QuoteDialogProps) {
  const { t } = useWords();
  return (
    <Dialog isOpen={quote !== undefined} onClose={onClose} title={quote && t(`gold.quote.${quote.side}.title`)}>
      {quote && <Quote key={quote.quote_id} quote={quote} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

const overCodes: ReadonlySet<string | undefined> = new Set(['quote_expired', 'quote_used', 'unknown_quote']);

function Quote({ quote, unit, onClose, onRenew, onTraded }: QuoteDialogProps & { readonly quote: GoldQuote }) {
  const { t, money, amount } = useWords();
  const open = useOpen();
  const { side } = quote;
  const trade = useWrite(side === 'buy' ? calls.buy : calls.sell);
  const left = useSecondsLeft(quote.seconds);
  // A purchase that was made in time is none that ran out, however late its answer.
  const isTaken = trade.isPending || trade.isSuccess;
  const isOver = (left <= 0 && !isTaken) || overCodes.has(trade.error?.code);
  const weight = t(`gold.weight.${unit}`, { weight: amount(quote.weight[unit], unit) });
  const send = (): void =>
    trade.mutate(
      { quote_id: quote.quote_id },
      {
        onSuccess: () => {
          onTraded();
          showToast({
            tone: 'gain',
            title: t(`gold.done.${side}`, { weight }),
            text: t(side === 'buy' ? 'gold.done.paid' : 'gold.done.received', { amount: money(quote.total, quote.currency) }),
          });
          open({ page: pages.trading, query: { unit } });
        },
      },
    );
  return (
    <div className={styles.sheet}>
      <Terms quote={quote} unit={unit} />
      <WriteFailure failure={trade.error} />
      <p className={styles.name} role="timer">
        {isOver ? t('gold.quote.over') : t('gold.quote.held', { seconds: left })}
      </p>
      <div className={styles.answers}>
        <Button look="plain" onClick={onClose}>
          {t('money.change')}
        </Button>
        {isOver ? (
          <Button onClick={onRenew}>{t('gold.quote.renew')}</Button>
        ) : (
          <Button isBusy={isTaken} onClick={send}>
            {t(`gold.quote.${side}`, { weight })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What one gets for what, and what it is made of. */
function Terms({ quote, unit }: { readonly quote: GoldQuote; readonly unit: WeightUnit }) {
  const { t } = useWords();
  const { side, currency } = quote;
  const money = (value: string) => <Amount value={value} currency={currency} />;
  const isTaxed = /[1-9]/.test(quote.tax);
  return (
    <>
      <SumLine name={t(side === 'buy' ? 'gold.quote.youGet' : 'gold.quote.youSell')}>
        <Weight weight={quote.weight} unit={unit} />
      </SumLine>
      <Facts
        items={[
          { key: 'price', name: t(`gold.quote.price.${unit}`), value: money(quote.price[unit]) },
          { key: 'metal', name: t('gold.quote.metal'), value: money(quote.metal) },
          { key: 'spread', name: t('gold.quote.spread'), value: money(side === 'buy' ? quote.spread : `-${quote.spread}`) },
          ...(side === 'buy' && isTaxed
            ? [{ key: 'tax', name: t('gold.quote.tax', { percent: quote.tax_percent }), value: money(quote.tax) }]
            : []),
        ]}
      />
      <SumLine name={t(side === 'buy' ? 'gold.quote.youPay' : 'gold.quote.youGet')}>
        <Amount value={quote.total} currency={currency} size="large" />
      </SumLine>
    </>
  );
}

const beatMs = 250;

/** Counted on this device from when the answer came, which is a little later than from when it was given: the server decides. */
function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const since = performance.now();
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil(seconds - (performance.now() - since) / 1000))), beatMs);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
