import { z } from 'zod';
import { contract } from '../../protocol/call.ts';
import { inDigits } from '../../protocol/digits.ts';
import { deskFile, fileId, ownFile, shownFile, takenFile } from '../../protocol/file.ts';
import { paperBytes } from '../../protocol/fileKinds.ts';
import { partBytes, uploadPaths } from '../../protocol/uploadPaths.ts';
import { rowId } from '../../protocol/staff.ts';

const sentFile = shownFile.extend({
  /** What it is about, as `thing:id`. */
  about: z.string(),
  /** What the virus scanner has said of it; what is infected is gone. */
  scan: z.enum(['waiting', 'clean', 'infected', 'refused']),
});
export type SentFile = z.infer<typeof sentFile>;

/** How much of a file that comes in parts is there: the next part begins behind it. */
const arrived = z.object({ upload_id: z.string(), received: z.int(), part_bytes: z.literal(partBytes) });

export const filesContract = contract({
  area: 'files',
  calls: {
    own: ownFile,
    beginUpload: {
      method: 'POST',
      path: uploadPaths.begin,
      summary:
        'Begins to send a file in parts, or goes on with one that was cut off: the same name, size and digest within a day. Any call that takes a file takes it by `upload_id` instead, once all of it is there.',
      who: 'client',
      gate: 'view_documents',
      runs: 'transaction',
      keepsAnswer: false,
      rate: { count: 120, seconds: 3600 },
      input: z.object({
        name: z.string().min(1).max(255),
        bytes: z.int().min(1).max(paperBytes),
        sha256: z.string().regex(/^[\da-f]{64}$/),
      }),
      output: arrived,
      errors: {},
    },
    sendPart: {
      method: 'POST',
      path: uploadPaths.part,
      summary:
        'The part of a file that begins at `from`, of `part_bytes` but for the last one. One that is not the next is passed over: the answer says what is there.',
      who: 'client',
      gate: 'view_documents',
      runs: 'transaction',
      keepsAnswer: false,
      input: z.object({ id: fileId, from: inDigits(z.int().min(0).max(paperBytes)), file: takenFile }),
      output: arrived,
      errors: { unknown_file: 404 },
      takesFile: { kinds: ['part'], mostBytes: partBytes },
    },
    sent: {
      method: 'GET',
      path: '/api/desk/files',
      summary: 'What a client has sent, the latest first, page by page: `after` is `next` of the page before.',
      who: 'staff',
      right: 'read_clients',
      audits: 'files.list',
      runs: 'read',
      input: z.object({ client_id: rowId, after: fileId.optional() }),
      output: z.object({ files: z.array(sentFile), next: z.string().nullable() }),
      errors: {},
      reads: ['cases'],
    },
    ofClient: deskFile,
  },
});
