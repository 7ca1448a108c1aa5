import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { deskFile, ownFile, shownFile } from '../../protocol/file.ts';
import { rowId } from '../../protocol/staff.ts';

const sentFile = shownFile.extend({
  /** What it is about, as `thing:id`. */
  about: z.string(),
  /** What the virus scanner has said of it; what is infected is gone. */
  scan: z.enum(['waiting', 'clean', 'infected', 'refused']),
});
export type SentFile = z.infer<typeof sentFile>;

export const filesContract = contract({
  area: 'files',
  calls: {
    own: ownFile,
    sent: {
      method: 'GET',
      path: '/api/desk/files',
      summary: 'What a client has sent, the latest first, at most a hundred.',
      who: 'staff',
      right: 'read_clients',
      audits: 'files.list',
      runs: 'read',
      input: z.object({ client_id: rowId }),
      output: z.object({ files: z.array(sentFile) }),
      errors: {},
      reads: ['cases'],
    },
    ofClient: deskFile,
  },
});
