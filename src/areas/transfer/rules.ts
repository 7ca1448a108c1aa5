import type { z } from 'zod';
import type { transferPlace } from './contract.ts';

export type TransferPlace = z.infer<typeof transferPlace>;

interface Wish {
  readonly account: number | undefined;
  readonly amount: string | undefined;
}

/** What the form begins with: the place asked for, and the first other one that money could go to. */
export function firstPlaces(
  places: readonly TransferPlace[],
  asked: Wish,
): { readonly account_number: string; readonly target_account_number: string; readonly amount: string } {
  const source = places.find(({ number }) => number === asked.account) ?? places.find(hasMoney) ?? places[0];
  const target = places.find(({ number }) => number !== source?.number);
  return {
    account_number: source ? String(source.number) : '',
    target_account_number: target ? String(target.number) : '',
    amount: asked.amount ?? '',
  };
}

function hasMoney({ available }: TransferPlace): boolean {
  return /[1-9]/.test(available);
}
