import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { ProvenIdentity } from '../../protocol/questionnaire.ts';
import { documentsOf } from './store.ts';

/** What papers have proven of who somebody is: what was read on those that were approved, also when they have run out since. */
export async function provenIdentity(sql: Sql, client: ClientId): Promise<ProvenIdentity> {
  const approved = (await documentsOf(sql, client, 'identity')).filter(({ status }) => status === 2 || status === 4);
  return {
    birthDate: approved.find(({ read }) => read?.birthDate != null)?.read?.birthDate ?? null,
    numbers: approved.flatMap(({ number }) => number ?? []),
  };
}
