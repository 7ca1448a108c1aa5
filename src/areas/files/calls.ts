import { clientId } from '../../base/id.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { filesContract } from './contract.ts';
import { openFile, scanOf, shownFileOf } from './face.ts';
import { filesOfClient } from './store.ts';

export const calls = ({ storage }: { readonly storage: ObjectStorage }) =>
  ({
    async own({ id }, ctx) {
      const opened = await openFile({ sql: ctx.sql, storage }, id);
      // Somebody else's is answered as one that is not there.
      if (opened?.file.clientId !== ctx.client.id) return ctx.refuse('unknown_file', { field: 'id' });
      return { fileName: opened.file.name, mediaType: opened.mediaType, body: opened.body };
    },

    async sent({ client_id }, ctx) {
      const client = clientId(Number(client_id));
      const files = await filesOfClient(ctx.sql, client);
      await ctx.record({ subject: `client:${client}`, clientId: client, detail: { files: files.length } });
      return { files: files.map((file) => ({ ...shownFileOf(file), about: file.about, scan: file.scan })) };
    },

    async ofClient({ id }, ctx) {
      const scan = await scanOf(ctx.sql, id);
      if (scan === 'waiting' || scan === 'refused') return ctx.refuse('file_not_checked', { field: 'id' });
      const opened = await openFile({ sql: ctx.sql, storage }, id);
      if (!opened) return ctx.refuse('unknown_file', { field: 'id' });
      const { clientId, kind, bytes } = opened.file;
      await ctx.record({ subject: `file:${id}`, ...(clientId === null ? {} : { clientId }), detail: { kind, bytes } });
      return { fileName: opened.file.name, mediaType: opened.mediaType, body: opened.body };
    },
  }) satisfies Handlers<typeof filesContract>;
