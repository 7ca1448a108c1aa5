// `npm test`: installs what it needs and proves everything. `npm run check` is the same without the slow half.
// `npm test -- src/areas/deposit test/journeys/money.spec.ts` runs the tests of these places only, `npm test -- --area deposit`
// those of an area and the journeys through it. `npm test -- --changed`: the quick half and what differs from main asks for.
// `npm test -- --part 2/3`: the second third of everything, where three machines share it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { failuresIn } from './failures.mjs';
import { environment, give, installWhenNeeded, requireHostNode, root, say } from './ready.mjs';

const { values: wish, positionals: places } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    /** What `--changed` compares with. */
    since: { type: 'string', default: 'main' },
    area: { type: 'string' },
    part: { type: 'string' },
  },
});
const reports = mkdtempSync(path.join(tmpdir(), 'atrium-report-'));
const unitReport = path.join(reports, 'unit.json');
const journeyReport = path.join(reports, 'journeys.json');
const costs = path.join(reports, 'costs.jsonl');
/** What Node has read of a program, types taken off, is kept for whoever starts the same: every box of journeys does, and many tests. */
const env = { ...environment, NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node') };
/** How many of the costliest tests are shown. */
const shownCosts = 12;

/** What `npm run check` runs: `npm run drill:recipes` reads the same list. */
const quick = JSON.parse(readFileSync(path.join(root, 'bin/quick.json'), 'utf8'));
const part = wish.part === undefined ? undefined : partOf(wish.part);
const shard = part === undefined ? [] : [`--shard=${wish.part}`];
const slow = [
  [
    'unit and integration tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile=${unitReport}`, ...shard],
  ],
  ['size of the browser side', 'node', ['bin/budget.ts']],
  [
    'journeys in a browser',
    'playwright',
    ['test', '--reporter=list,json', ...shard],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport },
  ],
];

/** What the journeys and the sizes of the browser side are of. */
const buildProgram = "import { buildWhenNeeded } from './bin/ready.mjs'; buildWhenNeeded();";
const build = ['build of the browser side', 'node', ['--input-type=module', '--eval', buildProgram]];
/** Tests keep every core busy by themselves. */
const ofTests = new Set(['vitest', 'playwright']);

requireHostNode();
installWhenNeeded();
const steps = chosenSteps();
const needsBuild = steps.some(([, command]) => command === 'playwright');
if (needsBuild) requireChromium();
const failures = [];
const begun = Date.now();
const tests = steps.filter((step) => ofTests.has(step[1]) || slow.includes(step));
await runSideBySide([...(needsBuild ? [build] : []), ...steps.filter((step) => !tests.includes(step))]);
if (failures.includes(build[0])) give(`Failed: ${failures.join(', ')}.`);
for (const step of tests) runAlone(step);
if (existsSync(costs)) showCosts();
for (const failure of failuresIn(unitReport, journeyReport)) say(`\n${failure}`);
if (steps.some((step) => slow.includes(step))) count();
say(`\nTook ${tookSince(begun)} in all.`);
if (failures.length > 0) give(`Failed: ${failures.join(', ')}.`);

/** Most checks use one core and no more, so there are as many at once as there are cores; what each says is said when it has ended. */
async function runSideBySide(checks) {
  const [stepsBegun, usedBefore, left] = [Date.now(), usedByEnded(), [...checks]];
  const lane = async () => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      const stepBegun = Date.now();
      const { status, output } = await outcomeOf(step);
      say(`\n— ${step[0]}`);
      process.stdout.write(output);
      tell(step[0], status, seconds((Date.now() - stepBegun) / 1000));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  if (checks.length > 0)
    say(
      `\nChecks side by side: ${seconds((Date.now() - stepsBegun) / 1000)}, ${seconds(usedByEnded() - usedBefore)} of processor time`,
    );
}

function outcomeOf([, command, args, extra]) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...env, ...extra }, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    child.on('error', (error) => resolve({ status: 1, output: `${error.message}\n` }));
    child.on('close', (status) => resolve({ status, output: Buffer.concat(output) }));
  });
}

function runAlone([name, command, args, extra]) {
  const [stepBegun, usedBefore] = [Date.now(), usedByEnded()];
  say(`\n— ${name}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    env: { ...env, ATRIUM_TEST_COSTS: costs, ...extra },
    stdio: 'inherit',
  });
  tell(name, status, `${seconds((Date.now() - stepBegun) / 1000)}, ${seconds(usedByEnded() - usedBefore)} of processor time`);
}

function tell(name, status, took) {
  say(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${took})`);
  if (status !== 0) failures.push(name);
}

function chosenSteps() {
  if (places.length > 0) return stepsOf(places);
  if (wish.area !== undefined) {
    const { tests, journeys } = affected('--areas', wish.area);
    return stepsOf([...tests, ...journeys]);
  }
  // What is no test belongs to the first part.
  if (part !== undefined && part !== 1) return slow.filter(([, command]) => ofTests.has(command));
  if (!wish.changed) return wish.quick ? quick : everything();
  const { tests, journeys } = affected(wish.since);
  const imported = ['tests that what differs is imported by', 'vitest', ['run', '--changed', wish.since, '--passWithNoTests']];
  return [...quick, imported, ...stepsOf([...tests, ...journeys])];
}

/** `2/3`: every third file of tests and every third journey. */
function partOf(text) {
  const [own, all] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text)?.slice(1).map(Number) ?? [];
  if (own === undefined || own > all) give('--part takes a part of how many, such as 2/3.');
  return own;
}

/** All tests are run by the slow half, those of the quick one with them. */
function everything() {
  return [...quick.filter(([, command]) => command !== 'vitest'), ...slow];
}

/** What bin/affected.ts names: on the Node of package.json, which this program need not be on. */
function affected(...args) {
  const asked = spawnSync('node', ['bin/affected.ts', ...args], { cwd: root, env: environment, encoding: 'utf8' });
  if (asked.status !== 0) give(asked.stderr);
  return JSON.parse(asked.stdout);
}

/** The tests of some folders or files: journeys run in a browser, recorded if they fail, all others in vitest. */
function stepsOf(places) {
  const journeys = places.filter((place) => place.startsWith('test/journeys'));
  const units = places.filter((place) => !journeys.includes(place));
  return [
    ...(units.length > 0 ? [['unit and integration tests', 'vitest', ['run', ...units]]] : []),
    ...(journeys.length > 0 ? [['journeys in a browser', 'playwright', ['test', '--trace=retain-on-failure', ...journeys]]] : []),
  ];
}

/** Seconds of processor time of all programs that this one has started, and that have ended (Linux; 0 elsewhere). */
function usedByEnded() {
  if (!existsSync('/proc/self/stat')) return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // After the program's name: state, parent …, and from the 14th on the two times of children (man 5 proc).
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) / 100;
}

function seconds(number) {
  return `${number.toFixed(1)} s`;
}

/** So that growth is seen where it begins: CONTRIBUTING.md has what a file and a journey may cost. */
function showCosts() {
  const lines = readFileSync(costs, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const totals = new Map();
  for (const { file, title, seconds: cost } of lines) {
    const total = totals.get(file) ?? { file, cost: 0, journeys: 0 };
    totals.set(file, { file, cost: total.cost + cost, journeys: total.journeys + (title === undefined ? 0 : 1) });
  }
  say('\nProcessor time, the costliest first:');
  for (const { file, cost, journeys } of [...totals.values()]
    .toSorted((one, other) => other.cost - one.cost)
    .slice(0, shownCosts))
    say(`${seconds(cost).padStart(9)}  ${file}${journeys > 0 ? ` (${journeys} journeys)` : ''}`);
  const journeys = lines.filter(({ title }) => title !== undefined).toSorted((one, other) => other.seconds - one.seconds);
  for (const { file, title, seconds: cost } of journeys.slice(0, shownCosts))
    say(`${seconds(cost).padStart(9)}  ${file} › ${title}`);
}

function tookSince(begun) {
  const seconds = Math.round((Date.now() - begun) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function count() {
  const unit = existsSync(unitReport) ? JSON.parse(readFileSync(unitReport, 'utf8')) : {};
  const journeys = existsSync(journeyReport) ? JSON.parse(readFileSync(journeyReport, 'utf8')).stats : {};
  const passed = (unit.numPassedTests ?? 0) + (journeys.expected ?? 0) + (journeys.flaky ?? 0);
  const failed = (unit.numFailedTests ?? 0) + (journeys.unexpected ?? 0);
  say(`\n${passed} passed, ${failed} failed`);
}

/**
 * The journeys run in the system's Chromium, best in the one without a window (playwright.config.ts): where that is missing Debian's
 * package is installed, and said so.
 */
function requireChromium() {
  if (process.env.CHROMIUM !== undefined || existsSync('/usr/lib/chromium/chromium-headless-shell')) return;
  say('Installing the package chromium-headless-shell …');
  if (installPackage('chromium-headless-shell')) return;
  if (spawnSync('chromium', ['--version']).status === 0) {
    say('It could not be installed: the journeys run in the whole Chromium, which takes twice the time.');
    return;
  }
  say('Chromium is not installed: installing the package chromium …');
  if (!installPackage('chromium'))
    give('Chromium could not be installed: install it by hand (apt-get install chromium) and run npm test again.');
}

function installPackage(name) {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  return [
    ['update', '-qq'],
    ['install', '-y', '-qq', name],
  ].every((args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    return spawnSync(command, rest, options).status === 0;
  });
}
