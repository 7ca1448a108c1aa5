import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { AccountIcon } from '../../../ui/components/AccountIcon.tsx';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Choice } from '../../../ui/components/Choice.tsx';
import { Amount, LiveAmount } from '../../../ui/components/Money.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { EmptyState } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { Account } from '../../../protocol/account.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import type { Dashboard } from './dashboard.ts';
import styles from './Home.module.css';

type Kind = 'live' | 'demo';

/** The trading accounts, those that hold most first. */
export function Accounts({ accounts }: Pick<Dashboard, 'accounts'>) {
  const words = useWords();
  const { t } = words;
  const demo = useGate('open_demo_account');
  const [wanted, setWanted] = useState<Kind>(accounts.live_count > 0 || accounts.demo_count === 0 ? 'live' : 'demo');
  const rows = accounts[wanted];
  const hasBoth = accounts.live_count > 0 && accounts.demo_count > 0;
  const kind = (value: Kind, count: number) => ({ value, label: t(`dashboard.accounts.${value}`, { count }) });
  return (
    <Card title={t('nav.accounts')} aside={<PageLink to={{ page: pageLinks.accounts }}>{t('dashboard.all')}</PageLink>} isFlush>
      {hasBoth && (
        <div className={styles.kinds}>
          <Choice
            label={t('dashboard.accounts.kind')}
            name="kind"
            look="segments"
            value={wanted}
            onChange={setWanted}
            options={[kind('live', accounts.live_count), kind('demo', accounts.demo_count)]}
          />
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState
          picture="accounts"
          title={t('dashboard.accounts.none')}
          text={t(demo === undefined ? 'dashboard.accounts.none.text' : 'dashboard.accounts.none.shut')}
          action={
            demo === undefined && <LinkButton to={{ page: pageLinks.openDemo }}>{t('dashboard.accounts.demo.open')}</LinkButton>
          }
        />
      ) : (
        <Table
          label={t('nav.accounts')}
          rows={rows}
          rowKey={({ number }) => number}
          rowLink={({ number }) => ({ page: pageLinks.account, params: { id: number } })}
          columns={columnsIn(words)}
        />
      )}
    </Card>
  );
}

function columnsIn({ t }: Words): readonly Column<Account>[] {
  return [
    { key: 'account', title: t('dashboard.column.account'), onPhone: 'main', cell: (account) => <Name account={account} /> },
    {
      key: 'floating',
      title: t('dashboard.column.floating'),
      isFigures: true,
      cell: ({ floating, currency }) => <Amount value={floating} currency={currency} kind="gain" />,
    },
    {
      key: 'free',
      title: t('dashboard.column.free'),
      isFigures: true,
      onPhone: 'hidden',
      cell: ({ margin_free: free, currency }) => <Amount value={free} currency={currency} />,
    },
    {
      key: 'equity',
      title: t('dashboard.column.equity'),
      isFigures: true,
      onPhone: 'beside',
      cell: ({ equity, currency }) => <LiveAmount value={equity} currency={currency} />,
    },
  ];
}

function Name({ account }: { readonly account: Account }) {
  const { t } = useWords();
  return (
    <span className={styles.account}>
      <AccountIcon family={account.family} isDemo={account.is_demo} />
      <span className={styles.accountName}>
        <span>{account.name || account.title}</span>
        <span className={styles.label}>
          <bdi>{account.number}</bdi>
          {account.is_demo && <DemoMark />}
          {account.status === 'opening' && <Status tone="note">{t('dashboard.accounts.opening')}</Status>}
          {account.is_promo && <Status tone="warn">{t('dashboard.accounts.promo')}</Status>}
          {account.is_stale && account.as_of !== null && (
            <span>
              {t('dashboard.accounts.stale')} <RelativeAge at={account.as_of} />
            </span>
          )}
        </span>
      </span>
    </span>
  );
}
