import type { Dice } from '../crash/dice.ts';
import type { DrillAccount } from './client.ts';

/** How the line to the platform fails for one payment, and which way the money goes. */
export interface Case {
  readonly account: DrillAccount;
  readonly way: Way;
  readonly fault: Fault;
  /** Whole units of the account's currency. */
  readonly amount: string;
}

/** From the wallet or a card into the account, or out of it into the wallet. */
export type Way = 'wallet_in' | 'card_in' | 'out';
export type Fault =
  | { readonly mode: 'none' | 'timeout_before' | 'timeout_after' }
  | { readonly mode: 'late'; readonly seconds: number };

/** Well within and well beyond a patience of twelve seconds; what takes effect in the second in which it ends may fall either way. */
const lateSeconds = [1, 3, 6, 9, 18, 24, 32, 45, 60];
const faults: readonly Fault[] = [
  { mode: 'timeout_before' },
  { mode: 'timeout_after' },
  ...lateSeconds.map((seconds) => ({ mode: 'late', seconds }) as const),
];
const ways: readonly Way[] = ['wallet_in', 'out', 'card_in', 'out'];

/** One case for each account: every fault in turn, the ways shifted from wave to wave. Each wave tries every fault. */
export function casesOf(accounts: readonly DrillAccount[], wave: number, dice: Dice): Case[] {
  if (accounts.length < faults.length) throw new Error(`${accounts.length} accounts are too few for ${faults.length} faults`);
  return accounts.map((account, index) => ({
    account,
    fault: faults[(index + wave * accounts.length) % faults.length] ?? { mode: 'timeout_before' },
    way: account.wallet === undefined ? 'card_in' : (ways[(index + wave) % ways.length] ?? 'out'),
    amount: String(account.currency === 'NGN' ? 100_000 : dice.between(100, 119)),
  }));
}

/**
 * A deposit to every account, so that there is something to take out; the first three fail in fast ways that are within anybody's
 * patience: what the planted defects are tried on.
 */
export function rehearsalOf(accounts: readonly DrillAccount[]): Case[] {
  const few: readonly Fault[] = [{ mode: 'timeout_after' }, { mode: 'timeout_before' }, { mode: 'late', seconds: 2 }];
  return accounts.map((account, index) => ({
    account,
    fault: few[index] ?? { mode: 'none' },
    way: 'card_in',
    amount: account.currency === 'NGN' ? '250000' : '250',
  }));
}

export function nameOf({ account, way, fault }: Case): string {
  const late = fault.mode === 'late' ? `late by ${fault.seconds} s` : fault.mode;
  return `account ${account.number}, ${way}, ${late}`;
}

/** How late the effect is, in seconds; none comes of what was lost before. */
export const latenessOf = ({ fault }: Case): number => (fault.mode === 'late' ? fault.seconds : 0);
