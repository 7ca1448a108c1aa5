import { AmountField } from '../../../ui/components/AmountField.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { ConfirmSheet } from '../../../ui/money/ConfirmSheet.tsx';
import { placeName } from '../../../ui/money/names.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { DepositTarget } from '../rules.ts';
import { DepositQuote } from './DepositQuote.tsx';
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
        <AccountField deposit={deposit} accounts={props.accounts} />
        <MethodFields deposit={deposit} methods={props.methods} />
        <Amount deposit={deposit} />
        <DepositQuote question={{ ...form.values, amount }} isAsked={amount !== '' && deposit.isWithinLimits} />
      </FormLayout>
      <ConfirmSheet
        confirmed={confirmed}
        title={t('deposit.confirm.title')}
        leaves={t('deposit.confirm.leaves')}
        target={account ? t('money.into', { name: placeName(account, t), number: String(account.number) }) : ''}
        action={t('deposit.confirm.action', { amount: confirmed ? money(confirmed.quote.amount, confirmed.quote.currency) : '' })}
        onClose={deposit.close}
        onRenew={deposit.ask}
        onSaved={deposit.leave}
      />
    </form>
  );
}

function AccountField({ deposit, accounts }: { readonly deposit: Deposit; readonly accounts: readonly DepositTarget[] }) {
  const { t, money } = useWords();
  const labelOf = (place: DepositTarget): string =>
    t('money.place', {
      name: placeName(place, t),
      number: String(place.number),
      balance: money(place.balance, place.currency),
    });
  return (
    <SelectField
      label={t('deposit.account')}
      {...deposit.form.field('account_number')}
      options={accounts.map((place) => ({ value: String(place.number), label: labelOf(place) }))}
    />
  );
}

/** How it is paid, and in which of the currencies that the method takes. */
function MethodFields({ deposit, methods }: { readonly deposit: Deposit } & Pick<DepositFormProps, 'methods'>) {
  const { t } = useWords();
  const { form, method } = deposit;
  return (
    <>
      <Choice
        label={t('deposit.method')}
        name="pm_id"
        value={form.values.pm_id}
        onChange={deposit.chooseMethod}
        error={form.errors['pm_id']}
        options={methods.map(({ pm_id, key }) => ({
          value: String(pm_id),
          label: t(`money.method.${key}`),
          detail: t(`money.method.${key}.hint`),
        }))}
      />
      {method && method.terms.length > 1 && (
        <SelectField
          label={t('deposit.currency')}
          help={t('deposit.currency.help')}
          {...form.field('currency')}
          options={method.terms.map(({ currency }) => ({ value: currency, label: currency }))}
        />
      )}
    </>
  );
}

function Amount({ deposit: { form, terms } }: { readonly deposit: Deposit }) {
  const { t, money } = useWords();
  return (
    <AmountField
      label={t('deposit.amount')}
      help={terms && t('money.amount.limits', { min: money(terms.min, terms.currency), max: money(terms.max, terms.currency) })}
      name="amount"
      value={form.values.amount}
      currency={form.values.currency}
      error={form.errors['amount']}
      onAmount={(next) => form.set('amount', next)}
    />
  );
}
