import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../../ui/api/reads.ts';
import { AmountField, amountText } from '../../../ui/components/AmountField.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { isMore } from '../../../ui/components/Money.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import { useForm } from '../../../ui/form/useForm.ts';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import { ConfirmSheet, type Confirmed } from '../../../ui/money/ConfirmSheet.tsx';
import { placeName } from '../../../ui/money/names.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { landmarks } from '../../../wire/landmarks.ts';
import { paymentsProcess } from '../../../wire/payment.ts';
import { firstPlaces, type TransferPlace } from '../rules.ts';
import styles from './TransferForm.module.css';
import { TransferQuote } from './TransferQuote.tsx';

const typed = z.object({
  account_number: z.string().min(1),
  target_account_number: z.string().min(1),
  amount: z.string().min(1, 'money.amount.missing'),
});

export function TransferForm({ places, asked }: { readonly places: readonly TransferPlace[]; readonly asked: AskedMoney }) {
  const { t, money } = useWords();
  const open = useOpen();
  const confirm = useWrite(paymentsProcess);
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [draft] = useState(() => ['internal', asked.account, asked.amount].join('.'));
  const place = (number: string): TransferPlace | undefined => places.find((each) => String(each.number) === number);
  const fault = (of: z.infer<typeof typed>): Readonly<Partial<Record<string, string>>> => {
    const [from, wanted] = [place(of.account_number), amountText(of.amount)];
    if (of.account_number === of.target_account_number) return { target_account_number: t('transfer.same') };
    // What may leave a trading account is the platform's to say, and what was last seen may be old by now.
    if (from?.kind !== 'wallet' || wanted === '' || !isMore(wanted, from.available)) return {};
    return { amount: t('transfer.tooMuch', { available: money(from.available, from.currency) }) };
  };
  const form = useForm({
    name: draft,
    initial: firstPlaces(places, asked),
    schema: typed,
    shape: (values) => ({ ...values, amount: amountText(values.amount) }),
    check: fault,
    submit: async (sent) => {
      const answer = await confirm.mutateAsync({ action: 'confirm', transfer_type: 'transfer', ...sent });
      if ('remittance_id' in answer) setConfirmed(answer);
    },
    keepsDraft: true,
  });
  const { values } = form;
  const source = place(values.account_number);
  const target = place(values.target_account_number);
  const currency = source?.currency ?? 'USD';
  const amount = amountText(values.amount);

  const choose = (field: 'account_number' | 'target_account_number', number: string): void => {
    const other = field === 'account_number' ? 'target_account_number' : 'account_number';
    // Choosing the same place twice can only mean to turn round.
    if (values[other] === number) form.set(other, values[field]);
    form.set(field, number);
  };
  const options = places.map((each) => ({
    value: String(each.number),
    label: t('money.place', {
      name: placeName(each, t),
      number: String(each.number),
      balance: money(each.available, each.currency),
    }),
  }));
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
        <SelectField
          label={t('transfer.from')}
          {...form.field('account_number')}
          onChange={(event) => choose('account_number', event.target.value)}
          options={options}
        />
        <SelectField
          label={t('transfer.to')}
          {...form.field('target_account_number')}
          onChange={(event) => choose('target_account_number', event.target.value)}
          options={options}
        />
        <AmountField
          label={t('transfer.amount')}
          help={source && <Available place={source} onAll={() => form.set('amount', source.available)} />}
          name="amount"
          value={values.amount}
          currency={currency}
          error={form.errors['amount']}
          onAmount={(next) => form.set('amount', next)}
        />
        {source?.is_promo && <Notice tone="warn">{t('transfer.promo')}</Notice>}
        <TransferQuote
          question={{ ...values, amount }}
          isAsked={amount !== '' && fault(values)['target_account_number'] === undefined}
        />
      </FormLayout>
      <ConfirmSheet
        confirmed={confirmed}
        title={t('transfer.confirm.title')}
        leaves={t('transfer.confirm.leaves')}
        target={t('transfer.confirm.target', {
          from: source ? placeName(source, t) : '',
          source: values.account_number,
          to: target ? placeName(target, t) : '',
          target: values.target_account_number,
        })}
        action={t('transfer.action.amount', { amount: confirmed ? money(confirmed.quote.amount, confirmed.quote.currency) : '' })}
        onClose={() => setConfirmed(undefined)}
        onRenew={() => form.frame.ref.current?.requestSubmit()}
        onSaved={({ transfer_id: id }) => {
          form.reset();
          open({ page: landmarks.transfer, params: { id } });
        }}
      />
    </form>
  );
}

function Available({ place, onAll }: { readonly place: TransferPlace; readonly onAll: () => void }) {
  const { t, money } = useWords();
  return (
    <span className={styles.available}>
      <span>
        {t('transfer.available', { available: money(place.available, place.currency) })}
        {place.available_as_of !== null && (
          <>
            {' · '}
            <RelativeAge at={place.available_as_of} />
          </>
        )}
      </span>
      <button type="button" className={styles.all} onClick={onAll}>
        {t('transfer.all')}
      </button>
    </span>
  );
}
