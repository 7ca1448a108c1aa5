import { useState, type ReactNode } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useSecondsLeft } from '../../../ui/components/useSecondsLeft.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { passwordsContract, type PinMethod, type PinSent } from '../contract.ts';
import { sentBy, type PinSender } from '../rules.ts';
import styles from './PinWizard.module.css';

/** A PIN was sent, and may be answered; `failure` is why somebody begins anew (document 3 §4: a wrong PIN has ended). */
export type WizardAt =
  | { readonly at: 'begin'; readonly failure: CallFailure | null }
  | { readonly at: 'pin'; readonly sent: PinSent }
  | { readonly at: 'new'; readonly pin: string };

export const beginning: WizardAt = { at: 'begin', failure: null };

/** The failures that end a PIN. */
export function hasEndedPin(failure: CallFailure): boolean {
  return failure.code === 'pin_wrong' || failure.code === 'pin_expired' || failure.code === 'wrong_code';
}

interface PinWizardProps {
  /** Names the drafts; unique in the portal. */
  readonly draft: string;
  /** Those that the client can be reached by. */
  readonly methods: readonly PinMethod[];
  /** Where they live (ISO 3166 alpha-2): it decides what the PIN is called by. */
  readonly country: string;
  readonly send: (method: PinMethod) => Promise<PinSent>;
  readonly check: (pin: string) => Promise<unknown>;
  /** The last step. */
  readonly children: (last: { readonly pin: string; readonly onEnded: (failure: CallFailure) => void }) => ReactNode;
}

/** Document 3 §4: send the PIN, check it, then the new password. */
export function PinWizard({ draft, methods, country, send, check, children }: PinWizardProps) {
  const { t } = useWords();
  const [at, setAt] = useState<WizardAt>(beginning);
  const begin = (failure: CallFailure | null): void => setAt({ at: 'begin', failure });
  const onSent = (sent: PinSent): void => setAt({ at: 'pin', sent });
  if (at.at === 'new') return children({ pin: at.pin, onEnded: begin });
  if (at.at === 'begin') return <Begin methods={methods} send={send} failure={at.failure} onSent={onSent} />;
  return (
    <PinForm
      draft={draft}
      text={t('passwords.sent')}
      by={sentBy(at.sent.method, methods.length > 1 ? country : '')}
      sent={at.sent}
      resend={() => send(at.sent.method)}
      check={check}
      onSent={onSent}
      onPassed={(pin) => setAt({ at: 'new', pin })}
      onEnded={begin}
    />
  );
}

interface BeginProps extends Pick<PinWizardProps, 'methods' | 'send'> {
  readonly failure: CallFailure | null;
  readonly onSent: (sent: PinSent) => void;
}

function Begin({ methods, send, failure: before, onSent }: BeginProps) {
  const { t } = useWords();
  const [method, setMethod] = useState<PinMethod>('email_sms');
  const { isBusy, failure, act } = useAct(async () => onSent(await send(method)), before);
  const reachable = methods.length > 1;
  return (
    <Stack>
      <WriteFailure failure={failure} />
      <Choice
        label={t('passwords.method')}
        name="method"
        value={method}
        onChange={setMethod}
        options={methods.map((value) => ({
          value,
          label: t(value === 'email_sms' && !reachable ? 'passwords.method.email' : `passwords.method.${value}`),
        }))}
      />
      <div>
        <Button isBusy={isBusy} onClick={act}>
          {t('passwords.send')}
        </Button>
      </div>
    </Stack>
  );
}

interface PinFormProps {
  /** Names the draft. */
  readonly draft: string;
  readonly text: string;
  readonly by: PinSender;
  readonly sent: PinSent;
  readonly resend: () => Promise<PinSent>;
  readonly check: (pin: string) => Promise<unknown>;
  readonly onSent: (sent: PinSent) => void;
  readonly onPassed: (pin: string) => void;
  readonly onEnded: (failure: CallFailure) => void;
}

/** The PIN, and another one when that can be had. */
export function PinForm({ draft, text, by, sent, resend, check, onSent, onPassed, onEnded }: PinFormProps) {
  const { t } = useWords();
  const form = useForm({
    name: `${draft}.pin`,
    form: passwordsContract.forms.pin,
    initial: { pin: '' },
    submit: async ({ pin }) => {
      try {
        await check(pin);
      } catch (error) {
        if (error instanceof CallFailure && hasEndedPin(error)) return onEnded(error);
        throw error;
      }
      onPassed(pin);
    },
  });
  const left = useSecondsLeft(sent);
  const { isBusy, failure, act } = useAct(async () => {
    onSent(await resend());
    form.reset();
  }, null);
  return (
    <Stack>
      <p className={styles.text}>{text}</p>
      <form {...form.frame}>
        <FormLayout
          failure={form.failure ?? failure}
          actions={
            <div className={styles.actions}>
              <Button type="submit" isBusy={form.isBusy}>
                {t('passwords.pin.do')}
              </Button>
              <Button
                look="plain"
                isBusy={isBusy}
                refusal={left > 0 ? t('passwords.resend.wait', { seconds: left }) : undefined}
                onClick={act}
              >
                {t('passwords.resend')}
              </Button>
            </div>
          }
        >
          <FormFields form={form} given={{ pin: { words: { by } } }} />
        </FormLayout>
      </form>
    </Stack>
  );
}

/** One call at a time, and what became of it. */
function useAct(work: () => Promise<void>, before: CallFailure | null) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(before);
  const act = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, act: () => void act() };
}
