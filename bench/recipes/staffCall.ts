import { behind, before, words, type Recipe } from './recipe.ts';

/** Staff write a letter into a client's inbox. */
export const staffCall: Recipe = {
  name: 'a staff call',
  pieces: [
    {
      what: 'its declaration',
      edits: [
        behind(
          'src/areas/clients/contract.ts',
          '  calls: {\n',
          [
            '    write: {',
            "      method: 'POST',",
            "      path: '/api/desk/clients/{client_id}/letters',",
            "      summary: 'Puts a letter into a client’s inbox.',",
            "      who: 'staff',",
            "      right: 'notes',",
            "      audits: 'client.write',",
            "      runs: 'transaction',",
            '      input: oneClient.extend({ text: z.string().trim().min(1).max(5000), reason }),',
            '      output: z.object({ message_id: z.int() }),',
            '      errors: { client_not_found: 404, client_reads_nothing: 409 },',
            "      stale: ['audit'],",
            '    },\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'server', named: /clients\/calls\.ts\(.*('write' does not exist|client_reads_nothing)/ },
    },
    {
      what: 'its handler',
      edits: [
        before(
          'src/areas/clients/calls.ts',
          "import { toldNotices } from '../notices/face.ts';",
          "import { putMessage } from '../inbox/face.ts';\n",
        ),
        behind(
          'src/areas/clients/calls.ts',
          'function finding() {\n  return {\n',
          [
            '    async write({ client_id, text }, ctx) {',
            '      const client = await requireClient(ctx, client_id);',
            "      if (client.profile.status === 5) return ctx.refuse('client_reads_nothing', { field: 'client_id' });",
            "      const letter = { clientId: client.id, group: 'backoffice', text, now: ctx.now } as const;",
            '      const messageId = await putMessage(ctx.sql, letter);',
            '      await ctx.record({ ...readingOf(client), before: null, after: { text } });',
            '      return { message_id: messageId ?? 0 };',
            '    },\n\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'server', named: /clients\/calls\.ts\(.*'write' is missing/ },
    },
    {
      what: 'its way on',
      edits: [before('src/protocol/deskWays.ts', "  client_screened: 'here',\n", "  client_reads_nothing: 'reload',\n")],
      missed: { by: 'server', named: /client_reads_nothing/ },
    },
    {
      what: 'its refusal',
      edits: [
        words('locales/en/clients.desk.po', {
          'error.client_reads_nothing': 'This client’s account is closed: no letter is read.',
        }),
      ],
      missed: { by: 'words', named: /^en lacks error\.client_reads_nothing/m },
    },
  ],
  commands: [{ script: 'map', missed: { by: 'rooms', named: /npm run map/ } }],
  proof: { file: 'staffCall.ts', tests: ['src/server/desk.test.ts'] },
};
