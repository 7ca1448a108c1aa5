import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { HeldBefore } from './provider.ts';

/**
 * What the clients know, outside the database: every request before it is sent and every answer once it has come, each
 * line on the disk before anything else happens. The verdict reads it back from the file.
 */
export type Line =
  /** What was on each place before anything moved: ledger account code → minor units; and what the provider held, where that is looked at. */
  | { readonly event: 'begun'; readonly places: readonly FundingAccount[]; readonly held?: HeldBefore }
  /** A quote, with its terms as the client was told them. */
  | { readonly event: 'confirmed'; readonly id: MoveId; readonly terms: Terms }
  | { readonly event: 'save_asked'; readonly id: MoveId }
  | { readonly event: 'save_answered'; readonly id: MoveId; readonly status: string }
  /** Refused in so many words: nothing has moved. */
  | { readonly event: 'save_refused'; readonly id: number; readonly code: string }
  | { readonly event: 'pay_asked'; readonly id: number }
  /** The provider has taken the client's money. */
  | { readonly event: 'pay_answered'; readonly id: number }
  /** Of a withdrawal that waits: by staff, or taken back by its client. */
  | { readonly event: 'decide_asked' | 'decided'; readonly id: number; readonly action: DecisionTaken }
  | { readonly event: 'killed'; readonly victim: string; readonly round: number };

/** What a provider has refused of an approved withdrawal is given back. */
export type DecisionTaken = 'approve' | 'decline' | 'give_back' | 'cancel';

/** A transfer's number, or the quote that gold is traded at. */
export type MoveId = number | string;

/** A wallet or trading account of a client, or the client's gold. */
export interface FundingAccount {
  readonly number: number;
  /** Its account in the ledger. */
  readonly code: string;
  /** Undefined: a wallet. */
  readonly platform: 'mt4' | 'mt5' | undefined;
  readonly currency: string;
  /** Minor units, as text. */
  readonly minor: string;
}

/** Amounts in minor units, weights in tenths of a microgram, as text. */
export type Terms = MoveTerms | WithdrawalTerms;

interface MoveTerms {
  readonly type: 'deposit' | 'transfer' | 'gold';
  /** Undefined: from a card. */
  readonly from: number | undefined;
  readonly to: number;
  readonly leaves: string;
  readonly arrives: string;
}

export interface WithdrawalTerms {
  readonly type: 'withdrawal';
  readonly from: number;
  readonly leaves: string;
  /** What of it leaves for each line that goes somewhere, in the order that the quote tells them in. */
  readonly lines: readonly string[];
}

export interface Journal {
  readonly file: string;
  write(line: Line): void;
  close(): void;
}

export function openJournal(file: string): Journal {
  const handle = openSync(file, 'a', 0o600);
  return {
    file,
    write(line) {
      writeSync(handle, `${JSON.stringify(line)}\n`);
      fsyncSync(handle);
    },
    close: () => closeSync(handle),
  };
}

export function readJournal(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text): Line => JSON.parse(text));
}
