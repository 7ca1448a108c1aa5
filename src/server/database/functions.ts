import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Files of functions that are applied whole whenever their text changes, after the migrations. */
const files = [
  '../../ledger/book.sql',
  '../../ledger/chain.sql',
  '../../ledger/recent.sql',
  '../background/round.sql',
  '../../areas/platformOperations/finish.sql',
  '../../areas/rates/exchange.sql',
  '../../areas/payments/transitions.sql',
] as const;

/** Every state that the functions have had, oldest first: a hash a line. */
export const functionsFile = fileURLToPath(new URL('functions.txt', import.meta.url));

export interface FunctionFile {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** The functions of this program, and which of all states they are, so that a database tells whether it has older or newer ones. */
export interface Functions {
  readonly files: readonly FunctionFile[];
  /** Of all of them together. */
  readonly hash: string;
  /** Its line in functions.txt, from 1 on; what is not written down there yet comes after everything that is. */
  readonly number: number;
}

export function readFunctions(): Functions {
  const read = files.map((name) => {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8');
    return { name, text, hash: hashOf(text) };
  });
  const hash = hashOf(read.map((file) => file.hash).join());
  const known = knownFunctions();
  const line = known.lastIndexOf(hash);
  return { files: read, hash, number: line < 0 ? known.length + 1 : line + 1 };
}

/** The lines of functions.txt. */
export function knownFunctions(): string[] {
  return readFileSync(functionsFile, 'utf8').split('\n').filter(Boolean);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
