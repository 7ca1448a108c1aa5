import { useEffect, useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import type { Api } from '../../../ui/api/send.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { registrationContract } from '../contract.ts';
import { forgetTyped } from './SignUpForm.tsx';
import styles from './SignUp.module.css';

const { calls, forms } = registrationContract;

interface FollowedLinkProps {
  readonly api: Api;
  readonly link: string;
  readonly onIn: (token: string) => void;
  readonly onGone: () => void;
}

/** Somebody came by the letter's link: in the browser that began they are in, in another one they say their password first. */
export function FollowedLink({ api, link, onIn, onGone }: FollowedLinkProps) {
  const { t } = useWords();
  const { needsPassword, failure } = useConfirmed({ api, link, onIn });
  const form = useForm({
    name: 'registration.otherBrowser',
    form: forms.otherBrowser,
    initial: { password: '' },
    submit: async ({ password }) => {
      const { token } = await api.send(calls.confirm, { link, password });
      onIn(token);
    },
  });
  if (failure)
    return (
      <>
        <WriteFailure failure={failure} />
        <Button onClick={onGone}>{t('registration.anew')}</Button>
      </>
    );
  if (!needsPassword) return <SkeletonCard lines={3} />;
  return (
    <>
      <p className={styles.text}>{t('registration.otherBrowser.text')}</p>
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
    </>
  );
}

/** Follows the link once. */
function useConfirmed({ api, link, onIn }: Omit<FollowedLinkProps, 'onGone'>) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  useEffect(() => {
    let isLeft = false;
    const follow = async (): Promise<void> => {
      // React mounts twice while it is being developed; a link is good once.
      await Promise.resolve();
      if (isLeft) return;
      try {
        const { token } = await api.send(calls.confirm, { link });
        forgetTyped();
        onIn(token);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (error.code === 'sign_up_password_needed') setNeedsPassword(true);
        else setFailure(error);
      }
    };
    void follow();
    return () => {
      isLeft = true;
    };
    // The link is followed once, whoever draws this anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [api, link]);
  return { needsPassword, failure };
}
