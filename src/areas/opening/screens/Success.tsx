import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Copyable } from '../../../ui/components/CopyButton.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { Opened } from '../contract.ts';
import { depositQuery } from './choice.ts';

interface SuccessProps {
  readonly opened: Opened;
  readonly group: 'live' | 'demo';
  readonly asked: Parameters<typeof depositQuery>[1];
}

/** The account is open: how to sign in to the terminal, said this once, and the next step. */
export function Success({ opened, group, asked }: SuccessProps) {
  const { t } = useWords();
  const { number, server, credentials } = opened;
  // Document 2 §4: a demo account leads on to its details, a live one to the deposit.
  const leadsToDeposit = group === 'live';
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
  const facts = [
    { key: 'login', name: t('opening.success.login'), text: String(number), copy: t('opening.success.login.copy') },
    { key: 'server', name: t('opening.server'), text: server, copy: t('opening.success.server.copy') },
    ...secrets,
  ];
  return (
    <>
      <ScreenHead isNew title={t(credentials ? `opening.success.${group}` : 'opening.success.pending')} text={String(number)} />
      <Stack>
        {credentials ? (
          <Notice tone="warn" title={t('opening.success.once.title')}>
            {t('opening.success.once.text')}
          </Notice>
        ) : (
          <Notice>{t('opening.success.pending.text')}</Notice>
        )}
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
          </LinkButton>
        </div>
      </Stack>
    </>
  );
}
