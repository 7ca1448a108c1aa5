import type { AccountKind } from './chart.ts';

/** From which kind of account to which a leg may lead. */
export type Shape = `${AccountKind}>${AccountKind}`;

export interface Rule<Legs extends readonly Shape[] = readonly Shape[]> {
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
  /** What its provider had paid out has come back to it, and is the client's again. */
  withdrawal_returned: one('provider>wallet'),
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
  /** The provider's share of what a follower has gained has left the follower's account; the provider may be another company's. */
  share_paid: one('trading>clearing', 'trading>intercompany'),
  /** The provider has it. */
  share_received: one('clearing>wallet', 'intercompany>wallet'),
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
  /** What a prepaid card costs, with its application; and that back, where no card came of it. */
  prepaid_card_fee: one('wallet>fees'),
  prepaid_card_fee_returned: one('fees>wallet'),
  /** A period of signals that a client has subscribed to. */
  signal_subscription: one('wallet>fees'),

  /** A deal on the platform: profit, swap and commission are legs against the broker's account. */
  deal: one('broker>trading', 'trading>broker'),
  /** What a platform kept back of a dividend for the state, and what it gave back of that. */
  dividend_tax: one('trading>tax', 'tax>trading'),
  /** A loss beyond the client's funds is the broker's; what a bonus covered of it is what the promotion cost. */
  negative_balance_correction: one('broker>trading', 'promotions>trading'),

  /** A chargeback, refund or reversal of a deposit with its fee; what is not to be found where it was paid in is the client's debt. */
  reversal: two(
    'wallet>provider',
    'trading>provider',
    'fees>provider',
    'debt>provider',
    // A debt of a coin is one of what it had brought, and what there is pays a part of it at once.
    'debt>exchange',
    'wallet>debt',
    'trading>debt',
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
  /** It was the client's all the same; a coin at the rate at which its provider has told of it. */
  unmatched_credited: two('suspense>wallet', 'suspense>exchange', 'exchange>wallet'),
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
