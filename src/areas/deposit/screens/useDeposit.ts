import { useEffect, useRef, useState } from 'react';
import { useWrite } from '../../../ui/api/reads.ts';
import { amountText, isMore } from '../../../base/amount.ts';
import { useForm, type Form } from '../../../ui/form/useForm.ts';
import type { AskedMoney } from '../../../ui/money/asked.ts';
import type { Confirmed, Saved } from '../../../ui/money/ConfirmSheet.tsx';
import { goToPaymentPage } from '../../../ui/money/goToPaymentPage.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { paymentsProcess } from '../../../protocol/payment.ts';
import { depositContract } from '../contract.ts';
import {
  banksOf,
  leadsToTransfers,
  limitsOf,
  offeredWish,
  termsOf,
  type DepositMethod,
  type DepositOffer,
  type DepositTarget,
  type DepositWish,
} from '../rules.ts';

/** What was typed, as the address of a page keeps it. */
type Kept = Readonly<Record<string, string>>;

export interface DepositFormProps extends DepositOffer {
  readonly asked: AskedMoney;
  /** The method that the client wants to begin with, if any. */
  readonly preferred: number | null;
  /** The client was at the last look when the page was loaded again. */
  readonly isConfirming: boolean;
  /** Keeps what was typed in the address of another page than that of all methods. */
  readonly show: ((query: Kept) => void) | undefined;
  /** The provider's page opens inside of the portal. */
  readonly isFramed: boolean;
}

export interface Deposit {
  readonly form: Form<typeof depositContract.forms.deposit>;
  readonly account: DepositTarget | undefined;
  readonly method: DepositMethod | undefined;
  /** Of the method in the currency; undefined while there are none. */
  readonly limits: ReturnType<typeof limitsOf> | undefined;
  /** What was typed, as the server takes it; empty while nothing was. */
  readonly amount: string;
  readonly isWithinLimits: boolean;
  readonly confirmed: Confirmed | undefined;
  /** The provider would not have it: the deposit that has ended so, and what was typed stands here still. */
  readonly failed: number | undefined;
  /** Asks for the terms; also again, when they held too long. */
  readonly ask: () => void;
  readonly close: () => void;
  readonly leave: (saved: Saved) => void;
}

/** A deposit from the first figure typed to the hosted page. */
export function useDeposit({ asked, isConfirming, isFramed, show: keep, ...offer }: DepositFormProps): Deposit {
  const { accounts, methods } = offer;
  const open = useOpen();
  const confirm = useWrite(paymentsProcess);
  const limitFault = useLimitFault(offer);
  const agreement = useAgreement();
  const [draft] = useState(() => ['deposit', asked.account, asked.method, asked.currency, asked.amount].join('.'));
  const keepAmongAll = (query: Kept): void => open({ page: depositContract.pages.form, query }, { replace: true });
  const show = (values: DepositWish, step: Kept = {}): void => (keep ?? keepAmongAll)({ ...addressOf(values), ...step });
  const methodOf = (pm_id: string) => methods.find((method) => String(method.pm_id) === pm_id);
  const form = useForm({
    name: draft,
    form: depositContract.forms.deposit,
    initial: wishOf(asked),
    derive: (next) => offeredWish(offer, next),
    hidden: ({ pm_id, currency }) => unasked(methodOf(pm_id), currency),
    supply: ({ currency }) => ({ currency }),
    check: limitFault,
    submit: async (sent, typed) => {
      const answer = await confirm.mutateAsync(sent);
      if (!('remittance_id' in answer)) return;
      agreement.begin(answer);
      // What was typed stands in the address from here on, so that a reload comes back to this very place.
      show(typed, { form_step: 'confirm' });
    },
  });
  const { values } = form;
  const method = methodOf(values.pm_id);
  const account = accountNamed(accounts, values.account_number);
  const terms = termsOf(method, values.currency);
  const ask = (): void => form.frame.ref.current?.requestSubmit();
  useAtOnce(isConfirming && values.amount !== '', ask);
  return {
    form,
    method,
    account,
    limits: terms && limitsOf(terms, account),
    amount: amountText(values.amount),
    isWithinLimits: limitFault(values)['amount'] === undefined,
    confirmed: agreement.confirmed,
    failed: agreement.failed,
    ask,
    close: () => {
      agreement.close();
      show(values);
    },
    leave: (saved) => {
      if (hasFailed(saved)) {
        agreement.fail(saved.transfer_id);
        return show(values);
      }
      form.reset();
      const data = saved.redirect?.redirect_data;
      if (isFramed && data !== undefined) open({ page: depositContract.pages.external, query: { redirect_data: data } });
      else if (saved.redirect) goToPaymentPage(saved.redirect);
      else if (method && leadsToTransfers(method.pm_id)) open({ page: pageLinks.transfers });
      else open({ page: pageLinks.transfer, params: { id: saved.transfer_id } });
    },
  };
}

function wishOf({ account, method, currency, amount = '', bank = '', crypto_network = '' }: AskedMoney): DepositWish {
  const asked = { account_number: String(account ?? ''), pm_id: String(method ?? ''), currency: currency ?? '' };
  return { ...asked, amount, bank, crypto_network };
}

/** What was agreed to last, or could not begin after that. */
function useAgreement() {
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [failed, setFailed] = useState<number>();
  return {
    confirmed,
    failed,
    begin: (quoted: Confirmed): void => {
      setFailed(undefined);
      setConfirmed(quoted);
    },
    // A sheet that goes tells that it is closed: what has failed stands until something is agreed to anew.
    close: (): void => setConfirmed(undefined),
    fail: (deposit: number): void => {
      setFailed(deposit);
      setConfirmed(undefined);
    },
  };
}

/** Document 1 §8: where the payment details fail the form goes back a step. */
function hasFailed({ redirect, status }: Saved): boolean {
  return !redirect && (status === 'declined' || status === 'failed' || status === 'cancelled');
}

/** A method that takes one currency asks for none, one without a list of banks for no bank, one that is paid in money for no coin. */
function unasked(method: DepositMethod | undefined, currency: string): ('currency' | 'bank' | 'crypto_network')[] {
  const asksCurrency = method?.terms.length !== 1;
  const asksCoin = (method?.coins.length ?? 0) > 0;
  return [
    ...(asksCurrency ? [] : ['currency' as const]),
    ...(asksCoin ? [] : ['crypto_network' as const]),
    ...(banksOf(method, currency).length > 0 ? [] : ['bank' as const]),
  ];
}

function accountNamed(accounts: readonly DepositTarget[], wanted: string): DepositTarget | undefined {
  return accounts.find(({ number }) => String(number) === wanted);
}

/** Too little or too much, told before anything is sent. */
function useLimitFault(offer: DepositOffer): (values: DepositWish) => Readonly<Partial<Record<string, string>>> {
  const { t, money } = useWords();
  return ({ account_number, pm_id, currency, amount }) => {
    const method = offer.methods.find((candidate) => String(candidate.pm_id) === pm_id);
    const [terms, wanted] = [termsOf(method, currency), amountText(amount)];
    if (!terms || wanted === '') return {};
    const { min, max } = limitsOf(terms, accountNamed(offer.accounts, account_number));
    if (!isMore(min, wanted) && !isMore(wanted, max)) return {};
    return { amount: t('money.amount.outside', { min: money(min, currency), max: money(max, currency) }) };
  };
}

/** Document 1 §2: `acc`, `currency`, `amount`, and the rest as `form_data`. */
function addressOf(wish: DepositWish): Readonly<Record<string, string>> {
  const { account_number: acc, currency, pm_id, amount, bank, crypto_network } = wish;
  const besides = { ...(bank === '' ? {} : { bank }), ...(crypto_network === '' ? {} : { crypto_network }) };
  return { acc, currency, amount: amountText(amount), form_data: JSON.stringify({ pm_id, ...besides }) };
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
