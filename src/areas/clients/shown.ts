import { formatMinor, formatMoney } from '../../base/money.ts';
import { gateDecisions, gateActions } from '../../law/gates.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { methodOf } from '../../law/methods.ts';
import { hasRight, type StaffRole } from '../../law/staff.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { ToldAttempt } from '../appropriateness/face.ts';
import type { ToldAnswer, ToldConfirmation } from '../enrolment/face.ts';
import type { FoundClient } from '../session/face.ts';
import type { WalletBalance } from '../fundingAccounts/face.ts';
import type { Owed as OwedByClient } from '../debts/face.ts';
import { maskedAsKept } from '../payments/face.ts';
import type { Destination, Owed, Profile, Told } from './contract.ts';
import type { DestinationRow } from './store.ts';

export function shownLine({ id, profile, email, firstName, lastName }: FoundClient) {
  return {
    client_id: id,
    name: `${firstName} ${lastName}`.trim(),
    email,
    company: profile.company,
    country: profile.country,
    status: statusFacts(profile.status).name,
  };
}

export function shownProfile(client: FoundClient): Profile {
  const { profile } = client;
  const verdicts = gateDecisions(profile);
  return {
    ...shownLine(client),
    title: client.title,
    first_name: client.firstName,
    last_name: client.lastName,
    mobile_phone: client.mobilePhone,
    status_id: profile.status,
    branch: client.branch,
    region: regionProfileOf(profile).key,
    category: profile.category,
    language: client.language,
    registered_at: profile.registeredAt.toISOString(),
    has_approved_id: profile.hasApprovedId,
    has_approved_residence: profile.hasApprovedResidence,
    at_passed: profile.appropriatenessPassed,
    asm: client.asm,
    must_set_password: client.mustSetPassword,
    closed_gates: gateActions.flatMap((gate) => {
      const verdict = verdicts[gate];
      return verdict.allowed ? [] : [{ gate, code: verdict.code }];
    }),
  };
}

export function shownWallet({ number, currency, balanceMinor, heldMinor }: WalletBalance) {
  return { number, currency, balance: formatMinor(balanceMinor, currency), held: formatMinor(heldMinor, currency) };
}

export function shownOwed({ currency, owed, left, debts }: OwedByClient): Owed {
  return {
    currency,
    remaining: formatMoney(owed),
    under_way: formatMinor(owed.minor - left, currency),
    debts: debts.map(({ remittanceId, amount, remaining, openedAt }) => ({
      transfer_id: remittanceId,
      amount: formatMinor(amount, currency),
      collected: formatMinor(amount - remaining, currency),
      remaining: formatMinor(remaining, currency),
      opened_at: openedAt.toISOString(),
    })),
  };
}

/** A destination by so much of its name as its owner knows it by; what was said of it only for whoever decides of payments or papers. */
export function shownDestination(
  row: DestinationRow,
  { now, role }: { readonly now: Date; readonly role: StaffRole },
): Destination {
  const { methodId, name, details, createdAt, usableFrom, risk, screenedAt } = row;
  const mayKnow = hasRight(role, 'papers') || hasRight(role, 'transfers');
  const isNamed = details !== null;
  return {
    pm_id: methodId,
    method: methodOf(methodId)?.key ?? null,
    name: (isNamed ? maskedAsKept(name, details) : maskedSource(name)) ?? null,
    is_named: isNamed,
    created_at: createdAt.toISOString(),
    state: stateOf(row, now),
    usable_from: usableFrom?.toISOString() ?? null,
    screening: mayKnow && risk !== null && screenedAt !== null ? { risk, at: screenedAt.toISOString() } : null,
  };
}

/** Cards come with all but their ends hidden; an address is hidden here, and a name by which nothing can be told is none. */
function maskedSource(name: string): string | undefined {
  const at = name.indexOf('@');
  return at > 0 ? `${name.slice(0, 1)}•••${name.slice(at)}` : name;
}

function stateOf({ isOpen, usableFrom }: DestinationRow, now: Date): Destination['state'] {
  if (isOpen === false) return 'closed';
  if (usableFrom === null) return 'unused';
  return usableFrom > now ? 'cooling' : 'usable';
}

interface ToldByClient {
  readonly answers: readonly ToldAnswer[];
  readonly tests: readonly ToldAttempt[];
  readonly confirmations: readonly ToldConfirmation[];
}

export function shownTold({ answers, tests, confirmations }: ToldByClient): Told {
  return {
    answers: answers.map(({ at, before, ...answer }) => ({
      ...answer,
      at: at.toISOString(),
      before: before.map((each) => ({ ...each, at: each.at.toISOString() })),
    })),
    tests: tests.map(({ id, at, version, takenIn, isPassed, points, maxLeverage, answers: given }) => ({
      id,
      at: at.toISOString(),
      version,
      taken_in: takenIn,
      is_passed: isPassed,
      points,
      max_leverage: maxLeverage,
      answers: [...given],
    })),
    confirmations: confirmations.map(({ at, version, answers: given }) => ({
      at: at.toISOString(),
      version,
      answers: [...given],
    })),
  };
}
