import { randomUUID } from 'node:crypto';
import { clientId } from '../../base/id.ts';
import type { Clock } from '../../base/time.ts';
import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { filesContract } from './contract.ts';
import { openFile, scanOf, shownFileOf } from './face.ts';
import { partBytes } from '../../protocol/uploadPaths.ts';
import { addPart, beginUpload, filesOfClient, lockUpload } from './store.ts';

/** How many files a page of the desk holds. */
const deskPage = 20;

export interface Needs {
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

export const calls = ({ storage, clock }: Needs) =>
  ({
    async own({ id }, ctx) {
      const opened = await openFile({ sql: ctx.sql, storage }, id);
      // Somebody else's is answered as one that is not there.
      if (opened?.file.clientId !== ctx.client.id) return ctx.refuse('unknown_file', { field: 'id' });
      return { fileName: opened.file.name, mediaType: opened.mediaType, body: opened.body };
    },

    async beginUpload(announced, ctx) {
      const upload = { ...announced, id: randomUUID(), client: ctx.client.id, at: clock.wall() };
      const { id, received } = await beginUpload(ctx.sql, upload);
      return { upload_id: id, received, part_bytes: partBytes };
    },

    async sendPart({ id, from, file }, ctx) {
      const upload = await lockUpload(ctx.sql, { id, client: ctx.client.id });
      if (!upload) return ctx.refuse('unknown_file', { field: 'id' });
      const till = from + file.bytes;
      const isWhole = file.bytes === partBytes || till === upload.bytes;
      const isNext = from === upload.received && till <= upload.bytes && isWhole;
      if (isNext) await addPart(ctx.sql, { upload: id, from, file });
      return { upload_id: id, received: isNext ? till : upload.received, part_bytes: partBytes };
    },

    async sent({ client_id, after }, ctx) {
      const client = clientId(Number(client_id));
      const found = await filesOfClient(ctx.sql, { client, after, limit: deskPage + 1 });
      const files = found.slice(0, deskPage);
      await ctx.record({ subject: `client:${client}`, clientId: client, detail: { files: files.length } });
      return {
        files: files.map((file) => ({ ...shownFileOf(file), about: file.about, scan: file.scan })),
        next: found.length > deskPage ? (files.at(-1)?.id ?? null) : null,
      };
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
