import { behind, newFile, type Recipe } from './recipe.ts';

/** Letters that nobody has read for two years count as read: the first job of the area. */
export const job: Recipe = {
  name: 'a job',
  pieces: [
    {
      what: 'its file',
      edits: [
        newFile('src/areas/inbox/jobs.ts', [
          "import { after, dayMs } from '../../base/time.ts';",
          "import type { Jobs } from '../../protocol/call.ts';",
          "import { readUnreadBefore } from './store.ts';",
          '',
          'const staleDays = 730;',
          '',
          '/** Letters that nobody has read for two years count as read. */',
          'export const jobs = (): Jobs => ({',
          '  every: [',
          '    {',
          "      name: 'inbox.stale',",
          '      seconds: 3600,',
          "      dueBy: 'application',",
          '      run: async ({ sql, now }) => readUnreadBefore(sql, after(now, -staleDays * dayMs)),',
          '    },',
          '  ],',
          '});',
        ]),
      ],
      missed: { by: 'server', named: /areas\/inbox\/jobs\.ts/ },
    },
    {
      what: 'its statement',
      edits: [
        behind(
          'src/areas/inbox/store.ts',
          "const columns = 'id, message_group, is_read, is_favorite, text, sent_at';\n",
          [
            '',
            '/** Marks as read what was sent before then, a thousand at a time. */',
            'export async function readUnreadBefore(sql: Sql, before: Date): Promise<void> {',
            '  await sql.run(',
            '    `update inbox_message set is_read = true where id in',
            '       (select id from inbox_message where not is_read and sent_at < $1 order by id limit 1000)`,',
            '    [before],',
            '  );',
            '}\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'server', named: /readUnreadBefore/ },
    },
  ],
  commands: [{ script: 'registries', missed: { by: 'rooms', named: /src\/server\/served\.ts/ } }],
  proof: { file: 'job.ts' },
};
