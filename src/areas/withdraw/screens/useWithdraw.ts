import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { amountText, isMore } from '../../../base/amount.ts';
import { useForm, type Form } from '../../../ui/form/useForm.ts';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import type { Confirmed, Saved } from '../../../ui/money/ConfirmSheet.tsx';
import type { PinSent } from '../../../ui/money/PinField.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { paymentsProcess } from '../../../protocol/payment.ts';
import { withdrawContract } from '../contract.ts';
import {
  isOutside,
  methodNumbered,
  offeredWish,
  sourceNumbered,
  startOf,
  termsFor,
  type WithdrawOffer,
  type WithdrawSource,
  type WithdrawWish,
} from '../rules.ts';

export interface WithdrawFormProps extends WithdrawOffer {
  readonly asked: AskedMoney;
}

export interface Withdraw {
  readonly form: Form<typeof withdrawContract.forms.withdraw>;
  readonly source: WithdrawSource | undefined;
  /** Of the method for the account's currency; undefined while there are none. */
  readonly terms: ReturnType<typeof termsFor>;
  readonly currency: string;
  /** What was typed, as the server takes it; empty while nothing was. */
  readonly amount: string;
  readonly isWithinLimits: boolean;
  readonly confirmed: Confirmed | undefined;
  /** Asks for the terms; also again, when they held too long. */
  readonly ask: () => void;
  readonly close: () => void;
  readonly leave: (saved: Saved) => void;
  /** Has the PIN sent once more. */
  readonly resend: (remittanceId: number, method: 'message' | 'voice') => Promise<PinSent>;
}

/** A withdrawal from the first figure typed to its timeline. */
export function useWithdraw({ asked, ...offer }: WithdrawFormProps): Withdraw {
  const open = useOpen();
  const confirm = useWrite(paymentsProcess);
  const again = useWrite(withdrawContract.calls.pin);
  const faultOf = useFault(offer);
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [draft] = useState(() =>
    ['withdraw', asked.account, asked.method, asked.currency, asked.amount, asked.destination].join('.'),
  );
  const form = useForm({
    name: draft,
    form: withdrawContract.forms.withdraw,
    initial: { ...startWish(asked), account_number: startOf(offer, asked) },
    derive: (next) => offeredWish(offer, next),
    check: faultOf,
    // Who has used none has nothing to choose from.
    hidden: ({ pm_id }) => (methodNumbered(offer, pm_id)?.destinations.length ? [] : ['destination']),
    submit: async (sent) => {
      const answer = await confirm.mutateAsync(sent);
      if ('remittance_id' in answer) setConfirmed(answer);
    },
    keepsDraft: true,
  });
  const { values } = form;
  const source = sourceNumbered(offer, values.account_number);
  const amount = amountText(values.amount);
  return {
    form,
    source,
    terms: termsFor(methodNumbered(offer, values.pm_id), source),
    currency: source?.currency ?? 'USD',
    amount,
    isWithinLimits: amount !== '' && faultOf(values)['amount'] === undefined,
    confirmed,
    ask: () => form.frame.ref.current?.requestSubmit(),
    close: () => setConfirmed(undefined),
    leave: ({ transfer_id: id }) => {
      form.reset();
      open({ page: pageLinks.transfer, params: { id } });
    },
    resend: async (remittanceId, method) => (await again.mutateAsync({ remittance_id: remittanceId, method })).pin,
  };
}

const nothingTold = {
  destination: '',
  wallet_email: '',
  bank: '',
  bank_account: '',
  wire_account: '',
  wire_bic: '',
  wire_bank: '',
  crypto_network: '',
  crypto_address: '',
  crypto_memo: '',
  wallet_held: '',
  exchange_name: '',
  confirm_own_name: false,
};

function startWish({ method, amount, destination }: AskedMoney) {
  return { ...nothingTold, pm_id: String(method ?? ''), amount: amount ?? '', destination: destination ?? '' };
}

/** What can be told before anything is sent. */
function useFault(offer: WithdrawOffer): (values: WithdrawWish) => Readonly<Partial<Record<string, string>>> {
  const { t, money } = useWords();
  return ({ account_number, pm_id, amount }) => {
    const source = sourceNumbered(offer, account_number);
    const terms = termsFor(methodNumbered(offer, pm_id), source);
    const wanted = amountText(amount);
    if (!source || !terms || wanted === '') return {};
    const { currency, available } = source;
    if (isOutside(wanted, terms))
      return { amount: t('money.amount.outside', { min: money(terms.min, currency), max: money(terms.max, currency) }) };
    // What may leave a trading account is the platform's to say, and what was last seen may be old by now.
    if (source.kind !== 'wallet' || !isMore(wanted, available)) return {};
    return { amount: t('withdraw.tooMuch', { available: money(available, currency) }) };
  };
}
