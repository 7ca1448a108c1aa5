import { BookFull } from '../../ledger/book.ts';
import type { Envelope } from '../../protocol/envelope.ts';
import { isDatabaseAway, isDatabaseFull, isStatementEnded } from '../database/reach.ts';
import { NotStored } from '../uploads/uploads.ts';
import { refused } from './seal.ts';
import type { Say } from './words.ts';

/* Faults that say nothing of what was asked for, only of the moment: whoever asks again later is served. */

/**
 * The database is away, has no room, or has ended a statement that took too long; the line of the book is full; or the store does not
 * take a file.
 */
export function isOfTheMoment(error: unknown): error is Error {
  if (error instanceof BookFull || error instanceof NotStored) return true;
  return isDatabaseAway(error) || isDatabaseFull(error) || isStatementEnded(error);
}

/** How soon a caller may try again: an embedded database is back within seconds, and a full book is through with its line. */
export const retryAfterSeconds = 3;

/** For the log: whom it struck. Why, the application's own rounds tell once; which statement took too long nobody else knows. */
export function whyOf(error: Error): { readonly err: Error } | { readonly reason: string } {
  return isStatementEnded(error) ? { err: error } : { reason: error.message };
}

/** The envelope of such an answer. */
export function unavailable(reference: string, say: Say): Envelope<unknown> {
  return refused({ code: 'service_unavailable', status: 503, detail: { data: { reference } } }, say);
}
