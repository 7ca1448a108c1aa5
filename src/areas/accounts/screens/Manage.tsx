import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button, LinkButton } from '../../../ui/components/Button.tsx';
import { Card } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { PlainForm } from '../../../ui/form/PlainForm.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import type { Account } from '../../../protocol/account.ts';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { accountsContract, statusNumbers } from '../contract.ts';
import styles from './Details.module.css';

/** Its own name, and putting it away. */
export function Manage({ account }: { readonly account: Account }) {
  const { t } = useWords();
  const [dialog, setDialog] = useState<'name' | 'archive'>();
  const shut = useGate('archive_account');
  const passwordShut = useGate('change_trading_password');
  if (account.status !== 'active' && account.status !== 'archived') return null;
  const close = (): void => setDialog(undefined);
  return (
    <Card title={t('accounts.manage')}>
      <div className={styles.manage}>
        <Button look="plain" refusal={shut?.message} onClick={() => setDialog('name')}>
          {t('accounts.rename')}
        </Button>
        <Button look="plain" refusal={shut?.message} onClick={() => setDialog('archive')}>
          {t(account.status === 'active' ? 'accounts.archive.do' : 'accounts.restore')}
        </Button>
        {!account.is_demo && (
          <LinkButton look="plain" to={{ page: pageLinks.statements, query: { number: String(account.number) } }}>
            {t('nav.statements')}
          </LinkButton>
        )}
        {account.status === 'active' && (
          <LinkButton
            look="plain"
            refusal={passwordShut?.message}
            to={{ page: pageLinks.accountPassword, params: { id: account.number } }}
          >
            {t('accounts.passwords')}
          </LinkButton>
        )}
      </div>
      <Dialog isOpen={dialog === 'name'} onClose={close} title={t('accounts.rename')}>
        <Rename account={account} onDone={close} />
      </Dialog>
      <StatusDialog account={account} isOpen={dialog === 'archive'} onClose={close} />
    </Card>
  );
}

function Rename({ account, onDone }: { readonly account: Account; readonly onDone: () => void }) {
  const { t } = useWords();
  const rename = useWrite(accountsContract.calls.rename);
  const form = useForm({
    name: `accounts.name.${account.number}`,
    form: accountsContract.forms.rename,
    initial: { name: account.name },
    supply: () => ({ number: account.number }),
    submit: async (sent) => {
      await rename.mutateAsync(sent);
      // Its name stands at the head of the screen, which a phone does not show meanwhile.
      showToast({ tone: 'gain', title: t('accounts.renamed') });
      onDone();
    },
  });
  return <PlainForm form={form} given={{}} verb={t('accounts.rename.save')} />;
}

function StatusDialog({
  account,
  isOpen,
  onClose,
}: {
  readonly account: Account;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useWords();
  const open = useOpen();
  const change = useWrite(accountsContract.calls.changeStatus);
  const isArchiving = account.status === 'active';
  const verb = isArchiving ? 'archive' : 'restore';
  const number = String(account.number);
  const confirm = (): void =>
    change.mutate(
      { number: account.number, action: 'status', status: isArchiving ? statusNumbers.archived : statusNumbers.active },
      {
        onSuccess: () => {
          showToast({ tone: 'gain', title: t(`accounts.${verb}d`, { number }) });
          open({ page: accountsContract.pages.overview });
        },
      },
    );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        change.reset();
        onClose();
      }}
      title={t(isArchiving ? 'accounts.archive.title.ask' : 'accounts.restore.title', { number })}
      actions={
        <Button look={isArchiving ? 'danger' : 'main'} isBusy={change.isPending} onClick={confirm}>
          {t(`accounts.${verb}.confirm`)}
        </Button>
      }
    >
      <WriteFailure failure={change.error} />
      <p>{t(isArchiving ? 'accounts.archive.explain' : 'accounts.restore.text')}</p>
    </Dialog>
  );
}
