import type { PlatformKey } from './platforms.ts';
import type { CompanyId } from './regions/profile.ts';

/** The first and the last number of a range, both inside it. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** A login range holds five million accounts. */
const rangeSize = 5_000_000;

/**
 * The logins that we choose from when an account is opened, so that "exists" resolves an unknown outcome. Nine digits:
 * platform, company, then 0–4 for live and 5–9 for demo accounts; so numbers are unique over all platforms and companies
 * and fit the platforms' 32 bits.
 */
export function loginRange(account: {
  readonly platform: PlatformKey;
  readonly company: CompanyId;
  readonly isDemo: boolean;
}): NumberRange {
  const first = Number(`${platformDigit[account.platform]}${account.company}${account.isDemo ? 5 : 0}000000`);
  return { first: first + 1, last: first + rangeSize - 1 };
}

/** The numbers of wallets, apart from all logins: a 9, the company, seven digits. */
export function walletRange(company: CompanyId): NumberRange {
  const first = Number(`9${company}0000000`);
  return { first: first + 1, last: first + 2 * rangeSize - 1 };
}

const platformDigit: Readonly<Record<PlatformKey, number>> = { mt4: 4, mt5: 5 };
