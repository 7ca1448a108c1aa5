import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { ClientInfo, Notification } from '../../protocol/envelope.ts';
import type { NoticeTypes } from '../../protocol/notice.ts';
import { inboxCount } from '../inbox/face.ts';
import { clientInfoOf, type InfoOf } from '../session/face.ts';
import { shownNotices } from './shown.ts';

/** What rides along on answers when it has changed for this browser (interfaces §2). Three statements. */
export async function loadNews(
  sql: Sql,
  of: InfoOf & { readonly say: Say; readonly language: LanguageKey; readonly noticeTypes: NoticeTypes },
): Promise<{ client_info: ClientInfo; notifications: Notification[]; inbox_count: number }> {
  const { client, settings, language, say, noticeTypes: types } = of;
  const reader = { clientId: client.id, profile: client.profile, language, say, brand: settings.brand, types };
  const [info, { notifications }, count] = await Promise.all([
    clientInfoOf(sql, of),
    shownNotices(sql, reader),
    inboxCount(sql, of.client.id),
  ]);
  return { client_info: info, notifications, inbox_count: count };
}
