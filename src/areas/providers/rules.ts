import type { Currency } from '../../base/currency.ts';
import { formatMinor, parseMinor } from '../../base/money.ts';
import type { Verdict } from '../../base/refusal.ts';
import { accountTypeNamed, isCopied, type AccountType } from '../../law/accountTypes.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { providerStatuses, type ProviderStatus } from './contract.ts';

/** The type that a strategy's account has. */
export const managerType: AccountType = typeNamed('manager');

function typeNamed(name: string): AccountType {
  const type = accountTypeNamed(name);
  if (!type) throw new Error(`there is no account type ${name}`);
  return type;
}

/** Whether clients of a company may be providers: where they may have a manager account. */
export const isOffered = (company: CompanyId): boolean => managerType.companies.live.includes(company);

/** Which page belongs to a status (document 2 §4). */
export const pageOfStatus = {
  form: 'approval',
  no_strategies: 'accountRequest',
  has_strategies: 'strategies',
} as const satisfies Readonly<Record<ProviderStatus, string>>;
export type ProviderPage = (typeof pageOfStatus)[ProviderStatus] | 'strategy';

/**
 * Where somebody of a status is led who has come to a page; undefined: they stay. A request for one more account (`add`) is not
 * redirected, and a strategy's own page belongs to the list of them. `unknown`: it is logged, and leads back (document 2 §8).
 */
export function leadsFrom(
  page: ProviderPage,
  of: { readonly status: string; readonly isAdding: boolean },
): (typeof pageOfStatus)[ProviderStatus] | 'unknown' | undefined {
  const status = providerStatuses.find((each) => each === of.status);
  if (status === undefined) return 'unknown';
  const own = pageOfStatus[status];
  if (page === own || (page === 'strategy' && own === 'strategies')) return undefined;
  return page === 'accountRequest' && of.isAdding ? undefined : own;
}

export function statusOf({
  isApproved,
  strategies,
}: {
  readonly isApproved: boolean;
  readonly strategies: number;
}): ProviderStatus {
  if (!isApproved) return 'form';
  return strategies > 0 ? 'has_strategies' : 'no_strategies';
}

/** A live account that shows how its owner trades: on one that copies a strategy somebody else does. */
export function isOwnTrading(account: {
  readonly isDemo: boolean;
  readonly status: string;
  readonly type: Pick<AccountType, 'opening'>;
}): boolean {
  return !account.isDemo && account.status === 'active' && !isCopied(account.type);
}

/** What conversion looks at of an account. */
export interface Convertible {
  readonly isDemo: boolean;
  readonly isPromo: boolean;
  readonly status: string;
  readonly currency: Currency;
  readonly swapFree: boolean;
  readonly type: Pick<AccountType, 'family' | 'platform'>;
}

/**
 * Only an ECN account becomes a manager account (document 3 §8), on the same platform and in a currency that these have. Money of the
 * broker's on it would follow the strategy, so a promo account is none (our own rule).
 */
export function isConvertible(account: Convertible): boolean {
  const { type, currency } = account;
  return (
    !account.isDemo &&
    !account.isPromo &&
    account.status === 'active' &&
    type.family === 'ecn' &&
    type.platform === managerType.platform &&
    managerType.currencies.includes(currency)
  );
}

/** The least to follow with, as it was typed, in the account's currency. */
export function minimumOf(
  typed: string,
  { currency, least }: { readonly currency: Currency; readonly least: number },
): Verdict<bigint, 'bad_amount' | 'minimum_too_small'> {
  const minor = parseMinor(typed, currency);
  if (minor === undefined || minor <= 0n || minor > mostMinimum) return { ok: false, code: 'bad_amount', field: 'minimum' };
  const floor = leastIn(currency, least);
  if (minor < floor)
    return { ok: false, code: 'minimum_too_small', field: 'minimum', values: { least: formatMinor(floor, currency), currency } };
  return { ok: true, value: minor };
}
/** Eight digits before the point (document 2 §5). */
const mostMinimum = 9_999_999_999n;

/** So many whole units in minor ones. */
export function leastIn(currency: Currency, units: number): bigint {
  const minor = parseMinor(String(units), currency);
  if (minor === undefined) throw new Error(`${units} is no amount of ${currency}`);
  return minor;
}
