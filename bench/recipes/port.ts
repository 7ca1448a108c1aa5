import { behind, newFile, type Recipe } from './recipe.ts';

/** Names that are looked up in lists of sanctions, by a list of the broker's own to begin with. */
export const port: Recipe = {
  name: 'a port',
  pieces: [
    {
      what: 'what is asked of it',
      edits: [
        newFile('src/ports/screening/port.ts', [
          '/** What the broker asks of whoever keeps lists of people that nobody may serve. */',
          'export interface Screening {',
          '  /** Never throws for what the provider may answer. */',
          '  look(name: string): Promise<ScreeningAnswer>;',
          '}',
          '',
          'export type ScreeningAnswer =',
          "  | { readonly outcome: 'done'; readonly isListed: boolean }",
          '  /** Nobody knows: ask again later. */',
          "  | { readonly outcome: 'unknown'; readonly reason: string };",
        ]),
      ],
      missed: { by: 'server', named: /ports\/screening\/.*'\.\.?\/port\.ts'/ },
    },
    {
      what: 'its connector',
      edits: [
        newFile('src/ports/screening/list/index.ts', [
          "import type { Screening } from '../port.ts';",
          '',
          'export interface ListSettings {',
          '  readonly names: readonly string[];',
          '}',
          '',
          '/** A list of our own. */',
          'export function openList({ names }: ListSettings): Screening {',
          '  const listed = new Set(names.map((name) => name.toLowerCase()));',
          "  return { look: async (name) => ({ outcome: 'done', isListed: listed.has(name.toLowerCase()) }) };",
          '}',
        ]),
      ],
      missed: { by: 'server', named: /ports\/screening\/index\.ts\(.*'\.\/list\/index\.ts'/ },
    },
    {
      what: 'the choice of its connector',
      edits: [
        newFile('src/ports/screening/index.ts', [
          "import { openList, type ListSettings } from './list/index.ts';",
          "import type { Screening } from './port.ts';",
          '',
          "export type ScreeningSettings = { readonly provider: 'list' } & ListSettings;",
          '',
          'const providers = { list: openList };',
          '',
          '/** Whoever the settings name. */',
          'export function openScreening(settings: ScreeningSettings): Screening {',
          '  return providers[settings.provider](settings);',
          '}',
        ]),
      ],
      missed: { by: 'server', named: /ports\/screening\/index\.ts'/ },
    },
    {
      what: 'its opening',
      edits: [
        behind(
          'src/server/start/outside.ts',
          "import type { ReferenceRates } from '../../ports/rates/port.ts';\n",
          "import { openScreening } from '../../ports/screening/index.ts';\nimport type { Screening } from '../../ports/screening/port.ts';\n",
        ),
        behind(
          'src/server/start/outside.ts',
          '  readonly referenceRates: ReferenceRates;\n',
          '  readonly screening: Screening;\n',
        ),
        behind(
          'src/server/start/outside.ts',
          "    referenceRates: openReferenceRates({ source: 'ecb', address: config.ECB_URL }),\n",
          "    screening: openScreening({ provider: 'list', names: [] }),\n",
        ),
      ],
      missed: { by: 'rooms', named: /"ports\/screening"/ },
    },
    {
      what: 'its test over every connector',
      edits: [
        newFile('src/ports/screening/port.test.ts', [
          "import { expect, test } from 'vitest';",
          "import { openScreening } from './index.ts';",
          '',
          "const connectors = [['list', openScreening({ provider: 'list', names: ['Jane Doe'] })]] as const;",
          '',
          "test.each(connectors)('%s finds who is listed, however the name is written', async (_name, screening) => {",
          "  expect(await screening.look('JANE DOE')).toEqual({ outcome: 'done', isListed: true });",
          "  expect(await screening.look('John Roe')).toEqual({ outcome: 'done', isListed: false });",
          '});',
        ]),
      ],
      missed: { by: 'rooms', named: /ports\/screening/ },
    },
  ],
  proof: { file: 'port.ts', tests: ['src/ports/screening/port.test.ts'] },
};
