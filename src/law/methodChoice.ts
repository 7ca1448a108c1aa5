import { currencyCodes, mainCurrency, type Currency } from '../base/currency.ts';
import { gateDecision, type ClientProfile, type GateCode } from './gates.ts';
import type { methodReasons } from './methodReasons.ts';
import type { NextPage } from './nextPages.ts';
import {
  cellsOf,
  goesBackByItself,
  methodsListed,
  paymentMethods,
  routeOf,
  type MethodChange,
  type MethodOffer,
  type MethodScope,
  type PaymentMethod,
} from './methods.ts';

/** Why a method cannot be used: a gate that is shut, or of the method itself. */
export type MethodReason = (typeof methodReasons)[number] | GateCode;

export interface UnavailableMethod {
  readonly method: PaymentMethod;
  readonly reason: MethodReason;
  /** What opens it, where the client can. */
  readonly next?: NextPage;
}

export interface MethodChoice {
  readonly usable: readonly MethodOffer[];
  /** Every other method that pays this way somewhere, and no form hides (interfaces §6). */
  readonly unavailable: readonly UnavailableMethod[];
}

/** What a client of that profile can use now, and of each other method why not. Pure. */
export function methodChoice(scope: MethodScope, profile: ClientProfile): MethodChoice {
  const decision = gateDecision(scope.direction, profile);
  const usable = decision.allowed ? methodsListed(scope) : [];
  const others = paymentMethods.filter(
    (method) =>
      !method.unlistedIn?.includes(scope.direction) &&
      method.offers[scope.direction] !== undefined &&
      isTheBrokers(method, scope) &&
      !usable.some((offer) => offer.method.id === method.id),
  );
  return {
    usable,
    unavailable: others.map((method) => {
      if (Object.keys(cellsOf(method, scope)).length === 0) return { method, reason: 'not_in_country' };
      if (!decision.allowed) return { method, reason: decision.code, ...(decision.next ? { next: decision.next } : {}) };
      if (scope.goesBack && !goesBackByItself(method, scope)) return { method, reason: 'after_papers', next: 'documents' };
      return { method, reason: 'closed_for_now' };
    }),
  };
}

/** Of a provider that the broker has no account with nobody is told anything. */
function isTheBrokers(method: PaymentMethod, { providers }: MethodScope): boolean {
  const route = routeOf(method);
  return route === undefined || providers?.has(route.provider) !== false;
}

interface BankCurrency {
  readonly company: number;
  readonly currency: Currency;
}

interface AtBank extends Pick<MethodChange, 'direction' | 'region'> {
  readonly company: number;
}

/** Nobody can transfer money in a currency in which the client's company has no account; cents go in what they are cents of. */
export function closedAtBank(accounts: readonly BankCurrency[], { company, ...cell }: AtBank): MethodChange[] {
  const own = new Set(accounts.filter((account) => account.company === company).map(({ currency }) => currency));
  const missing = currencyCodes.filter((currency) => !own.has(mainCurrency(currency)));
  const methods = paymentMethods.filter((method) => routeOf(method)?.provider === 'bank');
  return methods.flatMap(({ id: method }) => missing.map((currency) => ({ ...cell, method, currency, isClosed: true })));
}
