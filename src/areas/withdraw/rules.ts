import type { z } from 'zod';
import { isMore } from '../../base/amount.ts';
import { newDestination, type DestinationKind } from '../../law/methods.ts';
import type { withdrawMethod, withdrawSource } from './contract.ts';

export type WithdrawMethod = z.infer<typeof withdrawMethod>;
export type WithdrawSource = z.infer<typeof withdrawSource>;

/** What can be chosen here. */
export interface WithdrawOffer {
  readonly accounts: readonly WithdrawSource[];
  readonly methods: readonly WithdrawMethod[];
}

/** What is typed. */
export interface WithdrawWish {
  readonly account_number: string;
  readonly pm_id: string;
  readonly amount: string;
  /** The number of one that was used before, or `new_<kind>`; empty where the method pays to none. */
  readonly destination: string;
}

export function sourceNumbered({ accounts }: Pick<WithdrawOffer, 'accounts'>, number: string): WithdrawSource | undefined {
  return accounts.find((each) => String(each.number) === number);
}

export function methodNumbered({ methods }: Pick<WithdrawOffer, 'methods'>, id: string): WithdrawMethod | undefined {
  return methods.find((each) => String(each.pm_id) === id);
}

/** What a method takes out of an account, by that account's currency; undefined where it does not. */
export function termsFor(method: WithdrawMethod | undefined, source: WithdrawSource | undefined) {
  return method?.terms.find(({ currency }) => currency === source?.currency);
}

/** What was asked for where it is offered, else the first account that has money and the first method that takes its currency. */
export function offeredWish<Wish extends WithdrawWish>(offer: WithdrawOffer, wish: Wish): Wish {
  const source = sourceNumbered(offer, wish.account_number) ?? offer.accounts.find(hasMoney) ?? offer.accounts[0];
  const wanted = methodNumbered(offer, wish.pm_id);
  const method = termsFor(wanted, source)
    ? wanted
    : (offer.methods.find((each) => termsFor(each, source)) ?? wanted ?? offer.methods[0]);
  return {
    ...wish,
    account_number: String(source?.number ?? ''),
    pm_id: String(method?.pm_id ?? ''),
    destination: offeredDestination(method, wish.destination),
  };
}

/** What was chosen where it is the method's, else what was used last, else a new one. */
function offeredDestination(method: WithdrawMethod | undefined, wanted: string): string {
  if (!method?.destination) return '';
  const choices = [...method.destinations.map(({ id }) => String(id)), ...newOf(method.destination)];
  return choices.includes(wanted) ? wanted : (choices[0] ?? '');
}

/** What stands for a new one; a card is never named. */
export function newOf(kind: DestinationKind): readonly string[] {
  return kind === 'card' ? [] : [newDestination(kind)];
}

function hasMoney({ available }: WithdrawSource): boolean {
  return /[1-9]/.test(available);
}

/** Where an address asks to begin (document 1 §2): the account that it names, else the first of its currency that has money. */
export function startOf(
  { accounts }: Pick<WithdrawOffer, 'accounts'>,
  asked: { readonly account: number | undefined; readonly currency: string | undefined },
): string {
  const named = accounts.find(({ number }) => number === asked.account);
  const alike = accounts.filter(({ currency }) => currency === asked.currency);
  return String((named ?? alike.find(hasMoney) ?? alike[0])?.number ?? '');
}

/** Whether an amount is outside of what a method takes. */
export function isOutside(amount: string, { min, max }: { readonly min: string; readonly max: string }): boolean {
  return isMore(min, amount) || isMore(amount, max);
}
