import type { Mutant } from './mutant.ts';

const area = 'src/areas/gold';

/** Of gold. */
export const goldMutants: readonly Mutant[] = [
  {
    name: 'gold-rounding',
    file: `${area}/rules.ts`,
    find: 'const gross = divideUp(weight * asked.of, asked.per);',
    replace: 'const gross = (weight * asked.of) / asked.per;',
    breaks: 'What gold costs is rounded to the client’s gain.',
    tests: [`${area}/rules.test.ts`],
  },
  {
    name: 'gold-quote-for-all',
    file: `${area}/store.ts`,
    find: 'from gold_quote where id = $1 and client_id = $2',
    replace: 'from gold_quote where id = $1 and $2::integer is not null',
    breaks: 'A quote is used by somebody else than it was given to.',
    tests: [`${area}/calls.test.ts`],
  },
  {
    name: 'gold-quote-unlocked',
    file: `${area}/store.ts`,
    find: ' for update`,',
    replace: '`,',
    breaks: 'Two who use one quote at once both find it unused, and one of them meets a fault.',
    tests: [`${area}/calls.test.ts`],
  },
  {
    name: 'gold-while-owing',
    file: `${area}/calls.ts`,
    find: "await requireNothingOwed(context, 'quote_id');",
    replace: "if (id === '') await requireNothingOwed(context, 'quote_id');",
    breaks: 'Whoever owes something turns money that pays it into gold, at a quote of before.',
    tests: [`${area}/calls.test.ts`],
  },
  {
    name: 'gold-difference-closed',
    file: 'src/areas/vaults/checking.ts',
    find: 'if (difference === 0n)',
    replace: 'if (difference !== null)',
    breaks: 'A vault in which less lies than clients own is told to nobody.',
    tests: ['src/areas/vaults/vaults.test.ts'],
  },
  {
    name: 'gold-delivery-unbound',
    file: 'src/areas/goldDelivery/pins.ts',
    find: 'JSON.stringify([id, ...[weight, fee, insurance].map(String), recipient, street, town, postcode, country])',
    replace:
      'JSON.stringify([country, id === 0, weight === 0n, fee === 0n, insurance === 0n, [recipient, street, town, postcode].length])',
    breaks: 'A code that was sent for one delivery confirms another.',
    tests: ['src/areas/goldDelivery/calls.test.ts'],
  },
  {
    name: 'gold-delivery-bars-kept',
    file: 'src/areas/goldDelivery/deliveries.ts',
    find: "await moveBars(sql, { deliveryId: delivery.id, to: 'vault', now });",
    replace: '',
    breaks: 'Bars that came back are missing from the register.',
    tests: ['src/areas/goldDelivery/calls.test.ts'],
  },
  {
    name: 'gold-checked-now',
    file: 'src/areas/vaults/checking.ts',
    find: 'const at = statement?.asOf ?? now;',
    replace: 'const at = now;',
    breaks: 'What moved after the instant of a statement counts as a difference.',
    tests: ['src/areas/vaults/vaults.test.ts'],
  },
  {
    name: 'gold-credit-kept',
    file: 'src/areas/goldCollateral/orders.ts',
    find: "return told.account.marginFree < credit ? 'not_enough_money' : undefined;",
    replace: "return told.account.marginFree < 0n && credit < 0n ? 'not_enough_money' : undefined;",
    breaks: 'Gold is given back though positions have come to need its credit meanwhile.',
    tests: ['src/areas/goldCollateral/carrying.test.ts'],
  },
  {
    name: 'gold-sold-while-closed',
    file: 'src/areas/goldCollateral/watching.ts',
    find: 'if (!market.state.isOpen) {',
    replace: 'if (!market.state.isOpen && worth < 0n) {',
    breaks: 'Pledged gold is sold while its market is closed.',
    tests: ['src/areas/goldCollateral/calls.test.ts'],
  },
  {
    name: 'gold-sold-short',
    file: 'src/areas/goldCollateral/valuing.ts',
    find: 'sellFor(divideUp(missing, haircut) + roundingCents, by.market, by.terms)',
    replace: 'sellFor(divideUp(missing, haircut * 2n) + roundingCents, by.market, by.terms)',
    breaks: 'Of gold on which too much is lent only half of what is needed is sold.',
    tests: ['src/areas/goldCollateral/valuing.test.ts'],
  },
  {
    name: 'gold-credit-uncompared',
    file: 'src/areas/reconciliation/comparing.ts',
    find: 'credit: [bonusCredit, goldCredit],',
    replace: 'credit: [bonusCredit],',
    breaks: 'What is lent on gold counts as a difference between both books.',
    tests: ['src/areas/goldCollateral/calls.test.ts'],
  },
];
