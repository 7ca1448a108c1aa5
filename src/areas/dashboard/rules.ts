import type { Currency } from '../../base/currency.ts';
import { money, worthIn, type Money, type Rate } from '../../base/money.ts';
import { gateDecision, type ClientProfile } from '../../law/gates.ts';
import { type NextPage } from '../../law/nextPages.ts';
import { categoryKind } from '../../law/categories.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { statusFacts } from '../../law/statuses.ts';
import { stepCodes, type BeginLine, type StepCode } from './contract.ts';

export interface NextStep {
  readonly code: StepCode;
  readonly next: NextPage | null;
}

/** The one thing to do next, on the way from a registration to a funded account; null once money is there. */
export function nextStep(of: {
  readonly profile: ClientProfile;
  readonly liveCount: number;
  readonly hasMoney: boolean;
}): NextStep | null {
  const { profile, liveCount, hasMoney } = of;
  // Whoever may pay in but take nothing out is told that first.
  const funded = profile.isChargedBack ? 'withdraw' : 'deposit';
  const decision = gateDecision(liveCount === 0 ? 'open_live_account' : funded, profile);
  if (!decision.allowed) {
    const code = stepCodes.find((each) => each === decision.code);
    return code === undefined ? null : { code, next: decision.next ?? null };
  }
  if (liveCount === 0) return { code: 'open_account', next: null };
  return hasMoney ? null : { code: 'deposit', next: null };
}

/** What a newcomer has done and has before them. Nothing of it is kept: each line is a fact of its own. */
export function beginningOf(of: {
  readonly profile: ClientProfile;
  readonly liveCount: number;
  readonly hasDeposited: boolean;
  readonly hasTraded: boolean;
}): readonly { readonly line: BeginLine; readonly is_done: boolean }[] {
  const { profile, liveCount, hasDeposited, hasTraded } = of;
  const { registration, papers, money } = statusFacts(profile.status);
  const isTested = regionProfileOf(profile).appropriatenessTest.includes(categoryKind(profile.category));
  const lines: readonly (readonly [BeginLine, boolean])[] = [
    // Nobody is a client before it.
    ['email', true],
    ['registration', registration !== 'partial'],
    ['papers', papers === 'approved'],
    ...(isTested ? [['test', profile.appropriatenessPassed] as const] : []),
    ['account', liveCount > 0],
    ['deposit', hasDeposited],
    ['trade', hasTraded],
  ];
  const isOver = money !== 'all' || lines.every(([, isDone]) => isDone);
  return isOver ? [] : lines.map(([line, is_done]) => ({ line, is_done }));
}

/** Units of the second currency for one unit of the first; undefined where there is no rate. */
export type RateBetween = (from: Currency, to: Currency) => Rate | undefined;

/**
 * Everything in one currency: the one that most of it is in. Undefined when there is nothing, or when a part of it has no
 * rate: a sum that leaves something out would be wrong without looking it.
 */
export function totalOf(parts: readonly Money[], rateBetween: RateBetween): Money | undefined {
  const sums = new Map<Currency, bigint>();
  for (const { currency, minor } of parts) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  const held = [...sums].filter(([, minor]) => minor !== 0n).map(([currency, minor]) => money(minor, currency));
  const [first] = held;
  if (!first) return parts[0] ? money(0n, parts[0].currency) : undefined;
  const inFirst = held.map((part) => ({ part, value: inCurrency(part, first.currency, rateBetween) }));
  const largest = inFirst.reduce((most, each) => ((each.value?.minor ?? 0n) > (most.value?.minor ?? 0n) ? each : most));
  const { currency } = largest.part;
  let total = 0n;
  for (const part of held) {
    const value = inCurrency(part, currency, rateBetween);
    if (!value) return undefined;
    total += value.minor;
  }
  return money(total, currency);
}

function inCurrency(part: Money, currency: Currency, rateBetween: RateBetween): Money | undefined {
  if (part.currency === currency) return part;
  const rate = rateBetween(part.currency, currency);
  return rate === undefined ? undefined : worthIn(part, currency, rate);
}

/** Whether a total of these needs rates at all. */
export function isInOneCurrency(parts: readonly Money[]): boolean {
  return new Set(parts.filter(({ minor }) => minor !== 0n).map(({ currency }) => currency)).size <= 1;
}
