import type { Mutant } from './mutant.ts';

/** Of what looks into files that strangers send. */
export const fileMutants: readonly Mutant[] = [
  {
    name: 'appended-file',
    file: 'src/server/uploads/jpeg.ts',
    find: "end: () => 'damaged',",
    replace: 'end: () => undefined,',
    breaks: 'A picture is taken with whatever hangs on behind it.',
    tests: ['src/server/uploads/uploads.test.ts'],
  },
  {
    name: 'acting-pdf',
    file: 'src/server/uploads/pdf.ts',
    find: "if (active.has(meant)) return 'active';",
    replace: "if (active.has(written)) return 'active';",
    breaks: 'A PDF acts by a name that is spelled in numbers.',
    tests: ['src/server/uploads/uploads.test.ts'],
  },
  {
    name: 'papers-out-of-reach',
    file: 'src/areas/documents/calls.ts',
    find: 'older: page.length > pageSize ?',
    replace: 'older: page.length > 4 * pageSize ?',
    breaks: 'What a client has sent long ago is on no page of their papers.',
    tests: ['src/areas/documents/pages.test.ts'],
  },
  {
    name: 'foreign-file',
    file: 'src/areas/files/calls.ts',
    find: 'if (opened?.file.clientId !== ctx.client.id)',
    replace: 'if (!opened)',
    breaks: 'Whoever knows the number of a file reads it.',
    tests: ['src/areas/files/calls.test.ts'],
  },
  {
    name: 'upload-taken-twice',
    file: 'src/server/uploads/uploads.ts',
    find: 'if (taken?.upload && !(await lockUpload(sql, taken.upload.id)))',
    replace: "if (taken?.upload && taken.upload.id === '' && !(await lockUpload(sql, taken.upload.id)))",
    breaks: 'Two calls that come at once both take one upload.',
    tests: ['src/areas/files/uploads.test.ts'],
  },
  {
    name: 'unscanned-file',
    file: 'src/areas/files/calls.ts',
    find: "if (scan === 'waiting' || scan === 'refused')",
    replace: "if (scan === 'refused')",
    breaks: 'The desk opens a file that the virus scanner has not seen.',
    tests: ['src/areas/files/calls.test.ts'],
  },
  {
    name: 'kept-refused-file',
    file: 'src/server/serve/serve.ts',
    find: 'if (upload) await endUpload(exchange, upload, parts);',
    replace: 'if (upload && reply.statusCode < 400) await endUpload(exchange, upload, parts);',
    breaks: 'The file of a call that was refused stays in the store.',
    tests: ['src/server/uploads/uploads.test.ts'],
  },
  {
    name: 'part-of-ended-upload',
    file: 'src/areas/files/store.ts',
    find: "'select id from partial_upload where id = any($1::uuid[]) order by id for update'",
    replace: "'select id from partial_upload where id = any($1::uuid[]) order by id'",
    breaks: 'A part that comes while its file is ended stays in the store for good.',
    tests: ['src/areas/files/uploads.test.ts'],
  },
];
