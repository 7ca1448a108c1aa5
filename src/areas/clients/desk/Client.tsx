import { useEffect, useState, type ReactNode } from 'react';
import { useDownload } from '../../../ui/api/download.ts';
import { useRead } from '../../../ui/api/reads.ts';
import { Stack } from '../../../ui/components/Card.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { CopyButton } from '../../../ui/components/CopyButton.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { countryName } from '../../../ui/desk/names.ts';
import { companyName } from '../../../law/companyNames.ts';
import { useClientParts } from '../../../ui/desk/parts.tsx';
import { useStaff } from '../../../ui/desk/staff.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { clientsContract, type Profile } from '../contract.ts';
import { Accounts, Wallets } from './Accounts.tsx';
import styles from './Client.module.css';
import { ClientStatus } from './ClientStatus.tsx';
import { Money } from './Money.tsx';
import { Notices } from './Notices.tsx';
import { ProfileFacts } from './ProfileFacts.tsx';
import { Sessions } from './Sessions.tsx';
import { Transfers } from './Transfers.tsx';

const { calls, deskPages: pages } = clientsContract;

/** Everything that the broker knows of a client, on one page: what the areas have to tell stands below the clients' own. */
export default function Client({ params }: ScreenProps<typeof pages.client>) {
  const { t } = useWords();
  const clientId = String(params.id);
  const parts = useClientParts();
  const read = useRead(calls.client, { client_id: clientId });
  const sections = [
    ...ownSections.map((key) => ({ key, title: t(`clients.section.${key}`) })),
    ...parts.map(({ key, title }) => ({ key, title: t(title) })),
  ];
  return (
    <Loaded read={read} skeleton={<SkeletonScreen />}>
      {({ client, accounts, wallets }) => (
        <>
          <Head client={client} sections={sections} />
          <Stack>
            <Section name="profile">
              <ProfileFacts client={client} onChanged={() => void read.refetch()} />
            </Section>
            <Section name="accounts">
              <Accounts accounts={accounts} />
              <Wallets wallets={wallets} />
            </Section>
            <Section name="money">
              <Money clientId={clientId} />
            </Section>
            <Section name="transfers">
              <Transfers clientId={clientId} />
            </Section>
            <Section name="notices">
              <Notices clientId={clientId} />
            </Section>
            <Section name="sessions">
              <Sessions clientId={clientId} />
            </Section>
            {parts.map(({ key, Part }) => (
              <Section key={key} name={key}>
                <Part clientId={clientId} />
              </Section>
            ))}
          </Stack>
        </>
      )}
    </Loaded>
  );
}

const ownSections = ['profile', 'accounts', 'money', 'transfers', 'notices', 'sessions'] as const;

function Section({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.section} id={name} tabIndex={-1}>
      {children}
    </div>
  );
}

interface HeadProps {
  readonly client: Profile;
  readonly sections: readonly { readonly key: string; readonly title: string }[];
}

/** Who it is, always in sight, and the way to each section. */
function Head({ client, sections }: HeadProps) {
  const { t } = useWords();
  const here = useSectionInSight(sections.map(({ key }) => key));
  useTitle(client.name || client.email);
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h1 tabIndex={-1}>{client.name || client.email}</h1>
        <ClientStatus status={client.status} />
        <span className={styles.number}>
          {t('clients.numbered', { number: String(client.client_id) })}
          <CopyButton text={String(client.client_id)} label={t('clients.number.copy')} />
        </span>
        <span className={styles.from}>
          {t('clients.from', { company: companyName(client.company, t), country: countryName(client.country) })}
        </span>
        <TakeFile client={client} />
      </div>
      <nav className={styles.sections} aria-label={t('clients.sections')}>
        {sections.map(({ key, title }) => (
          <a key={key} href={`#${key}`} className={styles.jump} aria-current={key === here ? 'location' : undefined}>
            {title}
          </a>
        ))}
      </nav>
    </header>
  );
}

/** All of it as a document, for whoever judges clients. */
function TakeFile({ client }: Pick<HeadProps, 'client'>) {
  const { t } = useWords();
  const { rights } = useStaff();
  const file = useDownload(calls.file);
  if (!rights.includes('papers')) return null;
  return (
    <>
      <Button
        look="quiet"
        size="small"
        icon="download"
        isBusy={file.bytes !== undefined}
        onClick={() => void file.start({ client_id: String(client.client_id), format: 'pdf' })}
      >
        {t('clients.file.take')}
      </Button>
      <WriteFailure failure={file.failure} />
    </>
  );
}

/** The section that the reader has come to: the last whose head is above the middle of the upper half. */
function useSectionInSight(keys: readonly string[]): string | undefined {
  const [here, setHere] = useState(keys[0]);
  const names = keys.join(' ');
  useEffect(() => {
    const look = (): void => {
      const line = innerHeight / 3;
      const above = names.split(' ').filter((key) => (document.getElementById(key)?.getBoundingClientRect().top ?? line) < line);
      setHere(above.at(-1) ?? names.split(' ')[0]);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [names]);
  return here;
}
