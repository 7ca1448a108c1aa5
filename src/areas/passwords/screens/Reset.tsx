import { useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import { Button, OutsideButton } from '../../../ui/components/Button.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { EntranceProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { passwordsContract, type PinSent } from '../contract.ts';
import { NewSignInPassword } from './NewSignInPassword.tsx';
import { beginning, PinForm, type WizardAt } from './PinWizard.tsx';
import styles from './PinWizard.module.css';

const { calls, forms } = passwordsContract;
const draft = 'passwords.reset';

/** Document 3 §2: a forgotten password. Afterwards one is signed in. */
export default function Reset({ api, enter }: EntranceProps) {
  const { t, language } = useWords();
  const [email, setEmail] = useState('');
  const [at, setAt] = useState<WizardAt>(beginning);
  const begin = (failure: CallFailure | null): void => setAt({ at: 'begin', failure });
  const send = async (to: string): Promise<PinSent> => {
    const { method = 'email_sms', resend_seconds = 0 } = await api.send(calls.resetPassword, { action: 'sendpin', email: to });
    return { method, resend_seconds };
  };
  return (
    <>
      <h1>{t('passwords.reset.title')}</h1>
      {at.at === 'begin' && (
        <Begin
          email={email}
          failure={at.failure}
          send={async (to) => {
            const sent = await send(to);
            setEmail(to);
            setAt({ at: 'pin', sent });
          }}
        />
      )}
      {at.at === 'pin' && (
        <PinForm
          draft={draft}
          text={t('passwords.sent.maybe')}
          sent={at.sent}
          resend={() => send(email)}
          check={(pin) => api.send(calls.resetPassword, { action: 'checkpin', email, pin })}
          onSent={(sent) => setAt({ at: 'pin', sent })}
          onPassed={(pin) => setAt({ at: 'new', pin })}
          onEnded={begin}
        />
      )}
      {at.at === 'new' && (
        <NewSignInPassword
          draft={draft}
          onEnded={begin}
          save={async (typed) => {
            const { token = '' } = await api.send(calls.resetPassword, { action: 'password', email, pin: at.pin, ...typed });
            enter({ token, who: email });
          }}
        />
      )}
      <OutsideButton look="quiet" href={`/${language}/login`}>
        {t('passwords.reset.back')}
      </OutsideButton>
    </>
  );
}

interface BeginProps {
  readonly email: string;
  readonly failure: CallFailure | null;
  readonly send: (email: string) => Promise<void>;
}

function Begin({ email, failure: before, send }: BeginProps) {
  const { t } = useWords();
  const form = useForm({ name: draft, form: forms.email, initial: { email }, submit: (typed) => send(typed.email) });
  return (
    <>
      <p className={styles.text}>{t('passwords.reset.text')}</p>
      {form.failure === null && <WriteFailure failure={before} />}
      <form {...form.frame}>
        <FormLayout
          failure={form.failure}
          actions={
            <Button type="submit" isWide isBusy={form.isBusy}>
              {t('passwords.send')}
            </Button>
          }
        >
          <FormFields form={form} given={{}} />
        </FormLayout>
      </form>
    </>
  );
}
