import { LRUCache } from 'lru-cache';
import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { ClientProfile } from '../../law/gates.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Notification } from '../../protocol/envelope.ts';
import { paramsOf, type NoticeTypes } from '../../protocol/notice.ts';
import { pagePath } from '../../protocol/paths.ts';
import { noticesPage } from './contract.ts';
import { isShown, statusBeside } from './rules.ts';
import { allNotices, openNotices, type NoticeRow, type NoticesPage } from './store.ts';

export interface NoticeReader {
  readonly clientId: ClientId;
  readonly profile: ClientProfile;
  readonly language: LanguageKey;
  readonly say: Say;
  readonly brand: { readonly key: string; readonly name: string };
  readonly types: NoticeTypes;
}

/** A page of the client's open notices in the reader's language, newest first. */
export async function shownNotices(
  sql: Sql,
  reader: NoticeReader,
  page: NoticesPage = { limit: noticesPage },
): Promise<{ notifications: Notification[]; next: string | null }> {
  const rows = await openNotices(sql, reader.clientId, { ...page, limit: page.limit + 1 });
  const here = rows.slice(0, page.limit);
  const open = new Set<string>(here.map((row) => row.type));
  const last = rows.length > page.limit ? here.at(-1) : undefined;
  return {
    notifications: here
      .filter((row) => isShown(reader.types[row.type], { typeGroup: row.type_group, profile: reader.profile }))
      .map((row) => shown(row, reader, open)),
    next: last ? String(last.id) : null,
  };
}

/** A page of all that a client was told, as staff read it: closed notices too. */
export async function toldNotices(
  sql: Sql,
  reader: ShownReader,
  page: NoticesPage,
): Promise<{ notices: (Notification & { closed_at: string | null })[]; next: string | null }> {
  const rows = await allNotices(sql, reader.clientId, { ...page, limit: page.limit + 1 });
  const here = rows.slice(0, page.limit);
  return {
    notices: here.map((row) => ({
      ...shown(row, reader, new Set([row.type])),
      closed_at: row.closed_at?.toISOString() ?? null,
    })),
    next: rows.length > page.limit ? String(here.at(-1)?.id ?? '') : null,
  };
}

/** What a notice is written by; who reads it decides only which are shown. */
type ShownReader = Omit<NoticeReader, 'profile'>;

function shown(row: NoticeRow, reader: ShownReader, open: ReadonlySet<string>): Notification {
  const spec = reader.types[row.type];
  return {
    id: String(row.id),
    type: row.type,
    level: row.level,
    ...said(row, reader),
    status: statusBeside(spec, open),
    is_closable: row.is_closable,
    is_read: row.read_at !== null,
    display: row.display,
    direction: spec?.direction ?? 'api',
    target: targetOf(row, reader),
    hidden_on: (spec?.hiddenOn ?? []).map(({ path }) => path),
    data: { ...row.values, typeGroup: row.type_group, accountType: row.account_type },
    created_at: row.created_at.toISOString(),
  };
}

interface Sentences {
  readonly title: string;
  readonly text: string;
}

const mostSaid = 5000;
const knownSentences = new WeakMap<NoticeTypes, LRUCache<string, Sentences>>();

/** Browsers read the same notices again with each piece of news, and putting a sentence together costs more than all the rest of it. */
function said({ type, values }: NoticeRow, { types, language, brand, say }: ShownReader): Sentences {
  const known = knownSentences.get(types) ?? new LRUCache({ max: mostSaid });
  knownSentences.set(types, known);
  const key = JSON.stringify([language, type, brand.name, values]);
  const made = known.get(key) ?? {
    title: say(`notice.${type}.title`, { brand: brand.name, ...values }),
    text: say(`notice.${type}.text`, { brand: brand.name, ...values }),
  };
  known.set(key, made);
  return made;
}

/** The address of the page that a notice leads to. */
function targetOf({ type, values }: NoticeRow, { types, language, brand }: ShownReader): string | null {
  const target = types[type]?.target;
  const params = target && paramsOf(target, values);
  return target && params ? pagePath({ page: target.page, language, brand: brand.key, params }) : null;
}
