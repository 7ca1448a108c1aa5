import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../../ui/api/reads.ts';
import { amountText } from '../../../ui/components/AmountField.tsx';
import { isMore } from '../../../ui/components/Money.tsx';
import { useForm, type Form } from '../../../ui/form/useForm.ts';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import type { Confirmed, Saved } from '../../../ui/money/ConfirmSheet.tsx';
import { leaveFor } from '../../../ui/money/leave.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { landmarks } from '../../../wire/landmarks.ts';
import { paymentsProcess } from '../../../wire/payment.ts';
import { depositContract } from '../contract.ts';
import { firstChoice, termsOf, type DepositMethod, type DepositTarget } from '../rules.ts';

export interface DepositFormProps {
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
type Typed = z.infer<typeof typed>;

export interface Deposit {
  readonly form: Form<Typed>;
  readonly account: DepositTarget | undefined;
  readonly method: DepositMethod | undefined;
  readonly terms: ReturnType<typeof termsOf>;
  /** What was typed, as the server takes it; empty while nothing was. */
  readonly amount: string;
  readonly isWithinLimits: boolean;
  readonly chooseMethod: (pm_id: string) => void;
  readonly confirmed: Confirmed | undefined;
  /** Asks for the terms; also again, when they held too long. */
  readonly ask: () => void;
  readonly close: () => void;
  readonly leave: (saved: Saved) => void;
}

/** A deposit from the first figure typed to the hosted page. */
export function useDeposit({ accounts, methods, asked, isConfirming }: DepositFormProps): Deposit {
  const open = useOpen();
  const confirm = useWrite(paymentsProcess);
  const limitFault = useLimitFault(methods);
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [draft] = useState(() => ['deposit', asked.account, asked.method, asked.currency, asked.amount].join('.'));
  const show = (values: Typed, step: Readonly<Record<string, string>> = {}): void =>
    open({ page: depositContract.pages.form, query: { ...addressOf(values), ...step } }, { replace: true });
  const form = useForm<Typed, Typed>({
    name: draft,
    initial: firstChoice({ accounts, methods, asked }),
    schema: typed,
    shape: (values) => ({ ...values, amount: amountText(values.amount) }),
    check: limitFault,
    submit: async (sent) => {
      const answer = await confirm.mutateAsync({ action: 'confirm', transfer_type: 'deposit', ...sent });
      if (!('remittance_id' in answer)) return;
      setConfirmed(answer);
      // What was typed stands in the address from here on, so that a reload comes back to this very place.
      show(sent, { form_step: 'confirm' });
    },
    keepsDraft: true,
  });
  const { values } = form;
  const method = methods.find(({ pm_id }) => String(pm_id) === values.pm_id);
  const ask = (): void => form.frame.ref.current?.requestSubmit();
  useAtOnce(isConfirming && values.amount !== '', ask);
  return {
    form,
    method,
    account: accounts.find(({ number }) => String(number) === values.account_number),
    terms: termsOf(method, values.currency),
    amount: amountText(values.amount),
    isWithinLimits: limitFault(values)['amount'] === undefined,
    chooseMethod: (pm_id) => {
      form.set('pm_id', pm_id);
      const next = methods.find((candidate) => String(candidate.pm_id) === pm_id);
      if (!termsOf(next, values.currency)) form.set('currency', next?.terms[0]?.currency ?? values.currency);
    },
    confirmed,
    ask,
    close: () => {
      setConfirmed(undefined);
      show(values);
    },
    leave: ({ transfer_id: id, redirect }) => {
      form.reset();
      if (redirect) leaveFor(redirect);
      else open({ page: landmarks.transfer, params: { id } });
    },
  };
}

/** Too little or too much for the method, told before anything is sent. */
function useLimitFault(methods: readonly DepositMethod[]): (values: Typed) => Readonly<Partial<Record<string, string>>> {
  const { t, money } = useWords();
  return ({ pm_id, currency, amount }) => {
    const method = methods.find((candidate) => String(candidate.pm_id) === pm_id);
    const [terms, wanted] = [termsOf(method, currency), amountText(amount)];
    if (!terms || wanted === '' || !(isMore(terms.min, wanted) || isMore(wanted, terms.max))) return {};
    return { amount: t('money.amount.limits', { min: money(terms.min, currency), max: money(terms.max, currency) }) };
  };
}

/** Document 1 §2: `acc`, `currency`, `amount`, and the rest as `form_data`. */
function addressOf({ account_number: acc, currency, pm_id, amount }: Typed): Readonly<Record<string, string>> {
  return { acc, currency, amount: amountText(amount), form_data: JSON.stringify({ pm_id }) };
}

/** Does something once, when the screen first stands; the address that the form itself writes afterwards asks for nothing. */
function useAtOnce(isWanted: boolean, act: () => void): void {
  const isDue = useRef(isWanted);
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    act();
  });
}
