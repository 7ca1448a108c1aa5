import { expect, test } from 'vitest';
import { loadContracts } from '../bin/catalogue.ts';

const base = 'api/direct/investment-program/';

/** Every call that document 2 §7 and document 3 print under `investment-program`, by its printed name. */
const printed = [
  ['GET', 'settings-registry'],
  ['GET', 'manager-profile/{client_id}'],
  ['GET', 'manager-accounts'],
  ['GET', 'clients/{clientId}'],
  ['GET', 'manager-other-accounts'],
  ['GET', 'manager-account-statistic/tradingReview'],
  ['GET', 'investment-accounts'],
  // Of these two the documents print what they answer and take, and no address.
  ['GET', 'investor-statement'],
  ['DELETE', 'unsubscribe'],
  ['GET', 'manager-news-feed'],
] as const;

test('every printed call of the investment programme stands in a contract', async () => {
  const declared = (await loadContracts())
    .flatMap(({ calls }) => Object.values(calls))
    .map(({ method, path }) => `${method} ${path}`);
  const there = new Set(declared.flatMap((call) => (call.includes(` ${base}`) ? [call.replace(base, '')] : [])));
  const wanted = printed.map(([method, name]) => `${method} ${name}`);
  expect(wanted.filter((call) => !there.has(call))).toEqual([]);
});
