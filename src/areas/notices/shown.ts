import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { Notification } from '../../wire/envelope.ts';
import { isShown, statusBeside } from './rules.ts';
import { openNotices, type NoticeRow } from './store.ts';

/** The client's open notices in the language of `say`, newest first. */
export async function shownNotices(sql: Sql, reader: { clientId: ClientId; say: Say; brand: string }): Promise<Notification[]> {
  const rows = await openNotices(sql, reader.clientId);
  const types = new Set(rows.map((row) => row.type));
  return rows
    .filter((row) => isShown({ type: row.type, typeGroup: row.type_group }))
    .map((row) => shown(row, { status: statusBeside(row.type, types), ...reader }));
}

function shown(row: NoticeRow, reader: { say: Say; brand: string; status: string }): Notification {
  const values = { brand: reader.brand, ...row.values };
  return {
    id: String(row.id),
    type: row.type,
    level: row.level,
    title: reader.say(`notice.${row.type}.title`, values),
    text: reader.say(`notice.${row.type}.text`, values),
    status: reader.status,
    is_closable: row.is_closable,
    display: row.display,
    direction: 'api',
    data: { ...row.values, typeGroup: row.type_group, accountType: row.account_type },
    created_at: row.created_at.toISOString(),
  };
}
