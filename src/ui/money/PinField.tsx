import type { z } from 'zod';
import type { pinSent } from '../../protocol/payout.ts';
import { Button } from '../components/Button.tsx';
import { TextField } from '../components/Field.tsx';
import { useSecondsLeft } from '../components/useSecondsLeft.ts';
import { useWords } from '../words/context.tsx';
import styles from './PinField.module.css';

export type PinSent = z.infer<typeof pinSent>;

interface PinFieldProps {
  readonly sent: PinSent;
  readonly value: string;
  readonly error: string | undefined;
  readonly isSending: boolean;
  readonly onChange: (code: string) => void;
  readonly onResend: () => void;
  /** Has it said on the phone; left out where nobody calls. */
  readonly onCall?: (() => void) | undefined;
}

/** The code that was sent for this very payment, and another one when that can be had. */
export function PinField({ sent, value, error, isSending, onChange, onResend, onCall }: PinFieldProps) {
  const { t } = useWords();
  const seconds = useSecondsLeft(sent);
  return (
    <div className={styles.pin}>
      <TextField
        name="payment_code"
        label={t('money.pin')}
        help={t(sent.is_sent ? `money.pin.${sent.channel}` : 'money.pin.unsent')}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={value}
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      />
      <Button
        look="plain"
        isBusy={isSending}
        refusal={seconds > 0 ? t('money.pin.resendIn', { seconds: String(seconds) }) : undefined}
        onClick={onResend}
      >
        {t('money.pin.resend')}
      </Button>
      {onCall && sent.channel !== 'email' && (
        <Button look="quiet" refusal={seconds > 0 ? t('money.pin.callIn') : undefined} onClick={onCall}>
          {t('money.pin.call')}
        </Button>
      )}
    </div>
  );
}
