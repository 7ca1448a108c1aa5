import { AmountField } from '../../../ui/components/AmountField.tsx';
import { Button } from '../../../ui/components/Button.tsx';
import { SelectField } from '../../../ui/components/Choice.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { RelativeAge } from '../../../ui/components/RelativeAge.tsx';
import { FormLayout } from '../../../ui/form/FormLayout.tsx';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import { ConfirmSheet } from '../../../ui/money/ConfirmSheet.tsx';
import { placeName } from '../../../ui/money/names.ts';
import { useWords } from '../../../ui/words/context.tsx';
import type { TransferPlace } from '../rules.ts';
import styles from './TransferForm.module.css';
import { TransferQuote } from './TransferQuote.tsx';
import { useTransfer, type Transfer } from './useTransfer.ts';

export function TransferForm({ places, asked }: { readonly places: readonly TransferPlace[]; readonly asked: AskedMoney }) {
  const { t, money } = useWords();
  const transfer = useTransfer(places, asked);
  const { form, amount, currency } = transfer;
  const { account_number: from, target_account_number: to } = form.values;
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
        <Ends transfer={transfer} places={places} />
        <Amount transfer={transfer} />
        {transfer.source?.is_promo && <Notice tone="warn">{t('transfer.promo')}</Notice>}
        <TransferQuote question={{ ...form.values, amount }} isAsked={amount !== '' && from !== to} />
      </FormLayout>
      <Confirmation transfer={transfer} />
    </form>
  );
}

function Ends({ transfer, places }: { readonly transfer: Transfer; readonly places: readonly TransferPlace[] }) {
  const { t, money } = useWords();
  const options = places.map((place) => ({
    value: String(place.number),
    label: t('money.place', {
      name: placeName(place, t),
      number: String(place.number),
      balance: money(place.available, place.currency),
    }),
  }));
  return (['account_number', 'target_account_number'] as const).map((end) => (
    <SelectField
      key={end}
      label={t(end === 'account_number' ? 'transfer.from' : 'transfer.to')}
      {...transfer.form.field(end)}
      onChange={(event) => transfer.choose(end, event.target.value)}
      options={options}
    />
  ));
}

function Amount({ transfer: { form, source, currency } }: { readonly transfer: Transfer }) {
  const { t } = useWords();
  return (
    <AmountField
      label={t('transfer.amount')}
      help={source && <Available place={source} onAll={() => form.set('amount', source.available)} />}
      name="amount"
      value={form.values.amount}
      currency={currency}
      error={form.errors['amount']}
      onAmount={(next) => form.set('amount', next)}
    />
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

function Confirmation({ transfer }: { readonly transfer: Transfer }) {
  const { t, money } = useWords();
  const { source, target, confirmed } = transfer;
  const ends = {
    from: source ? placeName(source, t) : '',
    source: String(source?.number ?? ''),
    to: target ? placeName(target, t) : '',
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
