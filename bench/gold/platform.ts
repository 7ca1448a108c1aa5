import type { Deal, Platform, PlatformAccount } from '../../src/ports/platform/port.ts';
import type { Dice } from '../crash/dice.ts';

/** A trading platform of the drill's own: accounts with balance and credit, and answers that are lost after they took effect. */
export interface DrillPlatform {
  readonly platform: Platform;
  /** What it has of an account, in cents. */
  held(login: number): { readonly balance: bigint; readonly credit: bigint };
}

/** One answer in so many is lost. */
const lostOneIn = 6;

export function openDrillPlatform(dice: Dice): DrillPlatform {
  const accounts = new Map<number, { balance: bigint; credit: bigint }>();
  const deals: Deal[] = [];
  const heldOn = (login: number) => accounts.get(login) ?? { balance: 0n, credit: 0n };
  const told = (login: number): PlatformAccount => {
    const { balance, credit } = heldOn(login);
    const equity = balance + credit;
    return {
      login,
      balance,
      credit,
      equity,
      margin: 0n,
      marginFree: equity,
      floating: 0n,
      marginLevel: undefined,
      group: 'drill',
      currency: 'USD',
      leverage: 100,
      access: 'full',
      readAt: new Date(),
    };
  };
  const answers: Partial<Platform> = {
    account: async (login) => ({ outcome: 'done', account: told(login) }),
    accounts: async (logins) => ({ outcome: 'done', accounts: logins.map(told) }),
    positions: async () => ({ outcome: 'done', positions: [] }),
    async balanceOperation({ login, kind, amount, tag }) {
      const before = heldOn(login);
      if (kind === 'credit' && before.credit + amount < 0n)
        return { outcome: 'refused', code: 'not_enough_money', message: 'as much was never lent' };
      const change = kind === 'credit' ? { credit: before.credit + amount } : { balance: before.balance + amount };
      accounts.set(login, { ...before, ...change });
      const ticket = String(deals.length + 1);
      deals.push({ ...noTrade, ticket, login, kind, profit: amount, tag, at: new Date() });
      return dice.between(1, lostOneIn) === 1 ? { outcome: 'unknown', reason: 'the line was cut' } : { outcome: 'done', ticket };
    },
    async findByTag({ login, tag, expected }) {
      const amount = 'amount' in expected ? expected.amount : undefined;
      const found = deals.filter((deal) => deal.login === login && deal.tag === tag && deal.profit === amount);
      return { outcome: 'done', deals: found };
    },
  };
  return { platform: answers as Platform, held: heldOn };
}

const noTrade = {
  entry: undefined,
  symbol: undefined,
  lots: '0',
  price: '0',
  openPrice: undefined,
  swap: 0n,
  commission: 0n,
  position: undefined,
} as const;
