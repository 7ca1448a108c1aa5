import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../../ui/api/reads.ts';
import { amountText } from '../../../ui/components/AmountField.tsx';
import { isMore } from '../../../ui/components/Money.tsx';
import { useForm, type Form } from '../../../ui/form/useForm.ts';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import type { Confirmed, Saved } from '../../../ui/money/ConfirmSheet.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { landmarks } from '../../../wire/landmarks.ts';
import { paymentsProcess } from '../../../wire/payment.ts';
import { firstPlaces, type TransferPlace } from '../rules.ts';

const typed = z.object({
  account_number: z.string().min(1),
  target_account_number: z.string().min(1),
  amount: z.string().min(1, 'money.amount.missing'),
});
type Typed = z.infer<typeof typed>;
type End = 'account_number' | 'target_account_number';

export interface Transfer {
  readonly form: Form<Typed>;
  readonly source: TransferPlace | undefined;
  readonly target: TransferPlace | undefined;
  readonly currency: string;
  /** What was typed, as the server takes it; empty while nothing was. */
  readonly amount: string;
  readonly choose: (end: End, number: string) => void;
  readonly confirmed: Confirmed | undefined;
  /** Asks for the terms; also again, when they held too long. */
  readonly ask: () => void;
  readonly close: () => void;
  readonly leave: (saved: Saved) => void;
}

/** A transfer from the first figure typed to its story. */
export function useTransfer(places: readonly TransferPlace[], asked: AskedMoney): Transfer {
  const open = useOpen();
  const confirm = useWrite(paymentsProcess);
  const faultOf = useFault(places);
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [draft] = useState(() => ['internal', asked.account, asked.amount].join('.'));
  const form = useForm<Typed, Typed>({
    name: draft,
    initial: firstPlaces(places, asked),
    schema: typed,
    shape: (values) => ({ ...values, amount: amountText(values.amount) }),
    check: faultOf,
    submit: async (sent) => {
      const answer = await confirm.mutateAsync({ action: 'confirm', transfer_type: 'transfer', ...sent });
      if ('remittance_id' in answer) setConfirmed(answer);
    },
    keepsDraft: true,
  });
  const { values } = form;
  const source = placeOf(places, values.account_number);
  return {
    form,
    source,
    target: placeOf(places, values.target_account_number),
    currency: source?.currency ?? 'USD',
    amount: amountText(values.amount),
    choose: (end, number) => {
      const other = end === 'account_number' ? 'target_account_number' : 'account_number';
      // Choosing the same place twice can only mean to turn round.
      form.set(end, number);
      if (values[other] === number) form.set(other, values[end]);
    },
    confirmed,
    ask: () => form.frame.ref.current?.requestSubmit(),
    close: () => setConfirmed(undefined),
    leave: ({ transfer_id: id }) => {
      form.reset();
      open({ page: landmarks.transfer, params: { id } });
    },
  };
}

/** What can be told before anything is sent. */
function useFault(places: readonly TransferPlace[]): (values: Typed) => Readonly<Partial<Record<string, string>>> {
  const { t, money } = useWords();
  return (values) => {
    const [from, wanted] = [placeOf(places, values.account_number), amountText(values.amount)];
    if (values.account_number === values.target_account_number) return { target_account_number: t('transfer.same') };
    // What may leave a trading account is the platform's to say, and what was last seen may be old by now.
    if (from?.kind !== 'wallet' || wanted === '' || !isMore(wanted, from.available)) return {};
    return { amount: t('transfer.tooMuch', { available: money(from.available, from.currency) }) };
  };
}

function placeOf(places: readonly TransferPlace[], number: string): TransferPlace | undefined {
  return places.find((place) => String(place.number) === number);
}
