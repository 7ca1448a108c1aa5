import { useState } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Copyable } from '../../../ui/components/CopyButton.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonScreen } from '../../../ui/components/Skeleton.tsx';
import { Loaded } from '../../../ui/components/States.tsx';
import { useTitle } from '../../../ui/page/title.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { openingContract, type Opened } from '../contract.ts';
import { depositQuery } from './choice.ts';

interface SuccessProps {
  /** Without passwords where they were shown before, or are not there yet. */
  readonly opened: Pick<Opened, 'number' | 'server' | 'credentials'>;
  /** The page was loaded again. */
  readonly isAgain?: boolean;
  readonly group: 'live' | 'demo';
  readonly asked: Parameters<typeof depositQuery>[1];
}

/** The account is open: how to sign in to the terminal, said this once, and the next step. */
export function Success({ opened, isAgain = false, group, asked }: SuccessProps) {
  const { t } = useWords();
  const { number, credentials } = opened;
  useTitle(`${t('opening.success.login')} ${number}`);
  // Document 2 §4: a demo account leads on to its details, a live one to the deposit.
  const leadsToDeposit = group === 'live';
  const facts = factsOf(opened, t);
  return (
    <>
      <ScreenHead
        isNew
        title={t(credentials || isAgain ? `opening.success.${group}` : 'opening.success.pending')}
        text={String(number)}
      />
      <Stack>
        <AboutPasswords opened={opened} isAgain={isAgain} />
        <Card title={t('opening.success.signIn')}>
          <Facts
            items={facts.map(({ key, name, text, copy }) => ({
              key,
              name,
              value: <Copyable text={text} label={copy} />,
            }))}
          />
        </Card>
        <div>
          {leadsToDeposit && (
            <LinkButton icon="deposit" to={{ page: pageLinks.deposit, query: depositQuery(number, asked) }}>
              {t('opening.success.deposit')}
            </LinkButton>
          )}{' '}
          <LinkButton look={leadsToDeposit ? 'plain' : 'main'} to={{ page: pageLinks.account, params: { id: number } }}>
            {t('opening.success.details')}
          </LinkButton>{' '}
          <LinkButton look="quiet" to={{ page: openingContract.pages.choose }}>
            {t('opening.success.another')}
          </LinkButton>
        </div>
      </Stack>
    </>
  );
}

/** What one signs in to the terminal with. */
function factsOf({ number, server, credentials }: SuccessProps['opened'], t: Words['t']) {
  const secrets = credentials
    ? [
        {
          key: 'password',
          name: t('opening.success.password'),
          text: credentials.password,
          copy: t('opening.success.password.copy'),
        },
        {
          key: 'investor',
          name: t('opening.success.investor'),
          text: credentials.investor_password,
          copy: t('opening.success.investor.copy'),
        },
      ]
    : [];
  return [
    { key: 'login', name: t('opening.success.login'), text: String(number), copy: t('opening.success.login.copy') },
    { key: 'server', name: t('opening.server'), text: server, copy: t('opening.success.server.copy') },
    ...secrets,
  ];
}

/** They are shown this once, were shown before, or are not there yet. */
function AboutPasswords({ opened, isAgain }: Required<Pick<SuccessProps, 'opened' | 'isAgain'>>) {
  const { t } = useWords();
  if (opened.credentials) {
    return (
      <Notice tone="warn" title={t('opening.success.once.title')}>
        {t('opening.success.once.text')}
      </Notice>
    );
  }
  if (!isAgain) return <Notice>{t('opening.success.pending.text')}</Notice>;
  return (
    <Notice
      title={t('opening.success.again.title')}
      action={
        <LinkButton look="plain" size="small" to={{ page: pageLinks.accountPassword, params: { id: opened.number } }}>
          {t('opening.success.again.do')}
        </LinkButton>
      }
    >
      {t('opening.success.again.text')}
    </Notice>
  );
}

interface AgainProps {
  readonly number: string;
  readonly asked: SuccessProps['asked'];
}

/** The same after the page was loaded again: number, server and the way to new passwords, and no form. */
export function OpenedBefore({ number, asked }: AgainProps) {
  const read = useRead(openingContract.calls.opened, { number: Number(number) });
  return (
    <Loaded read={read} skeleton={<SkeletonScreen />}>
      {({ is_demo: isDemo, is_open: isOpen, ...facts }) => (
        <Success opened={{ ...facts, credentials: null }} isAgain={isOpen} group={isDemo ? 'demo' : 'live'} asked={asked} />
      )}
    </Loaded>
  );
}

/** Whether the page was arrived at for an account that had been opened before. */
export function useOpenedBefore(opened: string | undefined): string | undefined {
  const [arrivedFor] = useState(opened);
  return opened !== undefined && opened === arrivedFor && /^\d{1,10}$/.test(opened) ? opened : undefined;
}
