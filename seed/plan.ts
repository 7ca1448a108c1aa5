import { takeLogin } from '../src/areas/accounts/face.ts';
import type { ClientId } from '../src/base/id.ts';
import { parseMinor } from '../src/base/money.ts';
import type { Currency } from '../src/base/currency.ts';
import type { Sql } from '../src/base/sql.ts';
import { after, dayMs, hourMs, utcDay } from '../src/base/time.ts';
import { accountTypeNamed, type AccountType } from '../src/law/accountTypes.ts';
import { isCategoryId } from '../src/law/categories.ts';
import { defaultLeverageFor, demoLeverageFor } from '../src/law/leverage.ts';
import { loginRange } from '../src/law/numbers.ts';
import { platformGroup } from '../src/law/platformGroups.ts';
import { chance } from './chance.ts';
import type { AccountHolding, Holdings } from './holding.ts';
import type { Persona } from './personas.ts';

/** A persona who has a client record now. */
export interface SeededClient {
  readonly id: ClientId;
  readonly persona: Persona;
  readonly holdings: Holdings;
}

/** A trading account with its login and group, before any platform knows of it. */
export interface PlannedAccount {
  readonly login: number;
  readonly client: SeededClient;
  /** What the client's transfers call it. */
  readonly key: string;
  readonly holding: AccountHolding;
  readonly type: AccountType;
  readonly leverage: number;
  readonly groupName: string;
  readonly openedAt: Date;
}

/** The account of each holding, with the next login of its range. */
export async function planAccounts(sql: Sql, client: SeededClient, now: Date): Promise<PlannedAccount[]> {
  const planned: PlannedAccount[] = [];
  for (const [key, holding] of Object.entries(client.holdings.accounts ?? {})) {
    const { company, country, category = 0 } = client.persona;
    const type = accountTypeNamed(holding.type);
    if (!type || !isCategoryId(category)) throw new Error(`${client.persona.name} cannot have an account ${key}`);
    const isDemo = holding.isDemo ?? false;
    const standing = { company, country, category };
    const usual = isDemo ? demoLeverageFor(type, standing) : defaultLeverageFor(type, standing);
    const login = await takeLogin(sql, loginRange({ platform: type.platform, company, isDemo }));
    if (login === undefined) throw new Error(`no login is left for ${client.persona.name}`);
    const isSwapFree = holding.isSwapFree ?? type.swapFree === 'always';
    planned.push({
      login,
      client,
      key,
      holding,
      type,
      leverage: holding.leverage ?? usual,
      groupName: platformGroup({ client: standing, type, currency: holding.currency, isSwapFree, isDemo }),
      openedAt: after(dayAgo(now, holding.openedDaysAgo), 6 * hourMs),
    });
  }
  return planned;
}

/** The first instant of a day that lies so many days back. */
export function dayAgo(now: Date, days: number): Date {
  return after(new Date(`${utcDay(now)}T00:00:00Z`), -days * dayMs);
}

/** An hour of that day at which people do such things; the same name is always done at the same time. */
export function momentOf(now: Date, daysAgo: number, name: string): Date {
  return after(dayAgo(now, daysAgo), 7 * hourMs + Math.floor(chance(name) * 12 * hourMs));
}

export function minorOf(text: string, currency: Currency): bigint {
  const minor = parseMinor(text, currency);
  if (minor === undefined) throw new Error(`${text} is no amount of ${currency}`);
  return minor;
}
