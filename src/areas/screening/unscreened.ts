import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Settings } from '../../settings/index.ts';
import { closeCase, openCase } from '../cases/face.ts';
import { screeningQueue } from './queues.ts';

/** Why a client could not be compared with the lists: there is no name, or something of ours or of the data's failed. */
export type UnscreenedReason = 'no_name' | 'failed';

const subjectOf = (client: ClientId): string => `unscreened:${client}`;

/** Stands before compliance, once for each client. While they are due, what would be paid out to them waits (`isAwaited`). */
export async function keepUnscreened(
  sql: Sql,
  of: {
    readonly client: ClientId;
    readonly reason: UnscreenedReason;
    readonly now: Date;
    readonly settings: Pick<Settings, 'screening' | 'desk'>;
  },
): Promise<void> {
  await openCase(sql, {
    queue: screeningQueue(of.settings),
    subject: subjectOf(of.client),
    clientId: of.client,
    detail: { reason: of.reason },
    now: of.now,
    hours: of.settings.desk.businessHours,
  });
}

/** They have been compared. */
export async function endUnscreened(sql: Sql, client: ClientId, at: Date): Promise<void> {
  await closeCase(sql, { queue: screeningQueue().name, subject: subjectOf(client), outcome: 'screened', at });
}
