import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { faultsOfPlan } from './cook.ts';
import { recipes } from './list.ts';
import { plansIn, strayedFrom } from './plan.ts';
import { applied } from './recipe.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const contributing = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
const plans = plansIn(contributing);
const read = (file: string): string => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '');

test('every recipe that is drilled finds its places, and touches what CONTRIBUTING.md says and no more', () => {
  for (const recipe of recipes) {
    expect([recipe.name, faultsOfPlan(recipe, plans.get(recipe.name))]).toEqual([recipe.name, []]);
    expect(applied(recipe.pieces, read).size).toBeGreaterThan(1);
    expect(existsSync(path.join(import.meta.dirname, 'proofs', recipe.proof.file))).toBe(true);
  }
});

test('those are drilled that CONTRIBUTING.md marks so', () => {
  const marked = [...contributing.matchAll(/^- \*\*([^*]+)\*\*[^:]*●/gm)].map(([, name]) => name);
  expect(marked.toSorted()).toEqual(recipes.map(({ name }) => name).toSorted());
});

test('what a recipe names of files that are always there is there', () => {
  const named = [...plans.values()].flatMap(({ files, perhaps }) => [...files, ...perhaps]);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((file) => !file.includes('<') && !existsSync(path.join(root, file)))).toEqual([]);
});

test('a recipe is read with its choices, what only some need, and its commands', () => {
  const plan = plansIn(
    '## Recipes\n\n- **a vendor** (of ours) ●: `ports/x/{a,b}.ts`, `npm run map`, a row in\n  `law/x.ts` (+ `bin/y.ts`).\n',
  ).get('a vendor');
  expect(plan).toEqual({
    files: ['src/ports/x/a.ts', 'src/ports/x/b.ts', 'src/law/x.ts'],
    perhaps: ['bin/y.ts'],
    scripts: ['map'],
  });
});

test('a file is what a placeholder means only where it is not named itself', () => {
  const plan = { files: ['src/law/<name>.ts', 'src/law/index.ts'], perhaps: ['src/law/more.ts'], scripts: [] };
  expect(strayedFrom(plan, ['src/law/za.ts', 'src/law/index.ts'])).toEqual([]);
  expect(strayedFrom(plan, ['src/law/index.ts', 'src/law/more.ts'])).toEqual([
    'the recipe names src/law/<name>.ts, which was not needed',
  ]);
  expect(strayedFrom(plan, ['src/law/za.ts', 'src/law/index.ts', 'seed/za.ts'])).toEqual([
    'seed/za.ts had to be touched, and the recipe does not name it',
  ]);
});
