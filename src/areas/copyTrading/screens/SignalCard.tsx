import { Button } from '../../../ui/components/Button.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { ListedSignal, OwnSignal } from '../contract.ts';
import styles from './CopyTrading.module.css';

interface SignalCardProps {
  readonly signal: ListedSignal;
  readonly own?: OwnSignal;
  readonly onSubscribe?: () => void;
  readonly onTrades?: () => void;
  readonly onCancel?: () => void;
}

/** A signal with the figures of its strategy; on a phone its button is as wide as the card (document 3 §4). */
export function SignalCard({ signal, own, onSubscribe, onTrades, onCancel }: SignalCardProps) {
  const { t, date, number } = useWords();
  const percent = (value: string) => <bdi dir="ltr">{t('copyTrading.percent', { value: number(value, 2) })}</bdi>;
  const isFree = !/[1-9]/.test(own?.agreed_price ?? signal.price);
  const { subscribed_until: until } = signal;
  return (
    <li className={styles.card}>
      <h3 className={styles.name}>
        <PageLink to={{ page: pageLinks.strategy, params: { id: signal.id } }}>{signal.name}</PageLink>
      </h3>
      <p className={styles.quiet}>{t('copyTrading.by', { provider: signal.provider })}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('copyTrading.profit')}</dt>
          <dd>{percent(signal.profit)}</dd>
        </div>
        <div>
          <dt>{t('copyTrading.drawdown')}</dt>
          <dd>{percent(signal.drawdown)}</dd>
        </div>
        <div>
          <dt>{t('copyTrading.subscribers')}</dt>
          <dd>{number(signal.subscribers)}</dd>
        </div>
        <div>
          <dt>{t('copyTrading.price')}</dt>
          <dd>
            {isFree ? (
              t('copyTrading.price.free')
            ) : (
              <Amount value={own?.agreed_price ?? signal.price} currency={signal.currency} />
            )}
          </dd>
        </div>
      </dl>
      {until !== null && (
        <Status tone={own && !own.renews ? 'warn' : 'gain'}>
          {t(own && !own.renews ? 'copyTrading.ends' : 'copyTrading.until', { date: date(until) })}
        </Status>
      )}
      <div className={styles.actions}>
        {onSubscribe && until === null && <Button onClick={onSubscribe}>{t('copyTrading.subscribe')}</Button>}
        {onTrades && (
          <Button look="plain" onClick={onTrades}>
            {t('copyTrading.trades.show')}
          </Button>
        )}
        {onCancel && own?.renews && (
          <Button look="plain" onClick={onCancel}>
            {t('copyTrading.cancel')}
          </Button>
        )}
      </div>
    </li>
  );
}
