import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Settings } from '../../settings/index.ts';
import { openCase } from '../cases/face.ts';
import { duplicatesQueue } from './queues.ts';
import { traitsOf, type KnownOfClient } from './rules.ts';
import { clientsSharing, keepFinding, keepTraits } from './store.ts';

/** Told of a client, under `client`, who is one person with others from now on. */
export const joinedTopic = 'duplicates.joined';

/** Takes down what is known of a client who was there before duplicates were looked for. Nothing is looked for now. */
export async function rememberIdentity(
  sql: Sql,
  { clientId, known, at }: { readonly clientId: ClientId; readonly known: KnownOfClient; readonly at: Date },
): Promise<void> {
  await keepTraits(sql, { clientId, traits: traitsOf(known), at });
}

/**
 * Takes down what has become known of a client, within the caller's transaction, and puts whatever it has in common with other
 * clients into the queue of duplicates. Answers whether there is any; at sign-up the client is told nothing of it (readings, 28).
 */
export async function noteIdentity(
  sql: Sql,
  noted: {
    readonly clientId: ClientId;
    readonly known: KnownOfClient;
    readonly now: Date;
    readonly settings: Pick<Settings, 'desk'>;
  },
): Promise<boolean> {
  const { clientId, known, now, settings } = noted;
  const traits = traitsOf(known);
  const added = await keepTraits(sql, { clientId, traits, at: now });
  for (const { client_id: otherId, kinds } of await clientsSharing(sql, { clientId, traits: added })) {
    const found = await keepFinding(sql, { clientId, otherId, kinds, at: now });
    if (found === undefined) continue;
    const detail = { other_client: otherId, in_common: kinds.join(', ') };
    await openCase(sql, {
      queue: duplicatesQueue,
      subject: `duplicate:${found}`,
      clientId,
      detail,
      now,
      hours: settings.desk.businessHours,
    });
  }
  return (await clientsSharing(sql, { clientId, traits })).length > 0;
}
