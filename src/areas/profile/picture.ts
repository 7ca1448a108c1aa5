import type { ObjectStorage } from '../../ports/storage/port.ts';
import type { Handlers } from '../../protocol/call.ts';
import { forgetFile, keepFile, openFile } from '../files/face.ts';
import type { profileContract } from './contract.ts';
import { pictureOf, takePicture } from './store.ts';

export interface PictureNeeds {
  readonly storage: ObjectStorage;
}

/** The client's own picture: shown to them and at the desk, and to nobody else. */
export const pictureCalls = ({ storage }: PictureNeeds) =>
  ({
    async picture(_input, { sql, client, refuse }) {
      const id = await pictureOf(sql, client.id);
      const opened = id === undefined ? undefined : await openFile({ sql, storage }, id);
      if (!opened) return refuse('unknown_file');
      return { fileName: opened.file.name, mediaType: opened.mediaType, body: opened.body };
    },

    async savePicture({ file }, { sql, client, now }) {
      await keepFile(sql, file, `client:${client.id}`);
      const before = await takePicture(sql, { client: client.id, file: file.id, at: now });
      if (before !== undefined) await forgetFile(sql, before);
      return {};
    },

    async removePicture(_input, { sql, client, now }) {
      const before = await takePicture(sql, { client: client.id, file: null, at: now });
      if (before !== undefined) await forgetFile(sql, before);
      return {};
    },
  }) satisfies Partial<Handlers<typeof profileContract>>;
