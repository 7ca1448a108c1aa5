import type { z } from 'zod';
import type { Account, AccountStatus } from '../../../protocol/account.ts';
import { Card } from '../../../ui/components/Card.tsx';
import { Figures } from '../../../ui/components/Money.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { Status } from '../../../ui/components/Status.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Words } from '../../../ui/words/words.ts';
import type { clientsContract } from '../contract.ts';
import styles from './Section.module.css';

type Wallet = z.infer<typeof clientsContract.calls.client.output>['wallets'][number];

const tones = {
  opening: 'note',
  active: 'gain',
  archived: 'still',
  disabled: 'loss',
  failed: 'loss',
} as const satisfies Record<AccountStatus, string>;

/** The trading accounts, with what the platform last said of them. */
export function Accounts({ accounts }: { readonly accounts: readonly Account[] }) {
  const words = useWords();
  const { t } = words;
  return (
    <Card title={t('clients.section.accounts')} isFlush>
      {accounts.length === 0 ? (
        <p className={styles.none}>{t('clients.accounts.none')}</p>
      ) : (
        <Table
          label={t('clients.section.accounts')}
          isDense
          rows={accounts}
          rowKey={({ number }) => number}
          columns={accountColumns(words)}
        />
      )}
    </Card>
  );
}

function accountColumns({ t }: Words): readonly Column<Account>[] {
  return [
    {
      key: 'number',
      title: t('clients.account'),
      cell: (account) => (
        <>
          <strong className={styles.number}>{account.number}</strong> {account.title}
          {account.is_demo && <span className={styles.mark}>{t('clients.account.demo')}</span>}
          {account.is_promo && <span className={styles.mark}>{t('clients.account.promo')}</span>}
        </>
      ),
    },
    { key: 'server', title: t('clients.account.server'), onPhone: 'hidden', isWideOnly: true, cell: ({ server }) => server },
    { key: 'leverage', title: t('clients.account.leverage'), cell: ({ leverage }) => t('clients.account.ratio', { leverage }) },
    { key: 'currency', title: t('clients.currency'), cell: ({ currency }) => currency },
    { key: 'balance', title: t('clients.balance'), isFigures: true, cell: amountCell('balance') },
    { key: 'equity', title: t('clients.equity'), isFigures: true, cell: amountCell('equity') },
    {
      key: 'credit',
      title: t('clients.credit'),
      isFigures: true,
      onPhone: 'hidden',
      isWideOnly: true,
      cell: amountCell('credit'),
    },
    {
      key: 'status',
      title: t('clients.status'),
      cell: ({ status }) => <Status tone={tones[status]}>{t(`clients.account.${status}`)}</Status>,
    },
    {
      key: 'age',
      title: t('clients.account.told'),
      onPhone: 'hidden',
      isWideOnly: true,
      cell: ({ as_of: at }) => (at === null ? t('clients.account.untold') : <RelativeAge at={at} />),
    },
  ];
}

function amountCell(name: 'balance' | 'equity' | 'credit') {
  return (account: Account) => <Figures value={account[name]} currency={account.currency} />;
}

export function Wallets({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const words = useWords();
  const { t } = words;
  return (
    <Card title={t('clients.wallets')} isFlush>
      {wallets.length === 0 ? (
        <p className={styles.none}>{t('clients.wallets.none')}</p>
      ) : (
        <Table
          label={t('clients.wallets')}
          isDense
          rows={wallets}
          rowKey={({ number }) => number}
          columns={[
            {
              key: 'number',
              title: t('clients.wallet'),
              cell: ({ number }) => <strong className={styles.number}>{number}</strong>,
            },
            { key: 'currency', title: t('clients.currency'), cell: ({ currency }) => currency },
            {
              key: 'balance',
              title: t('clients.balance'),
              isFigures: true,
              cell: ({ balance, currency }) => <Figures value={balance} currency={currency} />,
            },
            {
              key: 'held',
              title: t('clients.held'),
              isFigures: true,
              cell: ({ held, currency }) => <Figures value={held} currency={currency} />,
            },
          ]}
        />
      )}
    </Card>
  );
}
