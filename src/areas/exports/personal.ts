import { rowNumber, type ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { isLanguageKey } from '../../law/languages.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { personalFormats } from '../../protocol/exports.ts';
import type { Settings } from '../../settings/index.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { recordCount } from '../personalData/face.ts';
import { openProof } from '../security/face.ts';
import { clientById } from '../session/face.ts';
import type { exportsContract } from './contract.ts';
import { beginFile, fileOf, shownExport } from './owned.ts';
import { exportsOf } from './store.ts';

export interface PersonalNeeds extends FactorNeeds {
  readonly storage: ObjectStorage;
}

type Calls = Pick<Handlers<typeof exportsContract>, 'personal' | 'personalFiles' | 'personalFile' | 'personalFor'>;

const kind = 'personal_data';

/** A client's own data: asked for by the client, who proves anew who they are, or by staff, and fetched by the client alone. */
export function personalCalls(app: PersonalNeeds): Calls {
  const prove = openProof(app);
  return {
    async personal({ format, ...given }, ctx) {
      if (await isTooLong(ctx, ctx.client.id, format)) return ctx.refuse('export_long', { field: 'format' });
      const id = await prove(ctx, given, (sql) =>
        beginFile({ ...ctx, sql, tell: (event) => ctx.tellIn(sql, event) }, { kind, asked: { by: 'client' }, format }),
      );
      return id === undefined ? ctx.refuse('export_under_way') : { id };
    },

    async personalFiles(_input, ctx) {
      const rows = await exportsOf(ctx.sql, ctx.client.id, ctx.now);
      return { exports: rows.filter((row) => row.kind === kind).map(shownExport) };
    },

    async personalFile({ id }, ctx) {
      return (await fileOf(app.storage, ctx, id)) ?? ctx.refuse('unknown_export', { field: 'id' });
    },

    async personalFor({ client_id, format }, ctx) {
      const number = rowNumber(client_id);
      const client = number === undefined ? undefined : await clientById(ctx.sql, number);
      if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
      if (await isTooLong(ctx, client.id, format)) return ctx.refuse('export_long', { field: 'format' });
      const language = isLanguageKey(client.language) ? client.language : 'en';
      const id = await beginFile({ ...ctx, client, language }, { kind, asked: { by: 'desk' }, format });
      if (id === undefined) return ctx.refuse('export_under_way');
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id, before: null, after: { export: id, format } });
      return {};
    },
  };
}

/** Each record is some ten lines on paper. */
const linesOfRecord = 10;

async function isTooLong(
  { sql, settings }: { readonly sql: Sql; readonly settings: Settings },
  client: ClientId,
  format: (typeof personalFormats)[number],
): Promise<boolean> {
  return format === 'pdf' && (await recordCount(sql, client)) * linesOfRecord > settings.exports.pagedRows;
}
