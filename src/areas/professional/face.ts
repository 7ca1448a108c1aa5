import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { closeCase } from '../cases/face.ts';
import { endDueOf } from '../enrolment/face.ts';
import { professionalQueue } from './queues.ts';
import { aboutApplication } from './shown.ts';
import { beginAgain } from './store.ts';

/**
 * A client is another company's from now on, which assesses by itself: what was requested of the former one and acknowledged to it is not
 * judged any more, and the papers wait for another request.
 */
export async function beginAnew(sql: Sql, { clientId, now }: { readonly clientId: ClientId; readonly now: Date }): Promise<void> {
  await endDueOf(sql, clientId, 'professional');
  const row = await beginAgain(sql, clientId);
  if (!row) return;
  await closeCase(sql, { queue: professionalQueue.name, subject: aboutApplication(row), outcome: 'moved', at: now });
}
