import { useState } from 'react';
import type { paymentsProcess } from '../../protocol/payment.ts';
import type { AnswerOf } from '../api/send.ts';
import { Button } from '../components/Button.tsx';
import { Choice } from '../components/Choice.tsx';
import { Notice } from '../components/Notice.tsx';
import { useWords } from '../words/context.tsx';
import styles from './ConfirmSheet.module.css';

type Confirmed = Extract<AnswerOf<typeof paymentsProcess>, { readonly remittance_id: number }>;
type Popup = NonNullable<Confirmed['popup']>;
type Booster = Extract<Popup, { readonly type: 'deposit_booster' }>;

interface QuotePopupProps {
  readonly popup: Popup;
  readonly quote: Confirmed['quote'];
  readonly onClose: () => void;
  /** On to the last look, at the amount that was typed. */
  readonly onGoOn: () => void;
  /** Another amount was chosen, which is saved at once. */
  readonly onChoose: (amount: string) => void;
}

/** What interposes before the last look (document 1 §4): a warning about the loyalty level, or amounts that bring something back. */
export function QuotePopup({ popup, onClose, onGoOn, ...rest }: QuotePopupProps) {
  if (popup.type === 'deposit_booster') return <BoosterPopup popup={popup} onGoOn={onGoOn} {...rest} />;
  return <LoyaltyPopup popup={popup} onClose={onClose} onGoOn={onGoOn} />;
}

type LoyaltyProps = Pick<QuotePopupProps, 'onClose' | 'onGoOn'> & { readonly popup: Exclude<Popup, Booster> };

function LoyaltyPopup({ popup, onClose, onGoOn }: LoyaltyProps) {
  const { t, money } = useWords();
  const dollars = (amount: string): string => money(amount, 'USD');
  const values = {
    netDeposit: dollars(popup.new_net_deposit),
    level: popup.new_level,
    rebate: dollars(popup.new_rebate),
    comeBack: dollars(popup.come_back_deposit),
  };
  return (
    <div className={styles.sheet}>
      <Notice tone="warn" isUrgent title={t('money.loyalty.title')}>
        <p>{t('money.loyalty.text', values)}</p>
        <p>{t('money.loyalty.comeBack', values)}</p>
      </Notice>
      <div className={styles.actions}>
        <Button look="plain" onClick={onClose}>
          {t('money.change')}
        </Button>
        <Button onClick={onGoOn}>{t('money.loyalty.goOn')}</Button>
      </div>
    </div>
  );
}

type BoosterProps = Pick<QuotePopupProps, 'quote' | 'onGoOn' | 'onChoose'> & { readonly popup: Booster };

const own = 'own';

function BoosterPopup({ popup, quote, onGoOn, onChoose }: BoosterProps) {
  const { t, money } = useWords();
  const [chosen, setChosen] = useState<string>(own);
  const { currency } = quote;
  const tiers = popup.tiers.map((amount, place) => ({
    value: amount,
    label: money(amount, currency),
    detail: t('money.booster.cashback', { cashback: money(popup.cashback_usd[place] ?? '0', 'USD') }),
  }));
  const typed = { value: own, label: t('money.booster.own', { amount: money(quote.amount, currency) }) };
  return (
    <div className={styles.sheet}>
      <Choice label={popup.offer} name="booster" value={chosen} onChange={setChosen} options={[...tiers, typed]} />
      <p className={styles.until}>
        <a href={popup.tc} target="_blank" rel="noreferrer">
          {t('money.booster.terms')}
        </a>
      </p>
      <div className={styles.actions}>
        <Button onClick={() => (chosen === own ? onGoOn() : onChoose(chosen))}>
          {chosen === own ? t('money.loyalty.goOn') : t('money.booster.pay', { amount: money(chosen, currency) })}
        </Button>
      </div>
    </div>
  );
}
