import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Settings } from '../../settings/index.ts';
import type { ClientIdentity, Handlers } from '../../protocol/call.ts';
import type { Push } from '../../ports/push/port.ts';
import type { NoticeTypes } from '../../protocol/notice.ts';
import type { noticesContract } from './contract.ts';
import { shownNotices, type NoticeReader } from './shown.ts';
import { closeById, dropPush, growVersion, keepPush, markRead, noticeById, pushesOf } from './store.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
  readonly noticeTypes: NoticeTypes;
  readonly push?: Push | undefined;
}

export const calls = (app: Needs) =>
  ({
    async list({ after, limit }, ctx) {
      return shownNotices(ctx.sql, readerOf(app, ctx), { after: after === undefined ? undefined : BigInt(after), limit });
    },

    async remove(input, ctx) {
      const notice = { clientId: ctx.client.id, id: BigInt(input.remove), now: ctx.now };
      const found = await noticeById(ctx.sql, notice);
      if (!found) return ctx.refuse('notice_not_found', { field: 'remove' });
      if (!found.is_closable) return ctx.refuse('notice_not_closable', { field: 'remove' });
      if (await closeById(ctx.sql, notice)) await growVersion(ctx.sql, ctx.client.id);
      return shownNotices(ctx.sql, readerOf(app, ctx));
    },

    async read({ ids }, ctx) {
      const marked = await markRead(ctx.sql, { clientId: ctx.client.id, ids: ids?.map(BigInt), now: ctx.now });
      if (marked > 0) await growVersion(ctx.sql, ctx.client.id);
      return shownNotices(ctx.sql, readerOf(app, ctx));
    },

    push: (_input, ctx) => pushedOf(app, ctx),

    async savePush({ endpoint, keys }, ctx) {
      if (!app.push) return ctx.refuse('push_not_offered');
      if (!app.push.serves(endpoint)) return ctx.refuse('push_service_unknown', { field: 'endpoint' });
      const { id: clientId, sid } = ctx.client;
      await keepPush(ctx.sql, { clientId, sid, endpoint, ...keys, now: ctx.now });
      return pushedOf(app, ctx);
    },

    async removePush({ endpoint }, ctx) {
      await dropPush(ctx.sql, { clientId: ctx.client.id, endpoint });
      return pushedOf(app, ctx);
    },
  }) satisfies Handlers<typeof noticesContract>;

async function pushedOf({ push }: Needs, { sql, client }: { readonly sql: Sql; readonly client: ClientIdentity }) {
  const browsers = push ? await pushesOf(sql, client.id) : [];
  return { key: push?.publicKey ?? null, endpoints: browsers.map(({ endpoint }) => endpoint) };
}

interface Reading {
  readonly client: ClientIdentity;
  readonly language: LanguageKey;
  readonly settings: Settings;
}

function readerOf({ words, noticeTypes }: Needs, { client, language, settings }: Reading): NoticeReader {
  const { id: clientId, profile } = client;
  return { clientId, profile, language, say: words.in(language), brand: settings.brand, types: noticeTypes };
}
