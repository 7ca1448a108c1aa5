import type { ClientId } from '../../base/id.ts';
import type { CompanyId } from '../../law/regions/profile.ts';
import { erasureReasons, type Lapsing } from './contract.ts';
import { goesAt, toldRetention, type FormerClient } from './rules.ts';

/** As cases and approvals name it. */
export function subjectOf(client: ClientId): string {
  return `erasure:${client}`;
}

export function reasonOf(code: string | null): (typeof erasureReasons)[number] | null {
  return erasureReasons.find((known) => known === code) ?? null;
}

/** What becomes of each kind that the client may be told of. */
export function lapsingOf(former: FormerClient & { readonly company: CompanyId }): Lapsing[] {
  return toldRetention(former.company).map(({ kind, law }) => {
    const until = goesAt(kind, former);
    const isKept = until !== undefined && until > former.leftAt;
    return { kind, until: isKept ? until.toISOString() : null, stays: until === undefined, law: isKept || !until ? law : null };
  });
}
