import { readFileSync } from 'node:fs';
import path from 'node:path';
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

/** Those of investors and providers. */
const areas = new Set(['investments', 'investors', 'providers', 'copying', 'remunerations', 'strategies', 'strategyNews']);
/** Both stop whoever has still to finish registering or to pass the test (document 2 §6). */
const asking = new Set<string>(['invest', 'open_live_account']);
const notAsking: Readonly<Record<string, string>> = {
  'investments.withdrawal': 'money goes home to whoever may not invest any more',
  'investments.byOldName': 'leads to the withdrawal',
  'investments.closed': 'what ended, where nothing is begun',
};

test('every page of investors and providers leads whoever has to finish registering or to pass the test there', async () => {
  const pages = (await loadContracts())
    .filter(({ area }) => areas.has(area))
    .flatMap((contract) => {
      const screens = screensOf(contract.area);
      return Object.entries(contract.pages ?? {}).map(([name, { gate }]) => {
        const notice = /<GateNotice action="(\w+)"/.exec(screens.get(name) ?? '')?.[1] ?? '';
        return { name: `${contract.area}.${name}`, isAsked: asking.has(gate ?? '') || asking.has(notice) };
      });
    });
  expect(pages.length).toBeGreaterThan(20);
  const silent = pages.filter(({ isAsked }) => !isAsked).map(({ name }) => name);
  expect(silent.toSorted()).toEqual(Object.keys(notAsking).toSorted());
});

/** The text of the screen that each page of an area is drawn by. */
function screensOf(area: string): ReadonlyMap<string, string> {
  const folder = path.join(import.meta.dirname, '../src/areas', area);
  const routes = readFileSync(path.join(folder, 'routes.ts'), 'utf8');
  return new Map(
    [...routes.matchAll(/pages\.(\w+), \(\) => import\('(\.\/screens\/\w+\.tsx)'\)/g)].map(([, name = '', file = '']) => [
      name,
      readFileSync(path.join(folder, file), 'utf8'),
    ]),
  );
}
