import { behind, newFile, type Recipe } from './recipe.ts';

/** Names that are looked up in lists of sanctions, by a list of the broker's own to begin with. */
export const port: Recipe = {
  name: 'a port',
  pieces: [
    {
      what: 'what is asked of it',
      edits: [
        newFile('src/ports/watchlist/port.ts', [
          '/** What the broker asks of whoever keeps lists of people that nobody may serve. */',
          'export interface Watchlist {',
          '  /** Never throws for what the provider may answer. */',
          '  look(name: string): Promise<WatchlistAnswer>;',
          '}',
          '',
          'export type WatchlistAnswer =',
          "  | { readonly outcome: 'done'; readonly isListed: boolean }",
          '  /** Nobody knows: ask again later. */',
          "  | { readonly outcome: 'unknown'; readonly reason: string };",
        ]),
      ],
      missed: { by: 'server', named: /ports\/watchlist\/.*'\.\.?\/port\.ts'/ },
    },
    {
      what: 'its connector',
      edits: [
        newFile('src/ports/watchlist/list/index.ts', [
          "import type { Watchlist } from '../port.ts';",
          '',
          'export interface ListSettings {',
          '  readonly names: readonly string[];',
          '}',
          '',
          '/** A list of our own. */',
          'export function openList({ names }: ListSettings): Watchlist {',
          '  const listed = new Set(names.map((name) => name.toLowerCase()));',
          "  return { look: async (name) => ({ outcome: 'done', isListed: listed.has(name.toLowerCase()) }) };",
          '}',
        ]),
      ],
      missed: { by: 'server', named: /ports\/watchlist\/index\.ts\(.*'\.\/list\/index\.ts'/ },
    },
    {
      what: 'the choice of its connector',
      edits: [
        newFile('src/ports/watchlist/index.ts', [
          "import { openList, type ListSettings } from './list/index.ts';",
          "import type { Watchlist } from './port.ts';",
          '',
          "export type WatchlistSettings = { readonly provider: 'list' } & ListSettings;",
          '',
          'const providers = { list: openList };',
          '',
          '/** Whoever the settings name. */',
          'export function openWatchlist(settings: WatchlistSettings): Watchlist {',
          '  return providers[settings.provider](settings);',
          '}',
        ]),
      ],
      missed: { by: 'server', named: /ports\/watchlist\/index\.ts'/ },
    },
    {
      what: 'its opening',
      edits: [
        behind(
          'src/server/start/outside.ts',
          "import type { ReferenceRates } from '../../ports/rates/port.ts';\n",
          "import { openWatchlist } from '../../ports/watchlist/index.ts';\nimport type { Watchlist } from '../../ports/watchlist/port.ts';\n",
        ),
        behind(
          'src/server/start/outside.ts',
          '  readonly referenceRates: ReferenceRates;\n',
          '  readonly watchlist: Watchlist;\n',
        ),
        behind(
          'src/server/start/outside.ts',
          "    referenceRates: openReferenceRates({ source: 'ecb', address: config.ECB_URL }),\n",
          "    watchlist: openWatchlist({ provider: 'list', names: [] }),\n",
        ),
      ],
      missed: { by: 'rooms', named: /"ports\/watchlist"/ },
    },
    {
      what: 'its test over every connector',
      edits: [
        newFile('src/ports/watchlist/port.test.ts', [
          "import { expect, test } from 'vitest';",
          "import { openWatchlist } from './index.ts';",
          '',
          "const connectors = [['list', openWatchlist({ provider: 'list', names: ['Jane Doe'] })]] as const;",
          '',
          "test.each(connectors)('%s finds who is listed, however the name is written', async (_name, watchlist) => {",
          "  expect(await watchlist.look('JANE DOE')).toEqual({ outcome: 'done', isListed: true });",
          "  expect(await watchlist.look('John Roe')).toEqual({ outcome: 'done', isListed: false });",
          '});',
        ]),
      ],
      missed: { by: 'rooms', named: /ports\/watchlist/ },
    },
  ],
  proof: { file: 'port.ts', tests: ['src/ports/watchlist/port.test.ts'] },
};
