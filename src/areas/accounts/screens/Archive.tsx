import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { DemoMark } from '../../../ui/components/DemoMark.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Amount } from '../../../ui/components/Money.tsx';
import { GateNotice } from '../../../ui/components/GateNotice.tsx';
import { EmptyState, Loaded, WriteFailure } from '../../../ui/components/States.tsx';
import { Table, type Column } from '../../../ui/components/Table.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { accountsContract, statusNumbers } from '../contract.ts';

/** Accounts that were put away, with the way back, and those that were disabled (document 3 §2). */
export default function Archive() {
  const { t } = useWords();
  const read = useRead(accountsContract.calls.archive, {});
  const [asked, setAsked] = useState<Account>();
  return (
    <>
      <ScreenHead title={t('accounts.archive.title')} text={t('accounts.archive.text')} />
      <Loaded read={read}>
        {({ archived, disabled }) =>
          archived.length + disabled.length === 0 ? (
            <EmptyState
              picture="accounts"
              title={t('accounts.archive.empty.title')}
              text={t('accounts.archive.empty.text')}
              action={<LinkButton to={{ page: accountsContract.pages.overview }}>{t('accounts.overview.title')}</LinkButton>}
            />
          ) : (
            <Stack>
              <GateNotice action="archive_account" />
              {archived.length > 0 && <Archived list={archived} onRestore={setAsked} />}
              {disabled.length > 0 && <Disabled list={disabled} />}
            </Stack>
          )
        }
      </Loaded>
      <RestoreDialog account={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}

function Archived({ list, onRestore }: { readonly list: readonly Account[]; readonly onRestore: (account: Account) => void }) {
  const { t } = useWords();
  const columns = useColumns();
  const shut = useGate('archive_account');
  const restore: Column<Account> = {
    key: 'restore',
    title: t('accounts.archive.action'),
    onPhone: 'beside',
    cell: (account) => (
      <Button look="plain" size="small" refusal={shut?.message} isRefusalShown={false} onClick={() => onRestore(account)}>
        {t('accounts.restore')}
      </Button>
    ),
  };
  return (
    <Card title={t('accounts.archive.archived')} isFlush>
      <Table label={t('accounts.archive.archived')} columns={[...columns, restore]} rows={list} rowKey={({ number }) => number} />
    </Card>
  );
}

function Disabled({ list }: { readonly list: readonly Account[] }) {
  const { t } = useWords();
  return (
    <Card title={t('accounts.archive.disabled')} isFlush>
      <Table label={t('accounts.archive.disabled')} columns={useColumns()} rows={list} rowKey={({ number }) => number} />
    </Card>
  );
}

function useColumns(): readonly Column<Account>[] {
  const { t, date } = useWords();
  return [
    {
      key: 'number',
      title: t('accounts.number'),
      cell: ({ number, name, is_demo: isDemo }) => (
        <>
          {name === '' ? number : `${name} · ${number}`} {isDemo && <DemoMark />}
        </>
      ),
    },
    { key: 'type', title: t('accounts.type'), cell: ({ title }) => title },
    {
      key: 'balance',
      title: t('accounts.balance'),
      isFigures: true,
      cell: ({ balance, currency }) => <Amount value={balance} currency={currency} />,
    },
    { key: 'opened', title: t('accounts.openedAt'), cell: ({ opened_at: openedAt }) => date(openedAt) },
  ];
}

/** Document 3 §5: restoring needs a confirmation; then it goes on to the overview (document 3 §4). */
function RestoreDialog({ account, onClose }: { readonly account: Account | undefined; readonly onClose: () => void }) {
  const { t } = useWords();
  const open = useOpen();
  const restore = useWrite(accountsContract.calls.changeStatus);
  const confirm = (chosen: Account): void =>
    restore.mutate(
      { number: chosen.number, action: 'status', status: statusNumbers.active },
      {
        onSuccess: () => {
          showToast({ tone: 'gain', title: t('accounts.restored', { number: String(chosen.number) }) });
          open({ page: accountsContract.pages.overview });
        },
      },
    );
  return (
    <Dialog
      isOpen={account !== undefined}
      onClose={() => {
        restore.reset();
        onClose();
      }}
      title={t('accounts.restore.title', { number: String(account?.number ?? '') })}
      actions={
        account && (
          <Button isBusy={restore.isPending} onClick={() => confirm(account)}>
            {t('accounts.restore.confirm')}
          </Button>
        )
      }
    >
      <WriteFailure failure={restore.error} />
      <p>{t('accounts.restore.text')}</p>
    </Dialog>
  );
}
