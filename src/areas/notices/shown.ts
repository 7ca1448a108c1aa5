import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { Notification } from '../../protocol/envelope.ts';
import { isShown, statusBeside } from './rules.ts';
import { noticesPage } from './contract.ts';
import { openNotices, type NoticeRow, type NoticesPage } from './store.ts';

export interface NoticeReader {
  readonly clientId: ClientId;
  readonly say: Say;
  readonly brand: string;
}

/** A page of the client's open notices in the language of `say`, newest first. */
export async function shownNotices(
  sql: Sql,
  reader: NoticeReader,
  page: NoticesPage = { limit: noticesPage },
): Promise<{ notifications: Notification[]; next: string | null }> {
  const rows = await openNotices(sql, reader.clientId, { ...page, limit: page.limit + 1 });
  const here = rows.slice(0, page.limit);
  const types = new Set(here.map((row) => row.type));
  const last = rows.length > page.limit ? here.at(-1) : undefined;
  return {
    notifications: here
      .filter((row) => isShown({ type: row.type, typeGroup: row.type_group }))
      .map((row) => shown(row, { status: statusBeside(row.type, types), ...reader })),
    next: last ? String(last.id) : null,
  };
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
