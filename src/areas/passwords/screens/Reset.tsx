import { useState } from 'react';
import { sites } from '../../../law/regions/profile.ts';
import { CallFailure } from '../../../ui/api/failure.ts';
import { Button, OutsideButton } from '../../../ui/components/Button.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { askedBack } from '../../../ui/page/document.ts';
import type { EntranceProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { passwordsContract, type PinMethod, type PinSent } from '../contract.ts';
import { sentBy } from '../rules.ts';
import { NewSignInPassword } from './NewSignInPassword.tsx';
import { beginning, PinForm, type WizardAt } from './PinWizard.tsx';
import styles from './PinWizard.module.css';

const { calls, forms } = passwordsContract;
const draft = 'passwords.reset';

/** Nobody says yet whether there is a number: whoever has none gets a letter. */
const methods: readonly PinMethod[] = ['email_sms', 'voice'];

/** Document 3 §2: a forgotten password. Afterwards one is signed in, and on the dashboard or where one was going. */
export default function Reset({ api, enter }: EntranceProps) {
  const { t, language } = useWords();
  const [email, setEmail] = useState('');
  const [at, setAt] = useState<WizardAt>(beginning);
  const begin = (failure: CallFailure | null): void => setAt({ at: 'begin', failure });
  const send = async (to: string, by: PinMethod): Promise<PinSent> => {
    const typed = { action: 'sendpin', email: to, method: by } as const;
    const { method = by, resend_seconds = 0 } = await api.send(calls.resetPassword, typed);
    return { method, resend_seconds };
  };
  return (
    <>
      <h1>{t('passwords.reset.title')}</h1>
      {at.at === 'begin' && (
        <Begin
          email={email}
          failure={at.failure}
          send={async (to, by) => {
            const sent = await send(to, by);
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
          by={sentBy(at.sent.method, '')}
          resend={() => send(email, at.sent.method)}
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
            const { asked, known } = askedSite();
            const proven = { action: 'password', email, pin: at.pin, ...(known === undefined ? {} : { site: known }) } as const;
            const { token = '', company_id: company } = await api.send(calls.resetPassword, { ...proven, ...typed });
            // Document 3 §8: these two are logged and no more.
            if (company === undefined) console.warn('FX-464: the reset named no company');
            else if (asked !== null && known === undefined) console.warn('FX-465: the reset came by an unknown route');
            enter({ token, who: email });
          }}
        />
      )}
      <OutsideButton look="quiet" href={askedBack(language)}>
        {t('passwords.reset.back')}
      </OutsideButton>
    </>
  );
}

/** The version of the site that the address names, where there is one of that name. */
function askedSite() {
  const asked = new URLSearchParams(location.search).get('site');
  return { asked, known: sites.find((site) => site === asked) };
}

interface BeginProps {
  readonly email: string;
  readonly failure: CallFailure | null;
  readonly send: (email: string, by: PinMethod) => Promise<void>;
}

function Begin({ email, failure: before, send }: BeginProps) {
  const { t } = useWords();
  const [method, setMethod] = useState<PinMethod>('email_sms');
  const form = useForm({ name: draft, form: forms.email, initial: { email }, submit: (typed) => send(typed.email, method) });
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
          <Choice
            label={t('passwords.method')}
            name="method"
            value={method}
            onChange={setMethod}
            options={methods.map((value) => ({
              value,
              label: t(value === 'email_sms' ? 'passwords.method.email' : `passwords.method.${value}`),
            }))}
          />
        </FormLayout>
      </form>
    </>
  );
}
