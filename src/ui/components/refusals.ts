import type { CallFailure } from '../api/failure.ts';

/**
 * How a failed opening is told that no field is to blame for. Document 2 §8: what is not answered with 422 by a toast with its detail
 * or that something went wrong; a code by a dialog of its words. What a gate says (403) is a rule too.
 */
export function toldBy({ kind, status }: Pick<CallFailure, 'kind' | 'status'>): 'dialog' | 'toast' {
  return kind === 'refused' && (status === 422 || status === 403) ? 'dialog' : 'toast';
}
