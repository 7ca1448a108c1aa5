import { useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { passwordsContract } from '../contract.ts';
import { hasEndedPin } from './PinWizard.tsx';

interface NewSignInPasswordProps {
  /** Names the draft. */
  readonly draft: string;
  readonly save: (typed: {
    readonly password: string;
    readonly password2: string;
    readonly code?: string | undefined;
  }) => Promise<void>;
  readonly onEnded: (failure: CallFailure) => void;
}

/** The last step: the password for signing in, typed twice. */
export function NewSignInPassword({ draft, save, onEnded }: NewSignInPasswordProps) {
  const { t } = useWords();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const form = useForm({
    name: `${draft}.new`,
    form: passwordsContract.forms.signIn,
    initial: { password: '', password2: '', code: '' },
    hidden: () => (isCodeAsked ? [] : ['code']),
    submit: async (typed) => {
      try {
        await save(typed);
      } catch (error) {
        if (error instanceof CallFailure && error.code === 'second_factor_required') return setCodeAsked(true);
        if (error instanceof CallFailure && hasEndedPin(error)) return onEnded(error);
        throw error;
      }
    },
  });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy}>
            {t('passwords.set')}
          </Button>
        }
      >
        <FormFields form={form} given={{}} />
      </FormLayout>
    </form>
  );
}
