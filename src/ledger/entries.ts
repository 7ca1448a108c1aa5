import type { Account, AccountKind } from './chart.ts';
import { movementKinds, type Rule, type Shape } from './movementKinds.ts';

export { movementKinds };

export type MovementKind = keyof typeof movementKinds;

/** The kinds that a client may see in a wallet: they lead into one or out of one. */
export type WalletMovementKind = {
  [Kind in MovementKind]: Extract<
    (typeof movementKinds)[Kind]['legs'][number],
    `wallet>${string}` | `${string}>wallet`
  > extends never
    ? never
    : Kind;
}[MovementKind];

/** The kinds that a client may see on a trading account. */
export type TradingMovementKind = {
  [Kind in MovementKind]: Extract<
    (typeof movementKinds)[Kind]['legs'][number],
    `trading>${string}` | `${string}>trading`
  > extends never
    ? never
    : Kind;
}[MovementKind];

export function isOfTrading(kind: MovementKind): kind is TradingMovementKind {
  return rules[kind].legs.some((leg) => leg.startsWith('trading>') || leg.endsWith('>trading'));
}

export function isOfWallets(kind: MovementKind): kind is WalletMovementKind {
  return rules[kind].legs.some((leg) => leg.startsWith('wallet>') || leg.endsWith('>wallet'));
}

const rules: Readonly<Record<MovementKind, Rule>> = movementKinds;

/** Money going from one account to another of the same company and unit. */
export interface Leg {
  readonly from: Account;
  readonly to: Account;
  /** In minor units, more than zero. */
  readonly minor: bigint;
}

/** A fact of the business that moves money, balanced by its shape. */
export interface Movement {
  /** The fact's name, such as `deposit:512`: never random. The same key is never posted twice. */
  readonly key: string;
  readonly kind: MovementKind;
  readonly legs: readonly [Leg, ...Leg[]];
  /** When it happened, in application time. */
  readonly at: Date;
}

export const maxLegs = 32;
const mostMinor = 2n ** 63n - 1n;
/** The name of a fact: what a movement is known by, and a hold. */
export const factName = /^[a-z][a-z0-9_]*:[A-Za-z0-9:._-]{1,100}$/;

/**
 * Throws when the movement is not one that may be posted: a fault of the calling code, never of a client.
 */
export function requireMovement(movement: Movement): void {
  const fault = faultOf(movement);
  if (fault !== undefined) throw new Error(`${movement.kind} ${movement.key} may not be posted: ${fault}`);
}

/** What is wrong with the movement; undefined when it may be posted. */
export function faultOf(movement: Movement): string | undefined {
  const rule = rules[movement.kind];
  if (!factName.test(movement.key)) return 'its key is not of the shape kind:id';
  if (movement.legs.length === 0 || movement.legs.length > maxLegs) return `it has ${movement.legs.length} legs`;
  if (Number.isNaN(movement.at.getTime())) return 'it has no time';
  for (const leg of movement.legs) {
    const fault = faultOfLeg(leg, rule);
    if (fault !== undefined) return `${leg.from.code} > ${leg.to.code}: ${fault}`;
  }
  return faultBetween(movement.legs, rule);
}

function faultOfLeg(leg: Leg, rule: Rule): string | undefined {
  if (leg.minor <= 0n) return 'the amount is not more than zero';
  if (leg.minor > mostMinor) return 'the amount is too large';
  if (leg.from.code === leg.to.code) return 'both sides are the same account';
  if (leg.from.company !== leg.to.company) return 'it crosses companies';
  if (leg.from.unit !== leg.to.unit) return 'it crosses currencies';
  return isShapeOf(rule, leg.from.kind, leg.to.kind) ? undefined : 'this kind has no such leg';
}

function isShapeOf(rule: Rule, from: AccountKind, to: AccountKind): boolean {
  const shape: Shape = `${from}>${to}`;
  return rule.legs.includes(shape);
}

/** One company, one client, and no more currencies than the kind may move; an exchange gives and takes. */
function faultBetween(legs: readonly Leg[], rule: Rule): string | undefined {
  const accounts = legs.flatMap((leg) => [leg.from, leg.to]);
  const owners = new Set(accounts.flatMap((account) => account.clientId ?? []));
  if (owners.size > 1) return 'it moves the money of more than one client';
  if (new Set(accounts.map((account) => account.company)).size > 1) return 'its legs are of different companies';
  const units = new Set(accounts.map((account) => account.unit));
  if (units.size > rule.units) return `it moves ${units.size} currencies`;
  const given = legs.filter((leg) => leg.to.kind === 'exchange');
  const taken = legs.filter((leg) => leg.from.kind === 'exchange');
  if (units.size === 2 && (given.length !== 1 || taken.length !== 1)) return 'an exchange gives once and takes once';
  if (units.size === 1 && given.length + taken.length > 0) return 'an exchange needs two currencies';
  return undefined;
}

/** True when a movement of that kind may have a leg from the one kind of account to the other. */
export function mayLead(kind: string, from: string, to: string): boolean {
  if (!Object.hasOwn(rules, kind)) return false;
  const legs: readonly string[] = rules[kind as MovementKind].legs;
  return legs.includes(`${from}>${to}`);
}

/** How much richer (or, negative, poorer) the movement makes each account, by code. The sum is zero. */
export function effectOf(movement: Movement): Map<string, bigint> {
  const effect = new Map<string, bigint>();
  const add = (account: Account, minor: bigint) => effect.set(account.code, (effect.get(account.code) ?? 0n) + minor);
  for (const leg of movement.legs) {
    add(leg.from, -leg.minor);
    add(leg.to, leg.minor);
  }
  return effect;
}
