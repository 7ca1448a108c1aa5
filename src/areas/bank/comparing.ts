import type { BalanceWhy } from './contract.ts';

/** What makes the bank's side more than the book's. */
export interface Item {
  /** `entry:7` is a transaction at the bank, `transfer:500017` a withdrawal, `entries` many of the first. */
  readonly of: string;
  /** Minor units. */
  readonly minor: bigint;
  readonly at: Date;
  /** What has followed of it, as far as it has. */
  readonly why: string;
}

/** How a company's money in one currency stands, in minor units. */
export interface BothSides {
  /** What the bank's latest statements say lies there, and as of when. */
  readonly stated: bigint;
  readonly statedAt: Date;
  /** What they say beyond the transactions that were read. */
  readonly missing: bigint;
  /** The transactions since it is compared, and what the book had then and has now. */
  readonly read: bigint;
  readonly fromBook: bigint;
  readonly book: bigint;
  readonly items: readonly Item[];
}

export interface Finding {
  readonly of: string;
  readonly minor: bigint;
  readonly why: BalanceWhy;
  readonly isExplained: boolean;
}

export interface Compared {
  /** The bank's balance beyond what was read of it, and what was read beyond the book. */
  readonly missing: bigint;
  readonly difference: bigint;
  /** Of the difference, what explains itself. */
  readonly explained: bigint;
  readonly state: 'same' | 'explained' | 'open';
  /** Each with what it makes; all of them make what is missing and the difference. */
  readonly findings: readonly Finding[];
  /** Something of it explains itself only for now. */
  readonly isMoving: boolean;
}

/** For ever: money that was given back or that nothing follows from, and what concerns no client. */
const forEver: Readonly<Record<string, BalanceWhy>> = {
  not_ours: 'not_ours',
  returned: 'gone_back',
  refused: 'gone_back',
  ended: 'gone_back',
};
const whysForEver = new Set(Object.values(forEver));
/** As long as somebody still has to decide. */
const forNow: Readonly<Record<string, BalanceWhy>> = { on_review: 'on_review', waiting: 'waiting' };

/** What the bank says beside what was read of it, and that beside the book. What is on its way between the two explains itself so long. */
export function comparedBalances(sides: BothSides, by: { readonly now: Date; readonly patienceMs: number }): Compared {
  const { missing, read, fromBook, book, items } = sides;
  const difference = read - (book - fromBook);
  const found = items.map((item) => findingOf(item, by));
  const byHand = difference - sum(found);
  const findings: readonly Finding[] = [
    ...(missing === 0n ? [] : [{ of: 'statements', minor: missing, why: 'not_read', isExplained: false } as const]),
    ...(byHand === 0n ? [] : [{ of: 'book', minor: byHand, why: 'by_hand', isExplained: false } as const]),
    ...found,
  ];
  const isOpen = findings.some(({ isExplained }) => !isExplained);
  return {
    missing,
    difference,
    explained: sum(found.filter(({ isExplained }) => isExplained)),
    state: isOpen ? 'open' : findings.length > 0 ? 'explained' : 'same',
    findings,
    isMoving: found.some(({ why, isExplained }) => isExplained && !whysForEver.has(why)),
  };
}

function findingOf(
  { of, minor, at, why }: Item,
  { now, patienceMs }: { readonly now: Date; readonly patienceMs: number },
): Finding {
  const known = forEver[why] ?? forNow[why];
  if (known) return { of, minor, why: known, isExplained: true };
  const isOnItsWay = now.getTime() - at.getTime() < patienceMs;
  if (isOnItsWay) return { of, minor, why: why === 'payout' ? 'payout' : 'under_way', isExplained: true };
  return { of, minor, why: why === 'payout' ? 'payout' : 'not_in_book', isExplained: false };
}

function sum(of: readonly { readonly minor: bigint }[]): bigint {
  return of.reduce((total, { minor }) => total + minor, 0n);
}
