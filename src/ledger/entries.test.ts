import { accountNumber, clientId } from '../base/id.ts';
import { describe, expect, test } from 'vitest';
import * as chart from './chart.ts';
import { effectOf, faultOf, mayLead, movementKinds, type Leg, type Movement, type MovementKind } from './entries.ts';

const owner = { company: 3, clientId: clientId(100001) };
const other = { company: 3, clientId: clientId(100002) };
const wallet = chart.wallet(owner, 'USD');
const euros = chart.wallet(owner, 'EUR');
const account = chart.trading(owner, 'USD', accountNumber(500001));
const held = chart.hold(owner, 'USD');
const gold = chart.gold(owner);
const bonus = chart.bonusCredit(owner, 'USD', accountNumber(500001));
const pledged = chart.pledge(owner, accountNumber(500001));
const lent = chart.goldCredit(owner, 'USD', accountNumber(500001));
const lending = chart.lending(3, 'USD');
const clearing = chart.clearing(3, 'USD');
const owed = chart.intercompany(3, 'USD', 4);
const praxis = chart.provider(3, 'USD', 'praxis');
const transit = chart.transit(3, 'USD', 'in');
const fees = chart.fees(3, 'USD');
const broker = chart.broker(3, 'USD', 'mt5');
const promotions = chart.promotions(3, 'USD');
const suspense = chart.suspense(3, 'USD');
const debt = chart.debt({ company: 3, clientId: clientId(100001) }, 'USD');
const position = (unit: 'USD' | 'EUR' | 'XAU') => chart.exchange(3, unit);

const leg = (from: chart.Account, to: chart.Account, minor: bigint): Leg => ({ from, to, minor });
const movement = (kind: MovementKind, ...legs: [Leg, ...Leg[]]): Movement => ({
  key: `fact:${kind}`,
  kind,
  legs,
  at: new Date('2026-03-02T10:00:00Z'),
});

interface Meaning {
  readonly says: string;
  readonly legs: [Leg, ...Leg[]];
  readonly richer: readonly (readonly [chart.Account, bigint])[];
  readonly poorer: readonly (readonly [chart.Account, bigint])[];
}

/** What leaves the one is the other's. */
const oneLeg = (says: string, moved: Leg): Meaning => ({
  says,
  legs: [moved],
  richer: [[moved.to, moved.minor]],
  poorer: [[moved.from, moved.minor]],
});

const are = (...pairs: readonly (readonly [chart.Account, bigint])[]) => pairs;

const meanings: Readonly<Record<MovementKind, Meaning>> = {
  deposit: oneLeg('the client has what the provider now owes us', leg(praxis, wallet, 100n)),
  deposit_received: oneLeg('money is on its way in and the client has not got it yet', leg(praxis, transit, 100n)),
  deposit_settled: oneLeg('what was on its way is in the trading account', leg(transit, account, 100n)),
  deposit_returned: oneLeg('what the platform refused is in the wallet', leg(transit, wallet, 100n)),
  withdrawal_held: oneLeg('the client can no longer spend it, and nobody else has it', leg(wallet, held, 100n)),
  withdrawal_settled: {
    says: 'the provider has paid the client; the broker keeps its fee',
    legs: [leg(held, praxis, 97n), leg(held, fees, 3n)],
    richer: [
      [praxis, 97n],
      [fees, 3n],
    ],
    poorer: [[held, 100n]],
  },
  withdrawal_returned: oneLeg('the provider has it again, and so has the client', leg(praxis, wallet, 100n)),
  withdrawal_released: oneLeg('the client has all of it back', leg(held, wallet, 100n)),
  transfer_held: oneLeg('it is set aside at its source', leg(account, held, 100n)),
  transfer_sent: {
    says: 'the hold is gone; euros are on their way, the broker has taken the dollars for them and keeps what was left over',
    legs: [
      leg(held, position('USD'), 99n),
      leg(held, chart.rounding(3, 'USD'), 1n),
      leg(position('EUR'), chart.transit(3, 'EUR', 'in'), 92n),
    ],
    richer: [
      [position('USD'), 99n],
      [chart.rounding(3, 'USD'), 1n],
      [chart.transit(3, 'EUR', 'in'), 92n],
    ],
    poorer: [
      [held, 100n],
      [position('EUR'), 92n],
    ],
  },
  transfer_settled: oneLeg('it is in the target account', leg(transit, account, 100n)),
  transfer_to_wallet: {
    says: 'it is in the wallet at once, less the fee',
    legs: [leg(held, wallet, 99n), leg(held, fees, 1n)],
    richer: [
      [wallet, 99n],
      [fees, 1n],
    ],
    poorer: [[held, 100n]],
  },
  transfer_released: oneLeg('the source has it back', leg(held, account, 100n)),
  transfer_returned: oneLeg('what the target refused is back at the source', leg(transit, account, 100n)),
  exchange: {
    says: 'the client has gold for dollars; the broker is short of gold and long of dollars, and keeps what was left over',
    legs: [
      leg(wallet, position('USD'), 100n),
      leg(position('XAU'), gold, 5n),
      leg(wallet, chart.rounding(3, 'USD'), 2n),
      leg(wallet, fees, 1n),
    ],
    richer: [
      [position('USD'), 100n],
      [gold, 5n],
      [chart.rounding(3, 'USD'), 2n],
      [fees, 1n],
    ],
    poorer: [
      [wallet, 103n],
      [position('XAU'), 5n],
    ],
  },
  gold_bought: {
    says: 'the client has gold, paid between bid and ask; the broker has earned the spread and owes the tax',
    legs: [
      leg(wallet, position('USD'), 100n),
      leg(wallet, chart.spread(3, 'USD'), 2n),
      leg(wallet, chart.tax(3, 'USD'), 3n),
      leg(position('XAU'), gold, 5n),
    ],
    richer: are([position('USD'), 100n], [chart.spread(3, 'USD'), 2n], [chart.tax(3, 'USD'), 3n], [gold, 5n]),
    poorer: are([wallet, 105n], [position('XAU'), 5n]),
  },
  gold_delivery_held: oneLeg('the client’s gold waits for its bars', leg(gold, chart.delivery(owner), 5n)),
  gold_delivery_released: oneLeg('the client has the gold with the broker again', leg(chart.delivery(owner), gold, 5n)),
  gold_delivery_paid: oneLeg('the broker has what the delivery costs', leg(wallet, fees, 5n)),
  gold_delivery_refunded: oneLeg('the client has back what the delivery cost', leg(fees, wallet, 5n)),
  gold_delivered: oneLeg(
    'less lies in the vault, and the broker owes the client that much less',
    leg(chart.delivery(owner), chart.vault(3, 'zurich'), 5n),
  ),
  gold_delivery_returned: oneLeg('it lies in the vault again, for the client', leg(chart.vault(3, 'zurich'), gold, 5n)),
  gold_pledged: oneLeg('the client’s gold stands for credit', leg(gold, pledged, 5n)),
  gold_unpledged: oneLeg('the client has the gold to use again', leg(pledged, gold, 5n)),
  gold_credit_granted: oneLeg('the broker has lent what the account has more', leg(lending, lent, 5n)),
  gold_credit_removed: oneLeg('the broker has back what it had lent', leg(lent, lending, 5n)),
  gold_pledge_sold: {
    says: 'what the gold is worth less the spread is on its way to the client’s account',
    legs: [leg(pledged, position('XAU'), 5n), leg(position('USD'), transit, 100n), leg(transit, chart.spread(3, 'USD'), 2n)],
    richer: are([position('XAU'), 5n], [transit, 98n], [chart.spread(3, 'USD'), 2n]),
    poorer: are([pledged, 5n], [position('USD'), 100n]),
  },
  gold_sale_credited: oneLeg('what it brought is on the account', leg(transit, account, 98n)),
  gold_sale_returned: oneLeg('what it brought is in the wallet', leg(transit, wallet, 98n)),
  gold_stock_bought: {
    says: 'the vault holds gold for the broker, who is no longer short of it, and owes the supplier its price',
    legs: [leg(chart.vault(3, 'zurich'), position('XAU'), 5n), leg(position('USD'), chart.supplier(3, 'USD', 'zurich'), 100n)],
    richer: are([position('XAU'), 5n], [chart.supplier(3, 'USD', 'zurich'), 100n]),
    poorer: are([chart.vault(3, 'zurich'), 5n], [position('USD'), 100n]),
  },
  gold_sold: {
    says: 'the client has what the gold is worth less the spread, which the broker has earned',
    legs: [leg(gold, position('XAU'), 5n), leg(position('USD'), wallet, 100n), leg(wallet, chart.spread(3, 'USD'), 2n)],
    richer: are([position('XAU'), 5n], [wallet, 98n], [chart.spread(3, 'USD'), 2n]),
    poorer: are([gold, 5n], [position('USD'), 100n]),
  },
  between_clients_out: oneLeg('it has left the one client, and is nobody’s yet', leg(wallet, clearing, 100n)),
  share_paid: oneLeg('it has left the follower, and is nobody’s yet', leg(account, clearing, 100n)),
  share_received: oneLeg('it is the provider’s', leg(clearing, chart.wallet(other, 'USD'), 100n)),
  between_clients_in: {
    says: 'it is the other client’s',
    legs: [leg(clearing, chart.wallet(other, 'USD'), 100n)],
    richer: [[chart.wallet(other, 'USD'), 100n]],
    poorer: [[clearing, 100n]],
  },
  move_collected: oneLeg('it has left the account, and is nobody’s to spend yet', leg(account, transit, 100n)),
  move_given_back: oneLeg('it is on the account again', leg(transit, account, 100n)),
  company_left: oneLeg('the client’s money is the other company’s to keep, to which this one owes it', leg(wallet, owed, 100n)),
  company_joined: oneLeg('the client has it here, and the other company owes it', leg(owed, wallet, 100n)),
  move_settled: oneLeg('it is on the new account', leg(transit, account, 100n)),
  move_to_wallet: oneLeg('it is in the wallet instead', leg(transit, wallet, 100n)),
  fee: oneLeg('the broker earns it from the client', leg(wallet, fees, 5n)),
  prepaid_card_fee: oneLeg('the client pays the broker for a card', leg(wallet, fees, 5n)),
  prepaid_card_fee_returned: oneLeg('the broker gives back what no card came of', leg(fees, wallet, 5n)),
  signal_subscription: oneLeg('the client pays the broker for a period of signals', leg(wallet, fees, 5n)),
  fee_refund: oneLeg('the broker gives the fee back', leg(fees, wallet, 5n)),
  deal: {
    says: 'the broker pays the profit and takes swap and commission',
    legs: [leg(broker, account, 100n), leg(account, broker, 4n), leg(account, broker, 6n)],
    richer: [[account, 90n]],
    poorer: [[broker, 90n]],
  },
  dividend_tax: oneLeg('the broker owes to the state what the client has less', leg(account, chart.tax(3, 'USD'), 15n)),
  negative_balance_correction: {
    says: 'a loss beyond the funds is the broker’s, and what a bonus covered of it is what the promotion cost',
    legs: [leg(promotions, account, 20n), leg(broker, account, 30n)],
    richer: [[account, 50n]],
    poorer: [
      [promotions, 20n],
      [broker, 30n],
    ],
  },
  reversal: {
    says: 'the provider has taken the money back, our fee with it; what is not there any more the client owes',
    legs: [leg(wallet, praxis, 60n), leg(fees, praxis, 3n), leg(debt, praxis, 37n)],
    richer: [[praxis, 100n]],
    poorer: [
      [wallet, 60n],
      [fees, 3n],
      [debt, 37n],
    ],
  },
  debt_collected: oneLeg('the client owes less, and has less', leg(wallet, debt, 37n)),
  debt_written_off: oneLeg('the client owes less, at the broker’s cost', leg(fees, debt, 37n)),
  won_back: {
    says: 'the provider has the money again: it pays what is owed, the broker’s fee, and the rest is the client’s',
    legs: [leg(praxis, fees, 3n), leg(praxis, debt, 37n), leg(praxis, wallet, 60n)],
    richer: [
      [fees, 3n],
      [debt, 37n],
      [wallet, 60n],
    ],
    poorer: [[praxis, 100n]],
  },
  payment_unmatched: oneLeg('the provider holds money that is nobody’s yet', leg(praxis, suspense, 100n)),
  unmatched_credited: oneLeg('it was the client’s', leg(suspense, wallet, 100n)),
  unmatched_assigned: oneLeg('it comes in again by its payment', leg(suspense, praxis, 100n)),
  unmatched_returned: oneLeg('the provider has given it back to the payer', leg(suspense, praxis, 100n)),
  bonus_granted: oneLeg('the credit is promised at the cost of promotions', leg(promotions, bonus, 50n)),
  bonus_removed: oneLeg('promotions have the credit back', leg(bonus, promotions, 50n)),
  carried_over: {
    says: 'what stood under an older code stands under today’s',
    legs: [leg({ ...held, code: `${held.code}:transfer-1` }, held, 100n)],
    richer: [[held, 100n]],
    poorer: [[{ ...held, code: `${held.code}:transfer-1` }, 100n]],
  },
  opening_balance: oneLeg('the client has what they had before this ledger', leg(chart.opening(3, 'USD'), wallet, 500n)),
  adjustment: oneLeg('a difference moves out of suspense to where it belongs', leg(suspense, wallet, 1n)),
};

describe.each(Object.entries(meanings))('%s', (kind, meaning) => {
  const made = movement(kind as MovementKind, ...meaning.legs);

  test(`${meaning.says}`, () => {
    const expected = new Map<string, bigint>();
    for (const [richer, minor] of meaning.richer) expected.set(richer.code, minor);
    for (const [poorer, minor] of meaning.poorer) expected.set(poorer.code, -minor);
    const effect = [...effectOf(made)].filter(([, minor]) => minor !== 0n);
    expect(new Map(effect)).toEqual(expected);
  });

  test('may be posted, and balances in every currency', () => {
    expect(faultOf(made)).toBeUndefined();
    const sums = new Map<string, bigint>();
    for (const [code, minor] of effectOf(made)) {
      const unit = code.split(':')[1] ?? '';
      sums.set(unit, (sums.get(unit) ?? 0n) + minor);
    }
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
  });
});

describe('what may not be posted', () => {
  test.each<[string, Movement, string]>([
    ['a deposit out of the client’s own wallet', movement('deposit', leg(wallet, praxis, 1n)), 'no such leg'],
    ['an amount of nothing', movement('deposit', leg(praxis, wallet, 0n)), 'not more than zero'],
    ['a negative amount', movement('deposit', leg(praxis, wallet, -1n)), 'not more than zero'],
    ['more than the database can hold', movement('deposit', leg(praxis, wallet, 2n ** 63n)), 'too large'],
    ['dollars that arrive as euros', movement('deposit', leg(praxis, euros, 1n)), 'crosses currencies'],
    [
      'money of one company in a wallet of another',
      movement('deposit', leg(praxis, chart.wallet({ company: 1, clientId: clientId(100001) }, 'USD'), 1n)),
      'crosses companies',
    ],
    [
      'two companies in one movement',
      movement(
        'fee',
        leg(wallet, fees, 1n),
        leg(chart.wallet({ company: 1, clientId: clientId(100001) }, 'USD'), chart.fees(1, 'USD'), 1n),
      ),
      'different companies',
    ],
    [
      'a hold released to somebody else',
      movement('withdrawal_released', leg(held, chart.wallet(other, 'USD'), 1n)),
      'more than one client',
    ],
    [
      'money that goes from one client to another without the clearing account',
      movement('between_clients_in', leg(wallet, chart.wallet(other, 'USD'), 1n)),
      'no such leg',
    ],
    [
      'two clients’ money in one movement, though it goes through the clearing account',
      movement('between_clients_out', leg(wallet, clearing, 1n), leg(chart.wallet(other, 'USD'), clearing, 1n)),
      'more than one client',
    ],
    ['an exchange that only takes', movement('exchange', leg(wallet, position('USD'), 1n)), 'two currencies'],
    [
      'an exchange that gives twice for one price',
      movement('exchange', leg(wallet, position('USD'), 1n), leg(position('EUR'), euros, 1n), leg(position('EUR'), euros, 1n)),
      'gives once and takes once',
    ],
    ['a key without its kind', { ...movement('fee', leg(wallet, fees, 1n)), key: '512' }, 'not of the shape'],
  ])('%s', (_, refused, fault) => {
    expect(faultOf(refused)).toContain(fault);
  });

  test('a trading account gets nothing from a provider or a wallet directly, and from fees only what is given back', () => {
    expect(kindsThatLead('provider', 'trading')).toEqual([]);
    expect(kindsThatLead('fees', 'trading')).toEqual(['transfer_returned', 'fee_refund']);
    expect(kindsThatLead('wallet', 'trading')).toEqual([]);
  });
});

function kindsThatLead(from: chart.AccountKind, to: chart.AccountKind): string[] {
  return Object.keys(movementKinds).filter((kind) => mayLead(kind, from, to));
}
