import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../../ui/api/reads.ts';
import { AmountField, amountText } from '../../../ui/components/AmountField.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { Choice, SelectField } from '../../../ui/components/Choice.tsx';
import { isMore } from '../../../ui/components/Money.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import { ConfirmSheet, type Confirmed, type Saved } from '../../../ui/money/ConfirmSheet.tsx';
import { leaveFor } from '../../../ui/money/leave.ts';
import { placeName } from '../../../ui/money/names.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { landmarks } from '../../../wire/landmarks.ts';
import { paymentsProcess } from '../../../wire/payment.ts';
import { depositContract } from '../contract.ts';
import { firstChoice, termsOf, type DepositMethod, type DepositTarget } from '../rules.ts';
import { DepositQuote } from './DepositQuote.tsx';

interface DepositFormProps {
  readonly accounts: readonly DepositTarget[];
  readonly methods: readonly DepositMethod[];
  readonly asked: AskedMoney;
  /** The client was at the last look when the page was loaded again. */
  readonly isConfirming: boolean;
}

const typed = z.object({
  account_number: z.string().min(1),
  pm_id: z.string().min(1),
  currency: z.string().min(1),
  amount: z.string().min(1, 'money.amount.missing'),
});

export function DepositForm({ accounts, methods, asked, isConfirming }: DepositFormProps) {
  const { t, money } = useWords();
  const open = useOpen();
  const confirm = useWrite(paymentsProcess);
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [draft] = useState(() => ['deposit', asked.account, asked.method, asked.currency, asked.amount].join('.'));
  const form = useForm({
    name: draft,
    initial: firstChoice({ accounts, methods, asked }),
    schema: typed,
    shape: (values) => ({ ...values, amount: amountText(values.amount) }),
    check: (values) => limitFault(values),
    submit: async (sent) => {
      const answer = await confirm.mutateAsync({ action: 'confirm', transfer_type: 'deposit', ...sent });
      if (!('remittance_id' in answer)) return;
      setConfirmed(answer);
      // What was typed stands in the address from here on, so that a reload comes back to this very place.
      const { account_number: acc, currency, amount } = sent;
      open(
        {
          page: depositContract.pages.form,
          query: { acc, currency, amount, form_step: 'confirm', form_data: dataOf(sent.pm_id) },
        },
        { replace: true },
      );
    },
    keepsDraft: true,
  });
  const { values } = form;
  const method = methods.find(({ pm_id }) => String(pm_id) === values.pm_id);
  const account = accounts.find(({ number }) => String(number) === values.account_number);
  const terms = termsOf(method, values.currency);

  const limitFault = ({ amount }: { readonly amount: string }): Readonly<Partial<Record<string, string>>> => {
    const wanted = amountText(amount);
    if (!terms || wanted === '' || !(isMore(terms.min, wanted) || isMore(wanted, terms.max))) return {};
    const limits = { min: money(terms.min, terms.currency), max: money(terms.max, terms.currency) };
    return { amount: t('money.amount.limits', limits) };
  };
  const chooseMethod = (pm_id: string): void => {
    form.set('pm_id', pm_id);
    const next = methods.find((candidate) => String(candidate.pm_id) === pm_id);
    if (!termsOf(next, values.currency)) form.set('currency', next?.terms[0]?.currency ?? values.currency);
  };
  useAtOnce(isConfirming && values.amount !== '', () => form.frame.ref.current?.requestSubmit());

  const close = (): void => {
    setConfirmed(undefined);
    open({ page: depositContract.pages.form, query: addressOf(values) }, { replace: true });
  };
  const leave = ({ transfer_id: id, redirect }: Saved): void => {
    form.reset();
    if (redirect) leaveFor(redirect);
    else open({ page: landmarks.transfer, params: { id } });
  };
  const amount = amountText(values.amount);
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy} isWide>
            {amount === '' ? t('deposit.action') : t('deposit.action.amount', { amount: money(amount, values.currency) })}
          </Button>
        }
      >
        <SelectField
          label={t('deposit.account')}
          {...form.field('account_number')}
          options={accounts.map((place) => ({
            value: String(place.number),
            label: t('money.place', {
              name: placeName(place, t),
              number: String(place.number),
              balance: money(place.balance, place.currency),
            }),
          }))}
        />
        <Choice
          label={t('deposit.method')}
          name="pm_id"
          value={values.pm_id}
          onChange={chooseMethod}
          error={form.errors['pm_id']}
          options={methods.map((each) => ({
            value: String(each.pm_id),
            label: t(`money.method.${each.key}`),
            detail: t(`money.method.${each.key}.hint`),
          }))}
        />
        {method && method.terms.length > 1 && (
          <SelectField
            label={t('deposit.currency')}
            help={t('deposit.currency.help')}
            {...form.field('currency')}
            options={method.terms.map(({ currency }) => ({ value: currency, label: t('money.currency', { currency }) }))}
          />
        )}
        <AmountField
          label={t('deposit.amount')}
          help={
            terms && t('money.amount.limits', { min: money(terms.min, terms.currency), max: money(terms.max, terms.currency) })
          }
          name="amount"
          value={values.amount}
          currency={values.currency}
          error={form.errors['amount']}
          onAmount={(next) => form.set('amount', next)}
        />
        <DepositQuote question={{ ...values, amount }} isAsked={amount !== '' && limitFault(values)['amount'] === undefined} />
      </FormLayout>
      <ConfirmSheet
        confirmed={confirmed}
        title={t('deposit.confirm.title')}
        leaves={t('deposit.confirm.leaves')}
        target={account ? t('money.into', { name: placeName(account, t), number: String(account.number) }) : ''}
        action={t('deposit.confirm.action', { amount: confirmed ? money(confirmed.quote.amount, confirmed.quote.currency) : '' })}
        onClose={close}
        onRenew={() => form.frame.ref.current?.requestSubmit()}
        onSaved={leave}
      />
    </form>
  );
}

function dataOf(pm_id: string): string {
  return JSON.stringify({ pm_id });
}

function addressOf(values: {
  readonly account_number: string;
  readonly currency: string;
  readonly amount: string;
  readonly pm_id: string;
}): Readonly<Record<string, string>> {
  const { account_number: acc, currency, pm_id } = values;
  return { acc, currency, amount: amountText(values.amount), form_data: dataOf(pm_id) };
}

/** Does something once, when the screen first stands. */
function useAtOnce(isWanted: boolean, act: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isWanted || isDone.current) return;
    isDone.current = true;
    act();
  });
}
