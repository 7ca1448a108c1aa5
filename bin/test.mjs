// `npm test`: installs what it needs and proves everything. `npm run check` is the same without the slow half,
// `npm test -- src/areas/deposit test/journeys/money.spec.ts` runs the tests of these places only, `npm test -- --area deposit`
// those of an area and the journeys through it, and `npm test -- --changed` the quick half and what differs from main asks for.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildWhenNeeded, environment, give, installWhenNeeded, requireHostNode, root, say } from './ready.mjs';

const { values: wish, positionals: places } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    /** What `--changed` compares with. */
    since: { type: 'string', default: 'main' },
    area: { type: 'string' },
  },
});
const reports = mkdtempSync(path.join(tmpdir(), 'atrium-report-'));
const unitReport = path.join(reports, 'unit.json');
const journeyReport = path.join(reports, 'journeys.json');

/** What `npm run check` runs: `npm run drill:recipes` reads the same list. */
const quick = JSON.parse(readFileSync(path.join(root, 'bin/quick.json'), 'utf8'));
const slow = [
  ['unit and integration tests', 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile=${unitReport}`]],
  ['size of the browser side', 'node', ['bin/budget.ts']],
  ['journeys in a browser', 'playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport }],
];

requireHostNode();
installWhenNeeded();
const steps = chosenSteps();
if (steps.some(([, command]) => command === 'playwright')) {
  requireChromium();
  buildWhenNeeded();
}
const failures = [];
const begun = Date.now();
for (const [name, command, args, extra] of steps) {
  const stepBegun = Date.now();
  say(`\n— ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, env: { ...environment, ...extra }, stdio: 'inherit' });
  say(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${((Date.now() - stepBegun) / 1000).toFixed(1)} s)`);
  if (status !== 0) failures.push(name);
}
if (steps.some((step) => slow.includes(step))) count();
say(`\nTook ${tookSince(begun)} in all.`);
if (failures.length > 0) give(`Failed: ${failures.join(', ')}.`);

function chosenSteps() {
  if (places.length > 0) return stepsOf(places);
  if (wish.area !== undefined) {
    const { tests, journeys } = affected('--areas', wish.area);
    return stepsOf([...tests, ...journeys]);
  }
  if (!wish.changed) return wish.quick ? quick : [...quick, ...slow];
  const { tests, journeys } = affected(wish.since);
  const imported = ['tests that what differs is imported by', 'vitest', ['run', '--changed', wish.since, '--passWithNoTests']];
  return [...quick, imported, ...stepsOf([...tests, ...journeys])];
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

/** The journeys run in the system's Chromium; where there is none, Debian's package is installed, and said so. */
function requireChromium() {
  if (spawnSync('chromium', ['--version']).status === 0) return;
  const isRoot = process.getuid?.() === 0;
  say('Chromium is not installed: installing the package chromium …');
  const prefix = isRoot ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', 'chromium'],
  ]) {
    const [command, ...rest] = [...prefix, ...args];
    const { status } = spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0)
      give('Chromium could not be installed: install it by hand (apt-get install chromium) and run npm test again.');
  }
}
