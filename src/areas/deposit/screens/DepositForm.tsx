import { Button } from '../../../ui/components/Button.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { UnsavedChanges } from '../../../ui/form/UnsavedChanges.tsx';
import { ConfirmSheet } from '../../../ui/money/ConfirmSheet.tsx';
import { FirstMoney } from '../../../ui/money/FirstMoney.tsx';
import { fundingAccountName, fundingAccountOptions } from '../../../ui/money/names.ts';
import { FundingAccountBalance } from '../../../ui/money/FundingAccountBalance.tsx';
import { MethodFacts, methodIcon } from '../../../ui/money/MethodFacts.tsx';
import { PageLink } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { banksOf } from '../rules.ts';
import { DepositQuote } from './DepositQuote.tsx';
import { PreferredMethod } from './PreferredMethod.tsx';
import { QuickAmounts } from './QuickAmounts.tsx';
import { useDeposit, type Deposit, type DepositFormProps } from './useDeposit.ts';

export function DepositForm(props: DepositFormProps) {
  const { t, money } = useWords();
  const deposit = useDeposit(props);
  const { form, amount, account, confirmed } = deposit;
  const action =
    amount === '' ? t('deposit.action') : t('deposit.action.amount', { amount: money(amount, form.values.currency) });
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy} isWide>
            {action}
          </Button>
        }
      >
        {deposit.failed !== undefined && <DetailsFailed id={deposit.failed} />}
        <WishFields deposit={deposit} {...props} />
        <DepositQuote question={{ ...form.values, amount }} isAsked={amount !== '' && deposit.isWithinLimits} />
      </FormLayout>
      <ConfirmSheet
        confirmed={confirmed}
        title={t('deposit.confirm.title')}
        leaves={t('deposit.confirm.leaves')}
        target={account ? t('money.into', { name: fundingAccountName(account, t), number: String(account.number) }) : ''}
        action={t('deposit.confirm.action', { amount: confirmed ? money(confirmed.quote.amount, confirmed.quote.currency) : '' })}
        onClose={deposit.close}
        onRenew={deposit.ask}
        onSaved={deposit.leave}
      />
      <UnsavedChanges isModified={form.isModified} />
    </form>
  );
}

/** Where the payment could not even begin: what was typed stands, and the deposit tells what has become of it. */
function DetailsFailed({ id }: { readonly id: number }) {
  const { t } = useWords();
  return (
    <Notice
      tone="warn"
      title={t('deposit.details.failed')}
      isUrgent
      action={<PageLink to={{ page: pageLinks.transfer, params: { id } }}>{t('deposit.details.see')}</PageLink>}
    >
      {t('deposit.details.text')}
    </Notice>
  );
}

/** Where to, how much, how it is paid, and in which of the currencies that the method takes. */
function WishFields({ deposit, accounts, methods, preferred }: DepositFormProps & { readonly deposit: Deposit }) {
  const { t, money } = useWords();
  const { form, account, method, limits } = deposit;
  const { currency } = form.values;
  const choose = (amount: string): void => form.set('amount', amount);
  return (
    <FormFields
      form={form}
      given={{
        account_number: {
          options: fundingAccountOptions(accounts, t),
          note: account && (
            <FundingAccountBalance
              text={t('deposit.balance', { balance: money(account.balance, account.currency) })}
              asOf={account.balance_as_of}
            />
          ),
          after: account && <FirstMoney fundingAccount={account} />,
        },
        pm_id: {
          options: methods.map((each) => ({
            value: String(each.pm_id),
            label: t(`money.method.${each.key}`),
            detail: <MethodFacts method={each} currency={currency} isChosen={each === method} />,
            mark: <Icon name={methodIcon(each)} size={22} />,
          })),
          after: method && methods.length > 1 && <PreferredMethod chosen={method.pm_id} preferred={preferred} />,
        },
        crypto_network: {
          options: (method?.coins ?? []).map(({ key, coin, network }) => ({
            value: key,
            label: t('deposit.coin.option', { coin, network }),
          })),
        },
        bank: {
          options: [
            { value: '', label: t('deposit.bank.choose') },
            ...banksOf(method, currency).map((bank) => ({ value: bank, label: bank })),
          ],
        },
        currency: { options: (method?.terms ?? []).map(({ currency }) => ({ value: currency, label: currency })) },
        amount: {
          currency,
          help: limits && t('money.amount.limits', { min: money(limits.min, currency), max: money(limits.max, currency) }),
          after: limits && <QuickAmounts limits={limits} currency={currency} chosen={deposit.amount} onChoose={choose} />,
        },
      }}
    />
  );
}
