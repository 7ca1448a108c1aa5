import { useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { amountText, isMore } from '../../../base/amount.ts';
import { useForm, type Form } from '../../../ui/form/useForm.ts';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import type { Confirmed, Saved } from '../../../ui/money/ConfirmSheet.tsx';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { paymentsProcess } from '../../../protocol/payment.ts';
import { internalTransferContract } from '../contract.ts';
import { fundingAccountOf, startOf, twoAccounts, type TransferAccount, type TransferWish } from '../rules.ts';

export interface Transfer {
  readonly form: Form<typeof internalTransferContract.forms.transfer>;
  readonly source: TransferAccount | undefined;
  readonly target: TransferAccount | undefined;
  readonly currency: string;
  /** What was typed, as the server takes it; empty while nothing was. */
  readonly amount: string;
  readonly confirmed: Confirmed | undefined;
  /** Asks for the terms; also again, when they held too long. */
  readonly ask: () => void;
  readonly close: () => void;
  readonly leave: (saved: Saved) => void;
}

/** A transfer from the first figure typed to its timeline. */
export function useTransfer(fundingAccounts: readonly TransferAccount[], asked: AskedMoney): Transfer {
  const open = useOpen();
  const confirm = useWrite(paymentsProcess);
  const faultOf = useFault(fundingAccounts);
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [draft] = useState(() => ['internal', asked.account, asked.currency, asked.amount].join('.'));
  const form = useForm({
    name: draft,
    form: internalTransferContract.forms.transfer,
    initial: { account_number: startOf(fundingAccounts, asked), target_account_number: '', amount: asked.amount ?? '' },
    derive: (next, before) => twoAccounts(fundingAccounts, next, before),
    check: faultOf,
    submit: async (sent) => {
      const answer = await confirm.mutateAsync(sent);
      if ('remittance_id' in answer) setConfirmed(answer);
    },
    keepsDraft: true,
  });
  const { values } = form;
  const source = fundingAccountOf(fundingAccounts, values.account_number);
  return {
    form,
    source,
    target: fundingAccountOf(fundingAccounts, values.target_account_number),
    currency: source?.currency ?? 'USD',
    amount: amountText(values.amount),
    confirmed,
    ask: () => form.frame.ref.current?.requestSubmit(),
    close: () => setConfirmed(undefined),
    leave: ({ transfer_id: id }) => {
      form.reset();
      open({ page: pageLinks.transfer, params: { id } });
    },
  };
}

/** What can be told before anything is sent. */
function useFault(
  fundingAccounts: readonly TransferAccount[],
): (values: TransferWish) => Readonly<Partial<Record<string, string>>> {
  const { t, money } = useWords();
  return (values) => {
    const [from, to] = [
      fundingAccountOf(fundingAccounts, values.account_number),
      fundingAccountOf(fundingAccounts, values.target_account_number),
    ];
    const wanted = amountText(values.amount);
    const isExchange = from !== undefined && to !== undefined && from.currency !== to.currency;
    if (isExchange && wanted !== '' && isMore(from.min_exchanged, wanted)) {
      return { amount: t('transfer.tooLittle', { least: money(from.min_exchanged, from.currency) }) };
    }
    // What may leave a trading account is the platform's to say, and what was last seen may be old by now.
    if (from?.kind !== 'wallet' || wanted === '' || !isMore(wanted, from.available)) return {};
    return { amount: t('transfer.tooMuch', { available: money(from.available, from.currency) }) };
  };
}
