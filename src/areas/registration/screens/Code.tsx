import { useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import type { Api } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useSecondsLeft } from '../../../ui/components/useSecondsLeft.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { registrationContract, type Sent } from '../contract.ts';
import { forgetTyped } from './SignUpForm.tsx';
import styles from './SignUp.module.css';

const { calls, forms } = registrationContract;

interface CodeProps {
  readonly api: Api;
  readonly sent: Sent;
  readonly onSent: (sent: Sent) => void;
  readonly onIn: (token: string) => void;
  /** Something was typed wrongly: back to the form, with all of it. */
  readonly onBack: () => void;
}

/** The letter is on its way: its code, another letter, or back. */
export function Code({ api, sent, onSent, onIn, onBack }: CodeProps) {
  const { t } = useWords();
  const form = useForm({
    name: 'registration.code',
    form: forms.code,
    initial: { pin: '' },
    submit: async (input) => {
      const { token } = await api.send(calls.confirm, input);
      forgetTyped();
      onIn(token);
    },
  });
  return (
    <>
      <p className={styles.text}>{t('registration.code.text', { email: sent.email })}</p>
      <form {...form.frame}>
        <FormLayout
          failure={form.failure}
          actions={
            <Button type="submit" isWide isBusy={form.isBusy}>
              {t('registration.code.do')}
            </Button>
          }
        >
          <FormFields form={form} given={{}} />
        </FormLayout>
      </form>
      <Resend api={api} sent={sent} onSent={onSent} onAgain={form.reset} />
      <Button look="quiet" onClick={onBack}>
        {t('registration.code.back')}
      </Button>
    </>
  );
}

interface ResendProps extends Pick<CodeProps, 'api' | 'sent' | 'onSent'> {
  readonly onAgain: () => void;
}

function Resend({ api, sent, onSent, onAgain }: ResendProps) {
  const { t } = useWords();
  const left = useSecondsLeft(sent);
  const [state, setState] = useState<'still' | 'busy' | 'sent'>('still');
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const resend = async (): Promise<void> => {
    setState('busy');
    setFailure(null);
    try {
      onSent(await api.send(calls.resend, {}));
      onAgain();
      setState('sent');
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
      setState('still');
    }
  };
  return (
    <div className={styles.resend}>
      <WriteFailure failure={failure} />
      {state === 'sent' && <Notice tone="gain">{t('registration.code.sent')}</Notice>}
      <Button
        look="plain"
        isWide
        isBusy={state === 'busy'}
        refusal={left > 0 ? t('registration.code.wait', { seconds: left }) : undefined}
        onClick={() => void resend()}
      >
        {t('registration.code.resend')}
      </Button>
    </div>
  );
}
