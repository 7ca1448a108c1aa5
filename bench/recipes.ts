/**
 * `npm run drill:recipes`: does recipes of CONTRIBUTING.md for real, each in a copy of the working tree. No more files are touched than
 * the recipe names; with every piece the quick check is green and what was added works; and when a piece is left out, the
 * compiler or the quick check names it. First the drill shows that it sees: each planted defect must end red.
 *
 *   --only "a region,a call"    these only, without the planted defects
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../src/server/database/embedded.ts';
import { faultsOfLeavingOut, faultsOfPlan, faultsOfUnwritten, faultsOfWhole, filesOf } from './recipes/cook.ts';
import { openKitchen, type Kitchen, type KitchenNeeds } from './recipes/kitchen.ts';
import { recipes } from './recipes/list.ts';
import { plansIn, type Plan } from './recipes/plan.ts';
import { plants } from './recipes/plant.ts';
import type { Recipe } from './recipes/recipe.ts';
import { untilInterrupted } from './scratch.ts';

const root = path.dirname(import.meta.dirname);
/** So many copies of the tree side by side. */
const atOnce = 2;

interface Done {
  readonly recipe: Recipe;
  readonly files: number;
  /** Pieces and commands that were left out. */
  readonly leftOut: number;
  /** What does not hold, a sentence each. */
  readonly faults: readonly string[];
  readonly seconds: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const names = values.only?.split(',') ?? recipes.map(({ name }) => name);
  const unknown = names.filter((name) => !recipes.some((recipe) => recipe.name === name));
  if (unknown.length > 0) throw new RangeError(`there is no recipe called ${unknown.join(', ')}`);
  const plans = plansIn(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'));
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-recipes-server-'));
  const server = await startEmbedded({ folder, isDurable: false, settings: { max_connections: '400' } });
  try {
    const needs = { root, server: server.url('postgres'), signal: untilInterrupted() };
    await requireSound(needs);
    const blind = values.only === undefined ? await rehearse(needs, plans) : [];
    for (const plant of blind) say(`the drill does not see: ${plant}`);
    const done = await cookAll(needs, plans, names);
    report(done);
    process.exitCode = blind.length + done.flatMap(({ faults }) => faults).length > 0 ? 1 : 0;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where the check is red by itself, it would name everything and nothing. */
async function requireSound(needs: KitchenNeeds): Promise<void> {
  const kitchen = openKitchen(needs);
  try {
    const red = await kitchen.check();
    if (red) throw new Error(`without any recipe the quick check is red: ${red.step}\n${red.output}`);
  } finally {
    kitchen.remove();
  }
}

/** The defects that the drill does not see: with each of them planted, the recipe of a region must end red. */
async function rehearse(needs: KitchenNeeds, plans: ReadonlyMap<string, Plan>): Promise<string[]> {
  const region = recipes.find(({ name }) => name === 'a region');
  const plan = plans.get('a region');
  if (!region || !plan) throw new Error('there is no recipe for a region');
  const blind: string[] = [];
  await inKitchens(needs, plants, async (kitchen, { name, faults }) => {
    const [found] = await faults(kitchen, region, plan);
    kitchen.clear();
    if (found === undefined) blind.push(name);
    else say(`planted: ${name}; found: ${found.split('\n', 1)[0]}`);
  });
  return blind;
}

async function cookAll(needs: KitchenNeeds, plans: ReadonlyMap<string, Plan>, names: readonly string[]): Promise<Done[]> {
  const chosen = recipes.filter(({ name }) => names.includes(name));
  const done: Done[] = [];
  await inKitchens(needs, chosen, async (kitchen, recipe) => {
    const result = await cook(kitchen, recipe, plans.get(recipe.name));
    kitchen.clear();
    say(`${recipe.name}: ${result.faults.length === 0 ? 'holds' : 'does not hold'} (${result.seconds.toFixed(0)} s)`);
    for (const fault of result.faults) say(`  ${fault}`);
    done.push(result);
  });
  return chosen.flatMap((recipe) => done.filter((each) => each.recipe === recipe));
}

/** Works through a list in several copies of the tree side by side. */
async function inKitchens<Task>(
  needs: KitchenNeeds,
  tasks: readonly Task[],
  work: (kitchen: Kitchen, task: Task) => Promise<void>,
): Promise<void> {
  const waiting = [...tasks];
  const worker = async (): Promise<void> => {
    const kitchen = openKitchen(needs);
    try {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await work(kitchen, task);
    } finally {
      kitchen.remove();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, worker));
}

async function cook(kitchen: Kitchen, recipe: Recipe, plan: Plan | undefined): Promise<Done> {
  const begun = performance.now();
  const faults = [...faultsOfPlan(recipe, plan), ...(await faultsOfWhole(kitchen, recipe))];
  for (const piece of recipe.pieces) faults.push(...(await faultsOfLeavingOut(kitchen, recipe, piece)));
  faults.push(...(await faultsOfUnwritten(kitchen, recipe)));
  return {
    recipe,
    files: filesOf(recipe.pieces).length,
    leftOut: recipe.pieces.length + (recipe.commands ?? []).length,
    faults,
    seconds: (performance.now() - begun) / 1000,
  };
}

function report(done: readonly Done[]): void {
  say('\nrecipe               files  left out  named  holds');
  for (const { recipe, files, leftOut, faults } of done) {
    const unnamed = faults.filter((fault) => fault.startsWith('without ')).length;
    const row = [
      recipe.name.padEnd(20),
      String(files).padStart(5),
      String(leftOut).padStart(9),
      String(leftOut - unnamed).padStart(6),
    ];
    say(`${row.join(' ')}  ${faults.length === 0 ? 'yes' : 'NO'}`);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
