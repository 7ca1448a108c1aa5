import { useState } from 'react';
import type { AnswerOf } from '../api/send.ts';
import { CallFailure } from '../api/failure.ts';
import { useWrite } from '../api/reads.ts';
import { Button } from '../components/Button.tsx';
import { Check } from '../components/Choice.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Notice } from '../components/Notice.tsx';
import { WriteFailure } from '../components/States.tsx';
import { useWords } from '../words/context.tsx';
import { paymentsProcess } from '../../protocol/payment.ts';
import { PinField, type PinSent } from './PinField.tsx';
import { QuoteFacts } from './QuoteFacts.tsx';
import { QuotePopup } from './QuotePopup.tsx';
import { Split } from './Split.tsx';
import { useFactor } from './useFactor.tsx';
import styles from './ConfirmSheet.module.css';

export type Processed = AnswerOf<typeof paymentsProcess>;
/** A quote that was given and can be saved. */
export type Confirmed = Extract<Processed, { readonly remittance_id: number }>;
export type Saved = Extract<Processed, { readonly transfer_id: number }>;

interface ConfirmSheetProps {
  /** Undefined while nothing is to be confirmed. */
  readonly confirmed: Confirmed | undefined;
  readonly title: string;
  /** What the quote's first line is called: "You pay", "Leaves 700123". */
  readonly leaves: string;
  /** From when on it takes as long as the quote says, where that is not now. */
  readonly time?: string;
  /** Where it goes. */
  readonly target: string;
  /** What the button does, with the amount: "Pay USD 250.00". */
  readonly action: string;
  readonly onClose: () => void;
  /** The quote holds no more: asks for a new one. */
  readonly onRenew: () => void;
  readonly onSaved: (saved: Saved) => void;
  /** Where a saving is proven with a PIN: sends it once more. */
  readonly onResend?: (remittanceId: number, method: 'message' | 'voice') => Promise<PinSent>;
}

/** The last look before money moves: what leaves, what it costs, what arrives. */
export function ConfirmSheet({ confirmed, title, onClose, onRenew, ...rest }: ConfirmSheetProps) {
  const [ended, setEnded] = useState<number>();
  const close = (): void => {
    setEnded(undefined);
    onClose();
  };
  const renew = (of: Confirmed): void => {
    setEnded(of.remittance_id);
    onRenew();
  };
  return (
    <Dialog isOpen={confirmed !== undefined} onClose={close} title={title}>
      {confirmed && (
        <Confirmation
          key={confirmed.remittance_id}
          confirmed={confirmed}
          isRenewed={ended !== undefined && ended !== confirmed.remittance_id}
          onClose={close}
          onRenew={() => renew(confirmed)}
          {...rest}
        />
      )}
    </Dialog>
  );
}

type ConfirmationProps = Omit<ConfirmSheetProps, 'confirmed' | 'title'> & {
  readonly confirmed: Confirmed;
  /** It stands in the place of one that held no more, which the client has to know before agreeing to it. */
  readonly isRenewed: boolean;
};

/** The saving, with all that is asked for it. */
function useSaving({
  confirmed,
  onSaved,
  onRenew,
  onResend,
}: Pick<ConfirmationProps, 'confirmed' | 'onSaved' | 'onRenew' | 'onResend'>) {
  const save = useWrite(paymentsProcess);
  const pin = usePin(confirmed, save.error, onResend);
  const [isLeaving, setLeaving] = useState(false);
  const asksBonus = save.error?.code === '20034';
  const answers = answersOf(confirmed, { asksBonus, code: pin.code });
  const saved = (answer: Processed): void => {
    if (!('transfer_id' in answer)) return;
    setLeaving(true);
    onSaved(answer);
  };
  const factor = useFactor({
    isRequired: confirmed.factor_required,
    failure: save.error,
    send: (given) => save.mutateAsync({ ...answers, ...given }).then(saved),
  });
  const send = (amount?: string): void =>
    save.mutate(
      { ...answers, ...(amount === undefined ? {} : { amount }), ...(factor.code === '' ? {} : { code: factor.code }) },
      {
        onSuccess: saved,
        onError: (failure) => {
          if (failure.code === 'quote_expired') onRenew();
        },
      },
    );
  return { pin, factor, asksBonus, failure: save.error, isBusy: save.isPending || isLeaving, send };
}

function Confirmation({ isRenewed, leaves, time: from, target, action, onClose, ...saving }: ConfirmationProps) {
  const { t, time } = useWords();
  const { confirmed, onRenew } = saving;
  const { pin, factor, asksBonus, failure, isBusy, send } = useSaving(saving);
  const [dropsBonus, setDropsBonus] = useState(false);
  const [isPastPopup, setPastPopup] = useState(confirmed.popup === null);
  const isOver = failure?.code === 'quote_expired' || failure?.code === 'unknown_remittance';
  if (confirmed.popup && !isPastPopup) {
    const goOn = (): void => setPastPopup(true);
    const choose = (amount: string): void => {
      goOn();
      send(amount);
    };
    return <QuotePopup popup={confirmed.popup} quote={confirmed.quote} onClose={onClose} onGoOn={goOn} onChoose={choose} />;
  }
  return (
    <div className={styles.sheet}>
      <p className={styles.target}>{target}</p>
      {isRenewed && (
        <Notice tone="warn" isUrgent>
          {t('money.quote.renewed')}
        </Notice>
      )}
      <QuoteFacts quote={confirmed.quote} leaves={leaves} time={from} />
      {confirmed.quote.split && <Split split={confirmed.quote.split} currency={confirmed.quote.currency} />}
      {pin.field}
      {factor.field}
      {asksBonus ? (
        <BonusRemoval failure={failure} isAgreed={dropsBonus} onAgree={setDropsBonus} />
      ) : (
        !pin.isAtField && !factor.isAtField && <WriteFailure failure={failure ?? pin.failure} />
      )}
      {!isOver && <p className={styles.until}>{t('money.quote.until', { time: time(confirmed.quote.expires_at) })}</p>}
      <div className={styles.actions}>
        <Button look="plain" onClick={onClose}>
          {t('money.change')}
        </Button>
        {isOver ? (
          <Button onClick={onRenew}>{t('money.quote.renew')}</Button>
        ) : (
          <Button
            isBusy={isBusy}
            refusal={asksBonus && !dropsBonus ? t('money.bonus.first') : pin.refusal}
            onClick={() => send()}
          >
            {action}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The saving, with what was asked back. */
function answersOf(confirmed: Confirmed, { asksBonus, code }: { readonly asksBonus: boolean; readonly code: string }) {
  return {
    action: 'save' as const,
    remittance_id: confirmed.remittance_id,
    ...(asksBonus ? { confirm_bonus_removal: true } : {}),
    ...(code === '' ? {} : { payment_code: code }),
  };
}

/** Document 1 §4: a wrong or expired one lets the client go back a step, or have another one sent. */
function usePin(confirmed: Confirmed, failure: CallFailure | null, onResend: ConfirmSheetProps['onResend']) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  const [again, setAgain] = useState<PinSent>();
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const sent = again ?? confirmed.pin;
  const isAtField = failure !== null && ['WRONG_CODE', 'expired', 'pin_expired'].includes(failure.code ?? '');
  const resend = (method: 'message' | 'voice'): void => {
    setSending(true);
    setRefused(null);
    onResend?.(confirmed.remittance_id, method)
      .then((answer) => {
        setAgain(answer);
        setCode('');
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        setRefused(error);
      })
      .finally(() => setSending(false));
  };
  return {
    code,
    isAtField,
    failure: refused,
    refusal: sent && code === '' ? t('money.pin.missing') : undefined,
    field: sent && (
      <PinField
        sent={sent}
        value={code}
        error={isAtField ? failure.sentence : undefined}
        isSending={isSending}
        onChange={setCode}
        onResend={() => resend('message')}
        onCall={() => resend('voice')}
      />
    ),
  };
}

interface BonusRemovalProps {
  readonly failure: CallFailure | null;
  readonly isAgreed: boolean;
  readonly onAgree: (isAgreed: boolean) => void;
}

/** The account holds a bonus that goes when money leaves it: the client agrees first. */
function BonusRemoval({ failure, isAgreed, onAgree }: BonusRemovalProps) {
  const { t } = useWords();
  return (
    <Notice tone="warn" isUrgent title={failure?.title}>
      <p>{failure?.sentence}</p>
      <Check name="confirm_bonus_removal" isChecked={isAgreed} onChange={onAgree}>
        {t('money.bonus.agree')}
      </Check>
    </Notice>
  );
}
