import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { useGate } from '../../../ui/api/context.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { showToast } from '../../../ui/components/toast.ts';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import { fundingAccountOptions } from '../../../ui/money/names.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { everies, occasions, transferAutomationContract, weekdays } from '../contract.ts';
import { completed, emptyWish, hiddenOf } from '../rules.ts';

const { calls, forms } = transferAutomationContract;
const daysOfMonth = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));

type Accounts = AnswerOf<typeof calls.list>['accounts'];

/** A new order. */
export function OrderForm({ accounts }: { readonly accounts: Accounts }) {
  const { t } = useWords();
  const create = useWrite(calls.create);
  const shut = useGate('transfer');
  const [thisYear] = useState(() => new Date().getFullYear());
  const form = useForm({
    name: 'automation.new',
    form: forms.create,
    initial: {
      ...emptyWish,
      account_number: String(accounts[0]?.number ?? ''),
      target_account_number: String(accounts[1]?.number ?? ''),
    },
    derive: (next) => completed(next),
    hidden: hiddenOf,
    submit: async (sent) => {
      await create.mutateAsync(sent);
      showToast({ tone: 'gain', title: t('automation.created') });
    },
  });
  const currency = accounts.find(({ number }) => String(number) === form.values.account_number)?.currency ?? 'USD';
  const options = fundingAccountOptions(accounts, t);
  return (
    <form {...form.frame}>
      <FormLayout
        failure={form.failure}
        actions={
          <Button type="submit" isBusy={form.isBusy} refusal={shut?.message}>
            {t('automation.create')}
          </Button>
        }
      >
        <FormFields
          form={form}
          given={{
            occasion: {
              options: occasions.map((value) => ({
                value,
                label: t(`automation.occasion.${value}`),
                detail: t(`automation.occasion.${value}.text`),
              })),
            },
            account_number: { options },
            target_account_number: { options },
            moves: {
              options: (['share', 'amount'] as const).map((value) => ({ value, label: t(`automation.moves.${value}`) })),
            },
            above: { currency },
            amount: { currency },
            every: { options: everies.map((value) => ({ value, label: t(`automation.every.${value}`) })) },
            on: { thisYear },
            weekday: { options: weekdays.map((value) => ({ value, label: t(`automation.weekday.${value}`) })) },
            day: { options: daysOfMonth },
          }}
        />
      </FormLayout>
    </form>
  );
}
