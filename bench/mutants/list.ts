import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { acrossMutants } from './across.ts';
import { appropriatenessMutants } from './appropriateness.ts';
import { bankMutants } from './bank.ts';
import { booksMutants } from './books.ts';
import { coinMutants } from './coins.ts';
import { clientStatusMutants } from './clientStatus.ts';
import { fileMutants } from './files.ts';
import { gateMutants } from './gates.ts';
import { goldMutants } from './gold.ts';
import { ledgerMutants } from './ledger.ts';
import type { Mutant } from './mutant.ts';
import { noticeMutants } from './notices.ts';
import { paymentMutants } from './payments.ts';
import { payoutMutants } from './payouts.ts';
import { providerMutants } from './provider.ts';
import { registrationMutants } from './registration.ts';
import { screeningMutants } from './screening.ts';
import { sessionMutants } from './sessions.ts';
import { strategiesMutants } from './strategies.ts';

export const mutants: readonly Mutant[] = [
  ...acrossMutants,
  ...ledgerMutants,
  ...booksMutants,
  ...gateMutants,
  ...paymentMutants,
  ...payoutMutants,
  ...providerMutants,
  ...coinMutants,
  ...bankMutants,
  ...sessionMutants,
  ...registrationMutants,
  ...noticeMutants,
  ...fileMutants,
  ...goldMutants,
  ...appropriatenessMutants,
  ...strategiesMutants,
  ...screeningMutants,
  ...clientStatusMutants,
];

/** Why a mutant could not be planted any more, a sentence each. */
export function faultsOf(mutant: Mutant, root: string): string[] {
  const { name, file, find, replace, tests } = mutant;
  const found = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8').split(find).length - 1 : 0;
  return [
    ...(found === 1 ? [] : [`${name}: its text is found ${found} times in ${file}`]),
    ...(find === replace ? [`${name}: it changes nothing`] : []),
    ...tests.filter((test) => !existsSync(path.join(root, test))).map((test) => `${name}: there is no ${test}`),
  ];
}

/** The text of its file with the mutant in it. Throws when it could not be planted. */
export function mutated(mutant: Mutant, root: string): string {
  const [fault] = faultsOf(mutant, root);
  if (fault !== undefined) throw new Error(fault);
  return readFileSync(path.join(root, mutant.file), 'utf8').split(mutant.find).join(mutant.replace);
}
