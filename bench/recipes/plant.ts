import { faultsOfLeavingOut, faultsOfPlan, faultsOfProof } from './cook.ts';
import type { Kitchen } from './kitchen.ts';
import type { Plan } from './plan.ts';
import type { Recipe } from './recipe.ts';

/** A defect of the check, of a recipe or of what CONTRIBUTING.md says of it, so that the drill can be seen to find out. */
export interface Plant {
  readonly name: string;
  /** What the drill finds with the defect planted in the recipe of a region. */
  faults(kitchen: Kitchen, region: Recipe, plan: Plan): Promise<string[]>;
}

export const plants: readonly Plant[] = [
  {
    name: 'a guard is taken out of the check',
    async faults(kitchen, region) {
      const guard = "test('each have a seeded client";
      kitchen.spoil('src/law/regions/regions.test.ts', (text) => text.replace(guard, guard.replace('test', 'test.skip')));
      const seeded = region.pieces.find(({ what }) => what === 'a seeded client');
      return seeded ? faultsOfLeavingOut(kitchen, region, seeded) : [];
    },
  },
  {
    name: 'a file is needed that the recipe does not name',
    faults: async (_kitchen, region, plan) => faultsOfPlan(region, { ...plan, files: plan.files.slice(1) }),
  },
  {
    name: 'a file is named that the recipe does not need',
    faults: async (_kitchen, region, plan) => faultsOfPlan({ ...region, pieces: region.pieces.slice(1) }, plan),
  },
  {
    name: 'what was added does not work',
    async faults(kitchen, region) {
      await kitchen.cook(region.pieces, []);
      kitchen.spoil('src/law/regions/brazil.ts', (text) => text.replace('major_fx: 100', 'major_fx: 500'));
      return faultsOfProof(kitchen, region);
    },
  },
];
