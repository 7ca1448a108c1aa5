import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ContactKind } from '../../../law/contacts.ts';
import { useGate } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { profileContract, type Profile } from '../contract.ts';
import styles from './Profile.module.css';

const { calls, pages } = profileContract;
const ProofDialog = lazy(() => import('../../../ui/proof/ProofDialog.tsx'));

/** How the client is reached, and whether each was shown to be theirs. */
export function Contacts({ profile }: { readonly profile: Profile }) {
  const { t } = useWords();
  const refusal = useGate('change_profile')?.message;
  const { email, mobile, secondary_email: secondary } = profile;
  return (
    <Card title={t('profile.contacts')}>
      <ul className={styles.contacts}>
        <Contact what="email" contact={email}>
          {!email.is_verified && (
            <LinkButton look="plain" size="small" refusal={refusal} to={{ page: pages.verifyEmail }}>
              {t('profile.email.verify')}
            </LinkButton>
          )}
          <LinkButton look="plain" size="small" refusal={refusal} to={{ page: pages.changeEmail }}>
            {t('profile.email.change')}
          </LinkButton>
        </Contact>
        <Contact what="mobile" contact={mobile}>
          {mobile.value !== null && !mobile.is_verified && (
            <LinkButton look="plain" size="small" refusal={refusal} to={{ page: pages.verifyMobile }}>
              {t('profile.mobile.verify')}
            </LinkButton>
          )}
          <LinkButton look="plain" size="small" refusal={refusal} to={{ page: pages.changeMobile }}>
            {t('profile.mobile.change')}
          </LinkButton>
        </Contact>
        <Contact what="secondary_email" contact={secondary}>
          {secondary.value !== null && <RemoveSecondary refusal={refusal} />}
          <LinkButton look="plain" size="small" refusal={refusal} to={{ page: pages.addEmail }}>
            {t(secondary.value === null ? 'profile.secondary_email.add' : 'profile.secondary_email.change')}
          </LinkButton>
        </Contact>
      </ul>
    </Card>
  );
}

interface ContactProps {
  readonly what: ContactKind;
  readonly contact: Profile[ContactKind];
  readonly children: ReactNode;
}

function Contact({ what, contact, children }: ContactProps) {
  const { t } = useWords();
  return (
    <li className={styles.contact}>
      <div>
        <h3>{t(`profile.${what}`)}</h3>
        <p className={styles.value}>
          {contact.value === null ? t(`profile.${what}.none`) : <bdi>{contact.value}</bdi>}
          {contact.value !== null && (
            <Status tone={contact.is_verified ? 'gain' : 'warn'}>
              {t(contact.is_verified ? 'profile.isVerified' : 'profile.isNotVerified')}
            </Status>
          )}
        </p>
      </div>
      <div className={styles.acts}>{children}</div>
    </li>
  );
}

function RemoveSecondary({ refusal }: { readonly refusal: string | undefined }) {
  const { t } = useWords();
  const [isAsked, setAsked] = useState(false);
  const remove = useWrite(calls.removeSecondary);
  return (
    <>
      <Button look="plain" size="small" refusal={refusal} onClick={() => setAsked(true)}>
        {t('profile.secondary_email.remove')}
      </Button>
      {isAsked && (
        <Suspense>
          <ProofDialog
            onClose={() => setAsked(false)}
            proving={{
              title: t('profile.secondary_email.remove'),
              text: t('profile.secondary_email.remove.text'),
              action: t('profile.secondary_email.remove'),
              isDanger: true,
              send: async (proof) => {
                await remove.mutateAsync(proof);
                showToast({ tone: 'gain', title: t('profile.secondary_email.removed') });
              },
            }}
          />
        </Suspense>
      )}
    </>
  );
}
