import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { ClientInfo, Notification } from '../../protocol/envelope.ts';
import type { NoticeTypes } from '../../protocol/notice.ts';
import { inboxCount } from '../inbox/face.ts';
import { clientInfoOf, type InfoOf } from '../session/face.ts';
import { shownNotices } from './shown.ts';

interface NewsOf extends InfoOf {
  readonly say: Say;
  readonly language: LanguageKey;
  readonly noticeTypes: NoticeTypes;
  /** Which notices are shown depends on the client, so whatever else has changed brings everything. */
  readonly wanted: 'all' | { readonly notices: boolean; readonly inbox: boolean };
}

/** What rides along on answers when it has changed for this browser (interfaces §2). A statement for each of the three. */
export async function loadNews(
  sql: Sql,
  of: NewsOf,
): Promise<{ client_info?: ClientInfo; notifications?: Notification[]; inbox_count?: number }> {
  const { client, settings, language, say, noticeTypes: types } = of;
  const reader = { clientId: client.id, profile: client.profile, language, say, brand: settings.brand, types };
  const { wanted } = of;
  const [info, notices, count] = await Promise.all([
    wanted === 'all' ? clientInfoOf(sql, of) : undefined,
    wanted === 'all' || wanted.notices ? shownNotices(sql, reader) : undefined,
    wanted === 'all' || wanted.inbox ? inboxCount(sql, client.id) : undefined,
  ]);
  return {
    ...(info && { client_info: info }),
    ...(notices && { notifications: notices.notifications }),
    ...(count !== undefined && { inbox_count: count }),
  };
}
