/**
 * What has to be run again when a file has changed, where no import tells: journeys in a browser, and tests that read or start
 * files instead of importing them. `node bin/affected.ts main` prints it for what differs from main, `--areas deposit,wallet`
 * for these areas.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.dirname(import.meta.dirname);

/** The journeys that lead through an area. */
export const journeysOfArea: Readonly<Record<string, readonly string[]>> = {
  accountLosses: ['accounts'],
  accounts: ['accounts', 'frame'],
  approvals: ['desk'],
  appropriateness: ['enrolment', 'appropriateness'],
  audit: ['desk'],
  bank: ['bank'],
  bestTrades: ['tradeReports'],
  calendar: ['tools'],
  cases: ['desk'],
  clients: ['desk'],
  clientStatus: ['clientStatus'],
  closing: ['desk', 'money', 'payouts'],
  contacts: ['profile', 'withdrawals'],
  copyTrading: ['signals'],
  prepaidCards: ['cards'],
  countries: ['registration'],
  deals: ['accounts', 'trading'],
  dashboard: ['frame', 'money', 'looks'],
  copying: ['investors', 'strategies', 'shares'],
  debts: ['money', 'transfers'],
  deposit: ['money', 'methods', 'gates', 'offline', 'bank', 'moves', 'router'],
  disputes: ['disputes', 'desk'],
  documents: ['documents', 'uploads', 'desk', 'proofs', 'papers'],
  dormancy: ['profile'],
  duplicates: ['registration', 'desk', 'compliance'],
  enrolment: ['enrolment', 'newcomers', 'registration', 'yearly', 'dues'],
  exports: ['statements', 'transfers', 'tradeReports'],
  feedback: ['interposing', 'desk'],
  files: ['papers', 'uploads', 'desk'],
  factors: ['security', 'passkeys', 'sign-in', 'passwords'],
  forecasts: ['tools', 'desk'],
  freezing: ['profile'],
  restrictions: ['desk', 'compliance'],
  personalData: ['profile', 'compliance'],
  fundingAccounts: ['money', 'transfers'],
  gold: ['gold'],
  goldCollateral: ['gold'],
  goldDelivery: ['gold'],
  idleFees: ['desk'],
  inbox: ['frame'],
  internalTransfer: ['money', 'gates'],
  interposing: ['interposing', 'dues'],
  investments: ['investors', 'refusals', 'strategies', 'shares'],
  investors: ['investors', 'strategies', 'desk'],
  notices: ['frame', 'money'],
  opening: ['accounts', 'gates', 'money', 'refusals'],
  passwords: ['passwords', 'sign-in'],
  payments: ['money', 'transfers', 'withdrawals', 'payouts', 'gates', 'stream', 'router'],
  pivots: ['pivots'],
  platformOperations: ['money', 'trading'],
  platforms: ['frame'],
  moves: ['frame', 'moves'],
  professional: ['professional', 'desk'],
  notes: ['desk'],
  risk: ['desk'],
  suspicions: ['desk'],
  screening: ['desk', 'compliance'],
  profile: ['profile'],
  providers: ['strategies', 'shares', 'desk'],
  rates: ['money', 'frame'],
  reconciliation: ['money', 'trading'],
  tracking: ['profile', 'newcomers', 'proofs'],
  registration: ['newcomers', 'registration'],
  remunerations: ['shares'],
  research: ['tools'],
  reviews: ['desk', 'withdrawals'],
  search: ['frame'],
  security: ['security', 'passkeys'],
  session: ['sign-in', 'captcha', 'router', 'security'],
  settings: ['desk'],
  settlements: ['money'],
  staff: ['desk'],
  transferAutomation: ['across', 'desk'],
  signals: ['signals'],
  statistics: ['accounts'],
  stocks: ['stocks', 'refusals'],
  statements: ['statements'],
  strategies: ['investors', 'strategies'],
  trading: ['trading', 'terminal', 'day', 'orders'],
  strategyNews: ['strategies', 'desk'],
  swapFree: ['accounts', 'desk'],
  tradeReports: ['tradeReports'],
  vaults: ['gold'],
  unverified: ['money'],
  verification: ['verification'],
  treasury: ['desk'],
  transfers: ['papers', 'transfers', 'money'],
  wallet: ['transfers', 'money'],
  withdraw: ['withdrawals', 'payouts', 'gates'],
};

/** What is under no area, most exact first. A file that no line knows is in every journey. */
const journeysBeside: readonly (readonly [RegExp, readonly string[] | 'all'])[] = [
  [/^test\/screens\//, ['barriers']],
  [/\.test\.tsx?$|\.md$|^docs\/|^bench\/(?!server\.ts)|^bin\/(?!build\/)|^\.ci\//, []],
  [/^src\/ledger\/|^src\/ports\/(platform|payments)\/|^src\/sandbox\/(metatrader|praxis)\//, ['money', 'transfers', 'trading']],
  [/^src\/ports\/captcha\/|^src\/sandbox\/captcha\//, ['captcha', 'sign-in']],
  [/^src\/ports\/(mail|scanner|sms|storage)\//, []],
  [/^src\/ports\/rates\/|^src\/sandbox\//, ['money']],
  [/^src\/migrations\/|^src\/server\/(background|database|start)\//, ['money', 'sign-in']],
  [/^src\/server\/live\//, ['money', 'frame', 'sign-in']],
];

/** Tests that no import leads to from what they look at. */
const testsBeside: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^CONTRIBUTING\.md$|^bin\/quick\.json$|^locales\/|^seed\//, ['bench/recipes/list.test.ts']],
  [/^docs\/operate\/|^README\.md$|^package\.json$/, ['test/operate.test.ts']],
  [/\.sql$/, ['src/server/database/schema.test.ts', 'test/kept-names.test.ts']],
  [/^locales\//, ['test/words.test.ts', 'src/areas/notices/letters.test.ts']],
  [
    /^src\/.*(?<!\.test)\.tsx?$/,
    [
      'test/border.test.ts',
      'test/circles.test.ts',
      'test/sides.test.ts',
      'test/kept-names.test.ts',
      'bench/mutants/list.test.ts',
      'bench/recipes/list.test.ts',
    ],
  ],
  [/^src\/(server|areas|ledger|ports|sandbox)\/.*(?<!\.test)\.ts$|^seed\/|\.sql$/, ['test/start.test.ts']],
  [/^bin\/|^vite\.config/, ['test/start.test.ts', 'test/dev.test.ts', 'test/budget.test.ts', 'test/lean.test.ts']],
];

interface Affected {
  readonly tests: readonly string[];
  readonly journeys: readonly string[];
}

/** Every journey, as it is called in the tables: `test/journeys/money.spec.ts` is `money`. */
export function everyJourney(): readonly string[] {
  const files = readdirSync(path.join(root, 'test/journeys')).filter((file) => file.endsWith('.spec.ts'));
  return files.map((file) => file.slice(0, -'.spec.ts'.length)).toSorted();
}

/** What these changed files ask for, by their paths from the root. */
export function affectedBy(files: readonly string[]): Affected {
  const journeys = files.flatMap(journeysThrough);
  const tests = files.flatMap((file) => testsBeside.flatMap(([of, these]) => (of.test(file) ? these : [])));
  return { tests: [...new Set(tests)].toSorted(), journeys: [...new Set(journeys)].toSorted() };
}

function journeysThrough(file: string): readonly string[] {
  const own = /^test\/journeys\/([\w-]+)\.spec\.ts$/.exec(file)?.[1];
  if (own !== undefined) return everyJourney().filter((journey) => journey === own);
  const beside = journeysBeside.find(([of]) => of.test(file))?.[1];
  if (beside !== undefined) return beside === 'all' ? everyJourney() : beside;
  const area = /^src\/areas\/(\w+)\//.exec(file)?.[1] ?? /^locales\/[\w-]+\/(\w+)(?:\.desk)?\.po$/.exec(file)?.[1];
  const through = area === undefined ? undefined : journeysOfArea[area];
  if (through === undefined) return everyJourney();
  // Whatever is seen is held to WCAG too.
  return /\/(screens|desk)\/|^locales\//.test(file) ? [...through, 'barriers'] : through;
}

/** The files that differ from a branch, committed or not, those that are gone too. */
function changedSince(branch: string): readonly string[] {
  const asked = [branch, `origin/${branch}`].find(
    (name) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: root }).status === 0,
  );
  if (asked === undefined) throw new Error(`there is no branch ${branch} to compare with`);
  const git = (...args: readonly string[]) =>
    spawnSync('git', [...args], { cwd: root, encoding: 'utf8' })
      .stdout.split('\0')
      .filter(Boolean);
  return [
    ...git('diff', '-z', '--name-only', '--no-renames', `${asked}...HEAD`),
    ...git('diff', '-z', '--name-only', '--no-renames', 'HEAD'),
    ...git('ls-files', '-z', '--others', '--exclude-standard'),
  ];
}

function ofAreas(areas: readonly string[]): Affected {
  const unknown = areas.filter((area) => journeysOfArea[area] === undefined);
  if (unknown.length > 0) throw new Error(`there is no area ${unknown.join(', ')}`);
  const journeys = areas.flatMap((area) => journeysOfArea[area] ?? []);
  return { tests: areas.map((area) => `src/areas/${area}/`), journeys: [...new Set(journeys)].toSorted() };
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { areas: { type: 'string' } } });
  const affected =
    values.areas === undefined ? affectedBy(changedSince(positionals[0] ?? 'main')) : ofAreas(values.areas.split(','));
  const tests = affected.tests.filter((test) => existsSync(path.join(root, test)));
  const journeys = affected.journeys.map((journey) => `test/journeys/${journey}.spec.ts`);
  process.stdout.write(`${JSON.stringify({ tests, journeys })}\n`);
}
