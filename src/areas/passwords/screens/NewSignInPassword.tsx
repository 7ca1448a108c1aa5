import { lazy, Suspense, useState } from 'react';
import type { PasskeyAnswer } from '../../../protocol/proof.ts';
import { readAskedFactor, type AskedFactor } from '../../../ui/proof/askedFactor.ts';
import { CallFailure } from '../../../ui/api/failure.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { passwordsContract } from '../contract.ts';
import { hasEndedPin } from './PinWizard.tsx';

const PasskeyButton = lazy(() => import('../../../ui/proof/PasskeyButton.tsx'));

interface NewSignInPasswordProps {
  /** Names the draft. */
  readonly draft: string;
  readonly save: (typed: {
    readonly password: string;
    readonly password2: string;
    readonly code?: string | undefined;
    readonly passkey?: PasskeyAnswer | undefined;
  }) => Promise<void>;
  readonly onEnded: (failure: CallFailure) => void;
}

/** The last step: the password for signing in, typed twice. */
export function NewSignInPassword({ draft, save, onEnded }: NewSignInPasswordProps) {
  const { t } = useWords();
  const [asked, setAsked] = useState<AskedFactor>();
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const form = useForm({
    name: `${draft}.new`,
    form: passwordsContract.forms.signIn,
    initial: { password: '', password2: '', code: '' },
    hidden: () => (asked?.hasCodes ? [] : ['code']),
    submit: async (typed) => {
      try {
        await save(typed);
      } catch (error) {
        const factor = readAskedFactor(error);
        if (factor) return setAsked(factor);
        if (error instanceof CallFailure && hasEndedPin(error)) return onEnded(error);
        throw error;
      }
    },
  });
  const { password, password2 } = form.values;
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
        <WriteFailure failure={refused} />
        <FormFields form={form} given={{}} />
        {asked?.passkey && (
          <Suspense>
            <PasskeyButton
              options={asked.passkey}
              send={(passkey) => save({ password, password2, passkey })}
              onRefused={(failure) => (hasEndedPin(failure) ? onEnded(failure) : setRefused(failure))}
            />
          </Suspense>
        )}
      </FormLayout>
    </form>
  );
}
