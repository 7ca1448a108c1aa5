import type { Say } from '../../base/wording.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { noticesContract } from './contract.ts';
import { shownNotices } from './shown.ts';
import { closeById, growVersion, noticeById } from './store.ts';

export interface Needs {
  readonly words: { in(language: LanguageKey): Say };
}

export const calls = (app: Needs) =>
  ({
    async list({ after, limit }, ctx) {
      const reader = { clientId: ctx.client.id, say: app.words.in(ctx.language), brand: ctx.settings.brand.name };
      return shownNotices(ctx.sql, reader, { after: after === undefined ? undefined : BigInt(after), limit });
    },

    async remove(input, ctx) {
      const notice = { clientId: ctx.client.id, id: BigInt(input.remove), now: ctx.now };
      const found = await noticeById(ctx.sql, notice);
      if (!found) return ctx.refuse('notice_not_found', { field: 'remove' });
      if (!found.is_closable) return ctx.refuse('notice_not_closable', { field: 'remove' });
      if (await closeById(ctx.sql, notice)) await growVersion(ctx.sql, ctx.client.id);
      const reader = { clientId: ctx.client.id, say: app.words.in(ctx.language), brand: ctx.settings.brand.name };
      return shownNotices(ctx.sql, reader);
    },
  }) satisfies Handlers<typeof noticesContract>;
