import type { Mutant } from './mutant.ts';

const area = 'src/areas/payments/provider';
const coins = [`${area}/furtherCoins.test.ts`];

/** Of what is paid in a coin for a deposit that is paid already, and of what takes a coin back. */
export const coinMutants: readonly Mutant[] = [
  {
    name: 'coin-at-first-rate',
    file: `${area}/exchanging.ts`,
    find: 'worthAsked(remittance, came, (await rateOfNow(context, remittance))?.asked);',
    replace: 'worthAsked(remittance, came, { of: remittance.rate ?? 1n, per: 10n ** 10n });',
    breaks: 'A further payment in a coin counts at the rate at which the first was credited.',
    tests: coins,
  },
  {
    name: 'coin-counted-as-own',
    file: `${area}/applyPayment.ts`,
    find: 'return providerTransaction === null || providerTransaction === transaction?.transactionId;',
    replace:
      'return providerTransaction === null || Boolean(transaction?.worth) || providerTransaction === transaction?.transactionId;',
    breaks: 'A further payment in a coin passes for the deposit’s own: it is in no book.',
    tests: coins,
  },
  {
    name: 'coin-returned-to-nobody',
    file: 'src/areas/payments/payout/lines.ts',
    find: 'floor(t.worth::numeric * (t.amount - t.given_back) / t.amount)',
    replace: 'floor(0::numeric * (t.amount - t.given_back) / t.amount)',
    breaks: 'What a further payment in a coin has brought counts as profit, and goes anywhere.',
    tests: coins,
  },
  {
    name: 'coin-of-unknown-worth',
    file: `${area}/exchanging.ts`,
    find: 'if (worth === null || worthCurrency === null) return undefined;',
    replace: 'if (worth === null || worthCurrency === null) return money(minor, currency);',
    breaks: 'A coin whose worth nobody knows opens a wallet that nothing leaves.',
    tests: coins,
  },
  {
    name: 'coin-taken-as-coins',
    file: `${area}/reversals.ts`,
    find: 'if (!brought || brought.currency === currency) return plain;',
    replace: 'if (!brought || brought.currency !== currency) return plain;',
    breaks: 'A further payment in a coin is taken back out of a wallet in coins, which is empty.',
    tests: coins,
  },
  {
    name: 'coin-owed-in-coins',
    file: `${area}/reversals.ts`,
    find: 'isCoin(currency) && currency !== accountCurrency',
    replace: 'isCoin(currency) && currency === accountCurrency',
    breaks: 'What is missing of a coin is owed in it, and no wallet can pay that.',
    tests: coins,
  },
  {
    name: 'collected-beside-the-allowance',
    file: 'src/areas/debts/collecting.ts',
    find: 'const exchanged = (await countedWorth(sql, leaves)) ?? null;',
    replace: 'const exchanged = (await countedWorth(sql, leaves)) === undefined ? null : null;',
    breaks: 'What is exchanged to pay a debt is none of what its client exchanges that day.',
    tests: coins,
  },
  {
    name: 'coin-worth-of-another-amount',
    file: `${area}/exchanging.ts`,
    find: ' and amount = $6 and currency = $7`',
    replace: ' and $6::bigint is not null and $7::text is not null`',
    breaks: 'What was worked out for one amount of a coin is kept as the worth of another that was told meanwhile.',
    tests: coins,
  },
  {
    name: 'coin-own-minimum',
    file: 'src/areas/payments/deposit/coinOffer.ts',
    find: 'quoted.amounts.amount.minor < least.minor',
    replace: 'quoted.amounts.amount.minor + least.minor < 0n',
    breaks: 'Less of a coin is asked for than its network charges to send it on.',
    tests: ['src/areas/payments/deposit/coins.test.ts'],
  },
];
