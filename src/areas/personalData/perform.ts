import { clientId } from '../../base/id.ts';
import type { Performer } from '../approvals/face.ts';
import { closeCase } from '../cases/face.ts';
import { clientById } from '../session/face.ts';
import { erasureQueue } from './queues.ts';
import { eraseAction } from './rules.ts';
import { subjectOf } from './shown.ts';
import { agreeErasure, hadBusiness, isKeptBack, isSomethingLeft, lockWaiting } from './store.ts';

export interface ErasePayload {
  readonly request: number;
  readonly client: number;
}

/** The client has left with the second person's agreement; what nothing has kept goes with the next sweep. */
export function performer(): Performer {
  return {
    action: eraseAction,
    async perform(sql, { payload, approvedBy, now }) {
      const { request, client: id } = payload as ErasePayload;
      const client = await clientById(sql, clientId(id));
      const row = client && (await lockWaiting(sql, client.id));
      if (!client || row?.id !== request) return 'outdated';
      if ((await isSomethingLeft(sql, client.id)) || (await isKeptBack(sql, client.id))) return 'outdated';
      await agreeErasure(sql, { row, by: approvedBy, hadBusiness: await hadBusiness(sql, client.id), at: now });
      await closeCase(sql, { queue: erasureQueue.name, subject: subjectOf(client.id), outcome: 'agreed', at: now });
      return 'done';
    },
  };
}
