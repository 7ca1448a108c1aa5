import { useGate } from '../../../ui/api/context.tsx';
import { useRead, useWrite } from '../../../ui/api/reads.ts';
import { Button } from '../../../ui/components/Button.tsx';
import { Stack } from '../../../ui/components/Card.tsx';
import { Dialog } from '../../../ui/components/Dialog.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { accountsContract, type AccountDetails } from '../contract.ts';
import styles from './Details.module.css';

/** The leverage as a fact, with the way to another one. */
export function Leverage({ account, onChange }: { readonly account: AccountDetails; readonly onChange: () => void }) {
  const { t } = useWords();
  const shut = useGate('change_leverage');
  // Asked for by the open positions beside it anyway: what the change would be refused for is told before.
  const { data } = useRead(
    accountsContract.calls.positions,
    { number: account.number },
    { enabled: account.status === 'active' },
  );
  const hasPositions = data !== undefined && data.positions.length > 0;
  const isChangeable = account.status === 'active' && leveragesOf(account).length > 1;
  return (
    <span className={styles.leverage}>
      <bdi dir="ltr">1:{account.leverage}</bdi>
      {account.leverage_pending !== null && (
        <span className={styles.quiet}>{t('accounts.leverage.pending', { leverage: account.leverage_pending })}</span>
      )}
      {isChangeable && (
        <Button
          look="quiet"
          size="small"
          refusal={shut?.message ?? (hasPositions ? t('accounts.leverage.positions') : undefined)}
          isRefusalShown={!shut}
          onClick={onChange}
        >
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
  const change = useWrite(accountsContract.calls.changeLeverage);
  const isSame = (leverage: string): boolean => leverage === String(account.leverage);
  const form = useForm({
    name: `accounts.leverage.${account.number}`,
    form: accountsContract.forms.leverage,
    initial: { leverage: String(account.leverage) },
    supply: () => ({ number: account.number }),
    check: ({ leverage }) => (isSame(leverage) ? { leverage: t('accounts.leverage.same') } : {}),
    submit: async (sent) => change.mutateAsync(sent),
  });
  const { leverage } = form.values;
  const close = (): void => {
    change.reset();
    form.reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('accounts.leverage.title')}>
      {change.isSuccess ? (
        <Changed isPending={change.data.account.leverage_pending !== null} onClose={close} />
      ) : (
        <form {...form.frame}>
          <FormLayout
            failure={form.failure}
            actions={
              <Button type="submit" isBusy={form.isBusy} refusal={isSame(leverage) ? t('accounts.leverage.same') : undefined}>
                {t('accounts.leverage.confirm', { leverage })}
              </Button>
            }
          >
            <FormFields
              form={form}
              given={{
                leverage: { options: leveragesOf(account).map((each) => ({ value: String(each), label: `1:${each}` })) },
              }}
            />
          </FormLayout>
        </form>
      )}
    </Dialog>
  );
}

/** Document 3 §8: a dialog says that the leverage has been changed. */
function Changed({ isPending, onClose }: { readonly isPending: boolean; readonly onClose: () => void }) {
  const { t } = useWords();
  return (
    <Stack>
      <Notice tone="gain" isUrgent>
        {t(isPending ? 'accounts.leverage.asked' : 'accounts.leverage.changed')}
      </Notice>
      {/* The button that was pressed is gone: the focus stays in the dialog. */}
      <Button autoFocus onClick={onClose}>
        {t('accounts.done')}
      </Button>
    </Stack>
  );
}
