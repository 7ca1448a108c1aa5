import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

interface Failures {
  failuresIn(unitReport: string, journeyReport: string): string[];
}

const { failuresIn } = (await import(path.join(root, 'bin/failures.mjs'))) as Failures;

/** Inside the project, so that what is run there finds its packages. */
function folder(): string {
  mkdirSync(path.join(root, 'test-results'), { recursive: true });
  const made = mkdtempSync(path.join(root, 'test-results', 'failures-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function runIn(cwd: string, [command = '', ...args]: readonly string[], env: Record<string, string> = {}): void {
  spawnSync(path.join(root, 'node_modules/.bin', command), args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
}

test('what failed is told with what it said and what its server wrote, and what passed is not', () => {
  const made = folder();
  writeFileSync(
    path.join(made, 'one.spec.ts'),
    `import { expect, test } from '@playwright/test';
     test.describe('of a group', () => {
       test('breaks', () => { console.error('The server: column "gold" is missing'); expect(1, 'pieces').toBe(2); });
     });
     test('holds', () => expect(1).toBe(1));`,
  );
  writeFileSync(
    path.join(made, 'playwright.config.ts'),
    `export default { testDir: '.', outputDir: 'results', workers: 1, respectGitIgnore: false };`,
  );
  const journeys = path.join(made, 'journeys.json');
  runIn(made, ['playwright', 'test', '--reporter=json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys });
  const told = failuresIn(path.join(made, 'none.json'), journeys);
  expect(told).toEqual([expect.stringMatching(/^× one\.spec\.ts › breaks\n/)]);
  expect(told[0]).toContain('pieces');
  expect(told[0]).toContain('column "gold" is missing');
  expect(told[0]).not.toContain('\u001B');
});

test('a failed unit test is told, and a file that could not be read', () => {
  const made = folder();
  writeFileSync(
    path.join(made, 'two.test.ts'),
    `import { expect, test } from 'vitest'; test('is even', () => expect(1).toBe(2));`,
  );
  writeFileSync(path.join(made, 'three.test.ts'), `throw new Error('no such area');`);
  writeFileSync(path.join(made, 'vitest.config.ts'), 'export default {};');
  const units = path.join(made, 'units.json');
  runIn(made, ['vitest', 'run', '--root', made, '--reporter=json', `--outputFile=${units}`]);
  const told = failuresIn(units, path.join(made, 'none.json')).toSorted().join('\n');
  expect(told).toMatch(/two\.test\.ts › is even\n.*expected 1 to be 2/);
  expect(told).toMatch(/three\.test\.ts\n.*no such area/);
});

test('of many failures the first are told, and how many more there are', () => {
  const made = folder();
  const units = path.join(made, 'units.json');
  const assertionResults = Array.from({ length: 9 }, (_one, index) => ({
    status: 'failed',
    fullName: `number ${index}`,
    failureMessages: ['no'],
  }));
  writeFileSync(units, JSON.stringify({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }] }));
  const told = failuresIn(units, path.join(made, 'none.json'));
  expect(told).toHaveLength(6);
  expect(told.at(-1)).toBe('… and 4 more');
});
