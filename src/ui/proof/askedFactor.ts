import type { AskedFactors } from '../../protocol/proof.ts';
import { CallFailure } from '../api/failure.ts';

/** What is asked for beside the password: a code that is typed, or one of the client's passkeys. */
export interface AskedFactor {
  readonly hasCodes: boolean;
  readonly passkey: AskedFactors['passkey'];
}

/** What a refusal asks for; undefined where it is another one. */
export function readAskedFactor(failure: unknown): AskedFactor | undefined {
  if (!(failure instanceof CallFailure) || failure.code !== 'second_factor_required') return undefined;
  const { factors, passkey } = failure.data as AskedFactors;
  return { hasCodes: factors.some((kind) => kind !== 'passkey'), passkey };
}
