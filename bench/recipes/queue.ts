import { before, newFile, replaced, type Recipe } from './recipe.ts';

/** A source of rates that does not answer waits for somebody at the desk, until it answers again. */
export const queue: Recipe = {
  name: 'a queue',
  pieces: [
    {
      what: 'its file',
      edits: [
        newFile('src/areas/rates/queues.ts', [
          "import type { Queue } from '../cases/face.ts';",
          '',
          '/** Sources that do not answer. */',
          "export const silentSources: Queue = { name: 'providers', right: 'rates', promisedHours: 4 };",
          '',
          'export const queues = (): readonly Queue[] => [silentSources];',
        ]),
      ],
      missed: { by: 'server', named: /'\.\/queues\.ts'|rates\/queues\.ts/ },
    },
    {
      what: 'its cases',
      edits: [
        replaced(
          'src/areas/rates/jobs.ts',
          "import { fetchRates } from './fetching.ts';",
          "import { closeCase, openCase } from '../cases/face.ts';\nimport { fetchRates } from './fetching.ts';\nimport { silentSources } from './queues.ts';",
        ),
        replaced(
          'src/areas/rates/jobs.ts',
          'run: async ({ sql, transact, now, stale }) => {',
          'run: async ({ sql, transact, now, settings, stale }) => {',
        ),
        before(
          'src/areas/rates/jobs.ts',
          "        if (fetched.outcome === 'kept'",
          [
            "        const subject = 'source:reference-rates';",
            '        const { businessHours: hours } = settings.desk;',
            "        if (fetched.outcome === 'unknown') await openCase(sql, { queue: silentSources, subject, now, hours });",
            "        else await closeCase(sql, { queue: silentSources.name, subject, outcome: 'answered', at: now });\n",
          ].join('\n'),
        ),
      ],
      missed: { by: 'rooms', named: /areas\/rates\/queues\.ts: silentSources/ },
    },
  ],
  commands: [{ script: 'registries', missed: { by: 'rooms', named: /src\/server\/served\.ts/ } }],
  proof: { file: 'queue.ts' },
};
