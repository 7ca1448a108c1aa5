import { useEffect, useState } from 'react';
import { CallFailure } from '../../../ui/api/failure.ts';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import type { EntranceProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { registrationContract, type Offer, type Sent } from '../contract.ts';
import { Code } from './Code.tsx';
import { FollowedLink } from './FollowedLink.tsx';
import { SignUpForm } from './SignUpForm.tsx';
import styles from './SignUp.module.css';

const { calls } = registrationContract;

/** The first step (document 2 §1): who one is and how to sign in, then the address is confirmed and one is in. */
export default function SignUp({ api, enter, onFoot }: EntranceProps) {
  const { t, language } = useWords();
  const [link, setLink] = useState(() => new URLSearchParams(location.search).get('link') ?? undefined);
  const { offer, failure } = useOffer(api);
  const [sent, setSent] = useState<Sent | null>();
  // What this browser has begun is gone on with, also after a reload and in another tab.
  const pending = sent === undefined ? offer?.pending : sent;
  const startAnew = (): void => {
    setLink(undefined);
    setSent(null);
  };
  return (
    <>
      <header className={styles.head}>
        <h1>{t(pending ? 'registration.code.title' : 'registration.title')}</h1>
        {!pending && link === undefined && (
          <p className={styles.other}>
            {t('registration.known')} <a href={`/${language}/login`}>{t('registration.signIn')}</a>
          </p>
        )}
      </header>
      <WriteFailure failure={failure} />
      {link !== undefined && (
        <FollowedLink api={api} link={link} onIn={(token) => enter({ token, who: '' })} onGone={startAnew} />
      )}
      {link === undefined && offer === undefined && failure === null && <SkeletonCard lines={6} />}
      {link === undefined && pending && (
        <Code
          api={api}
          sent={pending}
          onSent={setSent}
          onIn={(token) => enter({ token, who: pending.email })}
          onBack={startAnew}
        />
      )}
      {link === undefined && offer && !pending && (
        <SignUpForm api={api} site={offer.site ?? undefined} onFoot={onFoot} onSent={setSent} />
      )}
    </>
  );
}

/** On which site one is, and what this browser has begun. */
function useOffer(api: EntranceProps['api']) {
  const [offer, setOffer] = useState<Offer>();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  useEffect(() => {
    api.send(calls.offer, {}).then(setOffer, (error: unknown) => {
      if (!(error instanceof CallFailure)) throw error;
      setFailure(error);
    });
  }, [api]);
  return { offer, failure };
}
