import type { Kitchen, Red } from './kitchen.ts';
import { strayedFrom, type Plan } from './plan.ts';
import type { Piece, Recipe } from './recipe.ts';

/* The three things that are asked of a recipe. Each answers what does not hold, a sentence each. */

/** That no more is touched than CONTRIBUTING.md says. */
export function faultsOfPlan({ name, pieces, commands = [] }: Recipe, plan: Plan | undefined): string[] {
  if (plan === undefined) return [`CONTRIBUTING.md has no recipe for ${name}`];
  return [
    ...strayedFrom(plan, filesOf(pieces)),
    ...commands.flatMap(({ script }) => (plan.scripts.includes(script) ? [] : [`the recipe does not say npm run ${script}`])),
  ];
}

export function filesOf(pieces: readonly Piece[]): readonly string[] {
  return [...new Set(pieces.flatMap(({ edits }) => edits.map(({ file }) => file)))];
}

/** That with every piece the quick check is green and what was added works. */
export async function faultsOfWhole(kitchen: Kitchen, recipe: Recipe): Promise<string[]> {
  await kitchen.cook(recipe.pieces, recipe.commands ?? []);
  const red = await kitchen.check();
  if (red) return [`with every piece the check is red: ${toldOf(red)}`];
  return faultsOfProof(kitchen, recipe);
}

export async function faultsOfProof(kitchen: Kitchen, { proof }: Recipe): Promise<string[]> {
  const broken = await kitchen.test(proof.file, proof.tests ?? []);
  return broken === undefined ? [] : [`with every piece it does not work:\n${lastOf(broken)}`];
}

/** That a piece which is left out is named by the compiler or the quick check. */
export async function faultsOfLeavingOut(kitchen: Kitchen, recipe: Recipe, piece: Piece): Promise<string[]> {
  await kitchen.cook(
    recipe.pieces.filter((each) => each !== piece),
    [],
  );
  const heard = await kitchen.listen(piece.missed);
  return heard.by === undefined ? [unheard(piece.what, piece.missed.named, heard.red)] : [];
}

/** The same of what a command writes. */
export async function faultsOfUnwritten(kitchen: Kitchen, recipe: Recipe): Promise<string[]> {
  const faults: string[] = [];
  for (const command of recipe.commands ?? []) {
    await kitchen.cook(recipe.pieces, recipe.commands ?? []);
    kitchen.unwrite(command);
    const heard = await kitchen.listen(command.missed);
    if (heard.by === undefined) faults.push(unheard(`npm run ${command.script}`, command.missed.named, heard.red));
  }
  return faults;
}

function unheard(what: string, named: RegExp, red: readonly Red[]): string {
  return `without ${what} nothing says ${named}; red: ${red.length === 0 ? 'nothing' : red.map(toldOf).join('')}`;
}

function toldOf({ step, output }: Red): string {
  return `${step}\n${lastOf(output)}\n`;
}

function lastOf(output: string): string {
  return output.slice(-3000).trim();
}
