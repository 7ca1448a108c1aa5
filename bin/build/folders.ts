import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { portalSettings } from '../../src/settings/portal.ts';
import type { Contract } from '../../src/protocol/call.ts';

/** What nearly every area has, by names that say what is in it; the page names only what goes beyond. */
const usual = new Set(
  ['contract', 'rules', 'settings', 'calls', 'store', 'jobs', 'notices', 'queues', 'face', 'routes'].concat([
    'deskCalls',
    'deskRoutes',
    'deskTables',
    'index',
    'port',
  ]),
);

const heading = '## Every file, by its folder';

/** What the files tell that the section does not name: a folder's calls, settings, notices, jobs and tables. */
export type Declared = ReadonlyMap<string, readonly string[]>;

export async function declaredIn(root: string, contracts: readonly Contract[]): Promise<Declared> {
  const told = new Map<string, readonly string[]>([
    ['settings', settingsIn(portalSettings.shipped)],
    ['migrations', tablesIn(root)],
  ]);
  const callsOf = new Map(contracts.map(({ area, calls }) => [area, Object.keys(calls)]));
  // Some have no calls, and all the same settings, notices or jobs.
  for (const area of globSync('*/', { cwd: path.join(root, 'src/areas') }).toSorted()) {
    const settings = (await exportedBy(root, area, 'settings')) as { readonly shipped: object } | undefined;
    const notices = await exportedBy(root, area, 'notices');
    const parts = [
      ['calls', callsOf.get(area) ?? []],
      ['settings', settingsIn(settings?.shipped ?? {})],
      ['notices', Object.keys(notices ?? {})],
      ['jobs', jobsIn(root, area)],
    ] as const;
    told.set(
      `areas/${area}`,
      parts.flatMap(([what, names]) => (names.length === 0 ? [] : [`${what}: ${names.join(', ')}`])),
    );
  }
  return told;
}

/** What `npm run setting` and the desk call them. */
const settingsIn = (shipped: object): readonly string[] =>
  Object.entries(shipped).flatMap(([name, values]) =>
    Array.isArray(values) ? [name] : Object.keys(values as object).map((one) => `${name}.${one}`),
  );

/** What runs by itself, by the names that a log line and the metrics have. */
function jobsIn(root: string, area: string): readonly string[] {
  const at = path.join(root, `src/areas/${area}/jobs.ts`);
  return existsSync(at) ? found(readFileSync(at, 'utf8'), /\b(?:name: |minded\()'([\w.-]+)'/g) : [];
}

/** Each migration that makes tables, with their names. */
function tablesIn(root: string): readonly string[] {
  const folder = path.join(root, 'src/migrations');
  return globSync('*.sql', { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const tables = found(
        readFileSync(path.join(folder, file), 'utf8'),
        /^create (?:unlogged )?table (?:if not exists )?(\w+)/gim,
      );
      return tables.length === 0 ? [] : [`${nameOf(file)}: ${tables.join(', ')}`];
    });
}

const found = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])),
];

/** What `areas/<area>/<file>.ts` exports under the area's name; undefined where there is no such file. */
async function exportedBy(root: string, area: string, file: 'settings' | 'notices'): Promise<object | undefined> {
  const at = path.join(root, `src/areas/${area}/${file}.ts`);
  if (!existsSync(at)) return undefined;
  const module = (await import(at)) as Readonly<Record<string, object | undefined>>;
  return module[`${area}${file === 'settings' ? 'Settings' : 'Notices'}`];
}

/** The last section of ARCHITECTURE.md: the names of all files below src, folder by folder, tests apart. */
function writeFolders(root: string, declared: Declared): string {
  const byFolder = Map.groupBy(filesOf(root), (file) => path.dirname(file));
  const lines = [...byFolder, ['migrations', []] as const]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .flatMap(([folder, files]) => {
      const names = files
        .filter((file) => isNamed(nameOf(file)))
        .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'))
        .map((file) => nameOf(file) + offeredBy(root, file));
      const told = [...(names.length === 0 ? [] : [names.join(' · ')]), ...(declared.get(folder) ?? [])];
      return told.length === 0 ? [] : [`\`${folder}/\` ${told.join('; ')}`];
    });
  return `${heading}

Written by \`npm run map\`: each file with what it offers, its first ${mostOffered} names in brackets. What most folders have is not named (${[
    ...usual,
  ]
    .filter((name) => !isNamed(name))
    .join(', ')}); of an area, its calls, settings,
notices and jobs are, which stand in those files; of the migrations, those that make tables, with the tables.

${lines.map((line) => `- ${line}`).join('\n')}
`;
}

/** Rules are what one looks for by what they work out, under whatever area. */
const isNamed = (name: string): boolean => !usual.has(name) || name === 'rules';

/** What a file offers, first named first: the sums and rules of an area stand in files whose names alone do not tell. */
function offeredBy(root: string, file: string): string {
  if (file.endsWith('.tsx')) return '';
  const text = readFileSync(path.join(root, 'src', file), 'utf8');
  const names = found(text, /^(?:export (?:async )?(?:function\*?|const)|create or replace function) (\w+)/gm);
  const said = names.filter((name) => name.toLowerCase() !== nameOf(file).toLowerCase()).slice(0, mostOffered);
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

const mostOffered = 12;

function filesOf(root: string): readonly string[] {
  return globSync('**/*.{ts,tsx,sql}', { cwd: path.join(root, 'src') })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.includes('/') && !/\.test\.|\.d\.ts$|^migrations\//.test(file));
}

function nameOf(file: string): string {
  return path.basename(file).replace(/\.\w+$/, '');
}

/** The page with that section as it is now. */
export function withFolders(page: string, root: string, declared: Declared): string {
  const [before = ''] = page.split(`\n${heading}\n`);
  return `${before.trimEnd()}\n\n${writeFolders(root, declared)}`;
}
