import { useState } from 'react';
import { useGate } from '../../../ui/api/context.tsx';
import { useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { WriteFailure } from '../../../ui/components/States.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { accounts, type AccountDetails } from '../contract.ts';
import styles from './Details.module.css';

/** The leverage as a fact, with the way to another one. */
export function Leverage({ account, onChange }: { readonly account: AccountDetails; readonly onChange: () => void }) {
  const { t } = useWords();
  const shut = useGate('change_leverage');
  const isChangeable = account.status === 'active' && leveragesOf(account).length > 1 && !shut;
  return (
    <span className={styles.leverage}>
      <bdi dir="ltr">1:{account.leverage}</bdi>
      {account.leverage_pending !== null && (
        <span className={styles.quiet}>{t('accounts.leverage.pending', { leverage: account.leverage_pending })}</span>
      )}
      {isChangeable && (
        <Button look="quiet" size="small" onClick={onChange}>
          {t('accounts.leverage.change')}
        </Button>
      )}
    </span>
  );
}

function leveragesOf(account: AccountDetails): readonly number[] {
  return account['_embedded'].leverageList.data;
}

interface LeverageDialogProps {
  readonly account: AccountDetails;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Another leverage, out of a list that the law has cut already (document 2 §5). */
export function LeverageDialog({ account, isOpen, onClose }: LeverageDialogProps) {
  const { t } = useWords();
  const change = useWrite(accounts.calls.changeLeverage);
  const [chosen, setChosen] = useState(String(account.leverage));
  const close = (): void => {
    change.reset();
    onClose();
  };
  const isSame = chosen === String(account.leverage);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('accounts.leverage.title')}
      actions={
        change.isSuccess ? (
          <Button onClick={close}>{t('accounts.done')}</Button>
        ) : (
          <Button
            isBusy={change.isPending}
            refusal={isSame ? t('accounts.leverage.same') : undefined}
            onClick={() => change.mutate({ number: account.number, leverage: chosen })}
          >
            {t('accounts.leverage.confirm', { leverage: Number(chosen) })}
          </Button>
        )
      }
    >
      {change.isSuccess ? (
        // Document 3 §8: a dialog says that the leverage has been changed.
        <Notice tone="gain" isUrgent>
          {t(change.data.account.leverage_pending === null ? 'accounts.leverage.changed' : 'accounts.leverage.asked')}
        </Notice>
      ) : (
        <>
          <WriteFailure failure={change.error} />
          <SelectField
            label={t('accounts.leverage')}
            help={t('accounts.leverage.help')}
            value={chosen}
            options={leveragesOf(account).map((leverage) => ({ value: String(leverage), label: `1:${leverage}` }))}
            onChange={(event) => setChosen(event.target.value)}
          />
        </>
      )}
    </Dialog>
  );
}
