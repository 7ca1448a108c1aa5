import { Button } from '../../../ui/components/Button.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { UnsavedChanges } from '../../../ui/form/UnsavedChanges.tsx';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import { ConfirmSheet } from '../../../ui/money/ConfirmSheet.tsx';
import { FirstMoney } from '../../../ui/money/FirstMoney.tsx';
import { fundingAccountName, fundingAccountOptions } from '../../../ui/money/names.ts';
import { FundingAccountBalance } from '../../../ui/money/FundingAccountBalance.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { givesUpBonus } from '../../../law/promotions.ts';
import { sourcesAmong, type TransferAccount } from '../rules.ts';
import styles from './TransferForm.module.css';
import { TransferQuote } from './TransferQuote.tsx';
import { useTransfer, type Transfer } from './useTransfer.ts';

export function TransferForm({
  fundingAccounts,
  asked,
}: {
  readonly fundingAccounts: readonly TransferAccount[];
  readonly asked: AskedMoney;
}) {
  const { t, money } = useWords();
  const transfer = useTransfer(fundingAccounts, asked);
  const { form, amount, currency } = transfer;
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy} isWide>
            {amount === '' ? t('transfer.action') : t('transfer.action.amount', { amount: money(amount, currency) })}
          </Button>
        }
      >
        <WishFields transfer={transfer} fundingAccounts={fundingAccounts} />
        <TransferQuote question={{ ...form.values, amount }} isAsked={amount !== ''} />
      </FormLayout>
      <Confirmation transfer={transfer} />
      <UnsavedChanges isModified={form.isModified} />
    </form>
  );
}

/** From where, to where and how much, with what each holds. */
function WishFields({
  transfer,
  fundingAccounts,
}: {
  readonly transfer: Transfer;
  readonly fundingAccounts: readonly TransferAccount[];
}) {
  const { t } = useWords();
  const { form, source, target, currency } = transfer;
  const targets = fundingAccounts.filter(({ takes_in: takesIn }) => takesIn);
  return (
    <FormFields
      form={form}
      given={{
        account_number: {
          options: fundingAccountOptions(sourcesAmong(fundingAccounts), t),
          note: source && <Available fundingAccount={source} />,
          after: source && givesUpBonus({ isPromo: source.is_promo, promotionId: source.promotion_id }) && (
            <Notice tone="loss">{t('transfer.promo')}</Notice>
          ),
        },
        target_account_number: {
          options: fundingAccountOptions(targets, t),
          note: target && <Available fundingAccount={target} />,
          after: target && <FirstMoney fundingAccount={target} />,
        },
        amount: {
          currency,
          note: source && (
            <button type="button" className={styles.all} onClick={() => form.set('amount', source.available)}>
              {t('transfer.all')}
            </button>
          ),
        },
      }}
    />
  );
}

function Available({ fundingAccount }: { readonly fundingAccount: TransferAccount }) {
  const { t, money } = useWords();
  const available = money(fundingAccount.available, fundingAccount.currency);
  return <FundingAccountBalance text={t('transfer.available', { available })} asOf={fundingAccount.available_as_of} />;
}

function Confirmation({ transfer }: { readonly transfer: Transfer }) {
  const { t, money } = useWords();
  const { source, target, confirmed } = transfer;
  const ends = {
    from: source ? fundingAccountName(source, t) : '',
    source: String(source?.number ?? ''),
    to: target ? fundingAccountName(target, t) : '',
    target: String(target?.number ?? ''),
  };
  return (
    <ConfirmSheet
      confirmed={confirmed}
      title={t('transfer.confirm.title')}
      leaves={t('transfer.confirm.leaves')}
      target={t('transfer.confirm.target', ends)}
      action={t('transfer.action.amount', { amount: confirmed ? money(confirmed.quote.amount, confirmed.quote.currency) : '' })}
      onClose={transfer.close}
      onRenew={transfer.ask}
      onSaved={transfer.leave}
    />
  );
}
