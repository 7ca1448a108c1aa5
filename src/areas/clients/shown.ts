import { formatMinor } from '../../base/money.ts';
import { gateDecisions, gateActions } from '../../law/gates.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { statusFacts } from '../../law/statuses.ts';
import type { FoundClient } from '../session/face.ts';
import type { WalletBalance } from '../fundingAccounts/face.ts';
import type { Profile } from './contract.ts';

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
