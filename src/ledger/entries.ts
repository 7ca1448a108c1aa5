import type { Account, AccountKind } from './chart.ts';

/** From which kind of account to which a leg may lead. */
type Shape = `${AccountKind}>${AccountKind}`;

interface Rule<Legs extends readonly Shape[] = readonly Shape[]> {
  /** The legs that this kind of movement may have. */
  readonly legs: Legs;
  /** How many units (currencies) it moves: an exchange moves two, through the broker. */
  readonly units: 1 | 2;
}

const one = <const Legs extends readonly Shape[]>(...legs: Legs): Rule<Legs> => ({ legs, units: 1 });
const two = <const Legs extends readonly Shape[]>(...legs: Legs): Rule<Legs> => ({ legs, units: 2 });

/**
 * Every kind of movement. Nothing else can be posted. Each has a test of its economic meaning in entries.test.ts:
 * who is richer, who is poorer.
 */
export const movementKinds = {
  /** A provider has taken the client's money; it is theirs, in the wallet, exchanged when the wallet is of another currency. */
  deposit: two('provider>wallet', 'provider>fees', 'provider>exchange', 'provider>rounding', 'exchange>wallet'),
  /** A provider has taken the client's money for a trading account; the platform does not know of it yet. */
  deposit_received: two('provider>transit', 'provider>fees', 'provider>exchange', 'provider>rounding', 'exchange>transit'),
  /** The platform has credited the trading account. */
  deposit_settled: one('transit>trading'),
  /** The platform would not take it: the money goes to the wallet instead, or back to where it came from. */
  deposit_returned: one('transit>wallet', 'transit>provider'),

  /** A withdrawal was asked for: the money is set aside. */
  withdrawal_held: one('wallet>hold', 'trading>hold', 'gold>hold'),
  /** The provider has paid it out, in the currency of what it goes back to; the fee is ours. */
  withdrawal_settled: two('hold>provider', 'hold>fees', 'hold>exchange', 'hold>rounding', 'exchange>provider'),
  /** Cancelled or refused: it goes back to where it was. */
  withdrawal_released: one('hold>wallet', 'hold>trading', 'hold>gold'),

  /** An internal transfer out of a platform begins: the money is set aside until the platform has let it go. */
  transfer_held: one('wallet>hold', 'trading>hold'),
  /**
   * It has left its source, a wallet or what was set aside of one, and is on its way into a platform; two currencies are exchanged
   * through the broker.
   */
  transfer_sent: two(
    'hold>transit',
    'hold>fees',
    'hold>exchange',
    'hold>rounding',
    'wallet>transit',
    'wallet>exchange',
    'transit>fees',
    'transit>exchange',
    'transit>rounding',
    'exchange>transit',
  ),
  /** The platform has credited it. */
  transfer_settled: one('transit>trading'),
  /** It ends in a wallet, where no platform has to agree; out of another wallet it does so at once. */
  transfer_to_wallet: two(
    'hold>wallet',
    'hold>fees',
    'hold>exchange',
    'hold>rounding',
    'wallet>exchange',
    'wallet>transit',
    'transit>fees',
    'transit>exchange',
    'transit>rounding',
    'exchange>wallet',
  ),
  /** The source's platform would not let it go: nothing has left. */
  transfer_released: one('hold>wallet', 'hold>trading'),
  /** The target's platform would not take it: back to the source, else to the wallet, at the same rate and with the fee. */
  transfer_returned: two(
    'transit>trading',
    'transit>wallet',
    'transit>exchange',
    'exchange>trading',
    'exchange>wallet',
    'fees>trading',
    'fees>wallet',
    'rounding>trading',
    'rounding>wallet',
  ),

  /** Between a client's own wallets of two currencies, or wallet and gold, at the day's rate (exchange.ts). */
  exchange: two(
    'wallet>exchange',
    'wallet>rounding',
    'wallet>fees',
    'exchange>wallet',
    'gold>exchange',
    'gold>rounding',
    'gold>fees',
    'exchange>gold',
  ),
  /** A client has bought gold of the broker, who is short of it from then on (or less long); spread and tax are paid with it. */
  gold_bought: two('wallet>exchange', 'wallet>spread', 'wallet>tax', 'exchange>gold'),
  /** A client has sold gold to the broker; out of what it is worth the spread is paid. */
  gold_sold: two('gold>exchange', 'exchange>wallet', 'wallet>spread'),
  /** Gold that is to be delivered: the client can no longer sell it. */
  gold_delivery_held: one('gold>delivery'),
  /** It is not delivered after all. */
  gold_delivery_released: one('delivery>gold'),
  /** What its bars, its way and its insurance cost. */
  gold_delivery_paid: one('wallet>fees'),
  gold_delivery_refunded: one('fees>wallet'),
  /** Its bars have left the vault: the client holds them instead of gold with the broker. */
  gold_delivered: one('delivery>vault'),
  /** They came back, and lie there for the client again. */
  gold_delivery_returned: one('vault>gold'),
  /** Gold that is pledged for credit on a trading account, and what comes back of it. */
  gold_pledged: one('gold>pledge'),
  gold_unpledged: one('pledge>gold'),
  gold_credit_granted: one('lending>credit'),
  gold_credit_removed: one('credit>lending'),
  /** Pledged gold was sold to the broker: what it brings is on its way to the trading account, or to the wallet where that is shut. */
  gold_pledge_sold: two('pledge>exchange', 'exchange>transit', 'transit>spread'),
  gold_sale_credited: one('transit>trading'),
  gold_sale_returned: one('transit>wallet'),
  /** The broker has bought gold for its stock: it lies in the vault, and its price is owed to the supplier. */
  gold_stock_bought: two('vault>exchange', 'exchange>supplier'),
  /** Money leaves one client for another of the same company: each client's side is a movement of its own. */
  between_clients_out: one('wallet>clearing', 'hold>clearing'),
  /** It has come to the other client, or has come back to the first. */
  between_clients_in: one('clearing>wallet'),
  /** A client moves to another company: what was on a trading account is on its way, and its platform has let it go. */
  move_collected: one('trading>transit'),
  /** The move was given up before the client had moved: the platform has credited it again. */
  move_given_back: one('transit>trading'),
  /** The client has moved: their money is with the other company from now on, whose book has it by a movement of its own. */
  company_left: one('wallet>intercompany', 'transit>intercompany'),
  /** The other side: into a wallet, or on its way to the new trading account. */
  company_joined: one('intercompany>wallet', 'intercompany>transit'),
  /** The platform has credited the new account. */
  move_settled: one('transit>trading'),
  /** It would not: the money is in the wallet instead. */
  move_to_wallet: one('transit>wallet'),
  /** A charge of the broker, such as for idle months. */
  fee: one('wallet>fees', 'trading>fees'),
  fee_refund: one('fees>wallet', 'fees>trading'),

  /** A deal on the platform, mirrored: profit, swap and commission are legs against the broker's account. */
  deal: one('broker>trading', 'trading>broker'),
  /** A loss beyond the client's funds is the broker's; what a bonus covered of it is what the promotion cost. */
  negative_balance_correction: one('broker>trading', 'promotions>trading'),

  /** A chargeback, refund or reversal of a deposit with its fee; what is not to be found where it was paid in is the client's debt. */
  reversal: two(
    'wallet>provider',
    'trading>provider',
    'fees>provider',
    'debt>provider',
    // Before a debt had an account of its own.
    'suspense>provider',
    'wallet>exchange',
    'trading>exchange',
    'exchange>provider',
  ),

  /** What a client owes is taken from where money of theirs is, exchanged when that is of another currency. */
  debt_collected: two(
    'wallet>debt',
    'trading>debt',
    'wallet>exchange',
    'trading>exchange',
    'wallet>rounding',
    'trading>rounding',
    'exchange>debt',
  ),
  /** Nothing more is asked of the client: the rest is the broker's loss. */
  debt_written_off: one('fees>debt'),
  /** A chargeback was decided for us after all: first it pays what is still owed of it, the rest is the client's again. */
  won_back: one('provider>debt', 'provider>wallet', 'provider>fees'),

  /** A provider has taken money that no order waits for, such as a second payment of one that is paid. */
  payment_unmatched: one('provider>suspense'),
  /** It was the client's all the same. */
  unmatched_credited: one('suspense>wallet'),
  /** Somebody has said which payment it is for: it comes in again by that one. */
  unmatched_assigned: one('suspense>provider'),
  /** The provider has given it back to the payer. */
  unmatched_returned: one('suspense>provider'),

  bonus_granted: one('promotions>bonus'),
  bonus_removed: one('bonus>promotions'),
  /** From an account of an older code to those of today's: migration 202611220736 posts it, and nothing else. */
  carried_over: one('hold>hold', 'bonus>bonus'),

  /** Balances brought in from before this ledger. */
  opening_balance: one('opening>wallet', 'opening>trading', 'opening>bonus', 'opening>gold', 'trading>opening', 'vault>opening'),
  /** A difference that reconciliation found, put right by a person or a rule that is named in the audit. */
  adjustment: one(
    'suspense>wallet',
    'wallet>suspense',
    'suspense>trading',
    'trading>suspense',
    'suspense>transit',
    'transit>suspense',
    'suspense>provider',
    'provider>suspense',
  ),
} as const satisfies Record<string, Rule>;

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
