import { LinkButton } from '../../../ui/components/Button.tsx';
import { Illustration, type IllustrationName } from '../../../ui/components/Illustration.tsx';
import { WayOn } from '../../../ui/components/WayOn.tsx';
import { useTravel } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { Dashboard } from './dashboard.ts';
import styles from './Home.module.css';

const pictures: Readonly<Record<string, IllustrationName>> = {
  open_account: 'accounts',
  deposit: 'wallet',
  upload_documents: 'documents',
  documents_under_review: 'documents',
  verify_profile: 'documents',
  documents_and_profile_only: 'documents',
  complete_registration: 'documents',
};

/** The one thing to do next, and the page where it is done; without a page it only says what is so. */
export function NextStep({ step }: { readonly step: NonNullable<Dashboard['next_step']> }) {
  const { t } = useWords();
  const travel = useTravel();
  const opener = step.next === null ? undefined : travel.opener(step.next);
  return (
    <section className={styles.next} aria-labelledby="next-step">
      <Illustration name={pictures[step.code] ?? 'refused'} />
      <div className={styles.nextWords}>
        <h2 id="next-step">{t(`dashboard.next.${step.code}.title`)}</h2>
        <p>{t(`dashboard.next.${step.code}.text`)}</p>
      </div>
      {step.code === 'open_account' && (
        <LinkButton to={{ page: pageLinks.openLive }}>{t('dashboard.next.open_account.action')}</LinkButton>
      )}
      {step.code === 'deposit' && <LinkButton to={{ page: pageLinks.deposit }}>{t('dashboard.next.deposit.action')}</LinkButton>}
      {step.code !== 'open_account' &&
        step.code !== 'deposit' &&
        (opener?.to.page.path !== '' || opener.to.query !== undefined) && (
          <WayOn code={step.code} next={step.next ?? undefined} look="main" size="medium" />
        )}
    </section>
  );
}
