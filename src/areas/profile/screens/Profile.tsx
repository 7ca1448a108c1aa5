import { useGate } from '../../../ui/api/context.tsx';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Columns, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { profileContract, type Profile as Shown } from '../contract.ts';
import { Contacts } from './Contacts.tsx';
import { Person } from './Person.tsx';
import styles from './Profile.module.css';

const { calls, pages } = profileContract;

/** Who the client is to the broker, how they are reached, and what of it can be changed. */
export default function Profile() {
  const read = useRead(calls.profile, {});
  return (
    <Loaded read={read} skeleton={<SkeletonScreen />}>
      {({ profile }) => <Overview profile={profile} />}
    </Loaded>
  );
}

function Overview({ profile }: { readonly profile: Shown }) {
  const { t, dateTime } = useWords();
  return (
    <>
      <ScreenHead
        title={t('nav.profile')}
        text={t('profile.text')}
        actions={
          <>
            <LinkButton look="plain" to={{ page: pageLinks.security }}>
              {t('shell.security')}
            </LinkButton>
            <LinkButton look="plain" to={{ page: pages.subscriptions }}>
              {t('profile.subscriptions')}
            </LinkButton>
            <LinkButton look="plain" to={{ page: pageLinks.personalData }}>
              {t('profile.personalData')}
            </LinkButton>
            <LinkButton look="plain" to={{ page: pageLinks.privacy }}>
              {t('profile.privacy')}
            </LinkButton>
          </>
        }
      />
      <Stack>
        <GateNotice action="change_profile" />
        {profile.cools_until !== null && (
          <Notice tone="warn" title={t('profile.cools.title')}>
            {t('profile.cools.text', { until: dateTime(profile.cools_until) })}
          </Notice>
        )}
        <Columns>
          <Person profile={profile} />
          <Contacts profile={profile} />
        </Columns>
        <Records />
      </Stack>
    </>
  );
}

/** What was told in the second step of the registration, and is told anew on pages of its own. */
function Records() {
  const { t } = useWords();
  const refusal = useGate('change_profile')?.message;
  return (
    <Card title={t('profile.records')}>
      <Stack>
        <p>{t('profile.records.text')}</p>
        <div className={styles.acts}>
          <LinkButton look="plain" refusal={refusal} to={{ page: pageLinks.updateRecords }}>
            {t('profile.records.update')}
          </LinkButton>
          <LinkButton look="plain" refusal={refusal} to={{ page: pageLinks.editTaxId }}>
            {t('profile.records.tax')}
          </LinkButton>
        </div>
      </Stack>
    </Card>
  );
}
