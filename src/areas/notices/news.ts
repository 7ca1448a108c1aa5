import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { ClientInfo, Notification } from '../../protocol/envelope.ts';
import { inboxCount } from '../inbox/face.ts';
import { clientInfoOf, type InfoOf } from '../session/face.ts';
import { shownNotices } from './shown.ts';

/** What rides along on answers when it has changed for this browser (interfaces §2). Three statements. */
export async function loadNews(
  sql: Sql,
  of: InfoOf & { readonly say: Say },
): Promise<{ client_info: ClientInfo; notifications: Notification[]; inbox_count: number }> {
  const [info, { notifications }, count] = await Promise.all([
    clientInfoOf(sql, of),
    shownNotices(sql, { clientId: of.client.id, say: of.say, brand: of.settings.brand.name }),
    inboxCount(sql, of.client.id),
  ]);
  return { client_info: info, notifications, inbox_count: count };
}
