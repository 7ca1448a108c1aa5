import type { Sql } from '../../base/sql.ts';
import type { Settings } from '../../settings/index.ts';
import type { Approved, Performer } from '../approvals/face.ts';
import { assign, type Assigned } from './deciding.ts';

export const assignAction = 'bank_entry.assign';

/** What an assignment waits with. */
export interface AssignPayload {
  readonly id: number;
  readonly assigned: Assigned;
}

/** Does what a second person has agreed to, in the transaction of that agreement. */
export function performer(app: { readonly settings: () => Settings }): Performer {
  return {
    action: assignAction,
    perform: (sql: Sql, { payload, now }: Approved) =>
      assign(sql, {
        ...(payload as AssignPayload),
        now,
        settings: app.settings(),
      }),
  };
}
