import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { onScreens } from '../../src/rooms.ts';
import { isOfFrame } from './words.ts';

/** A module that is loaded by itself, and the catalogs that are there when it is drawn. */
export interface Entry {
  /** From the root on. */
  readonly file: string;
  readonly catalogs: readonly string[];
}

/** What a door loads before anything is drawn; whatever is drawn behind it has that too. */
const doors = {
  portal: { file: 'src/web/portal.tsx', catalogs: ['ui', 'shell', 'session'] },
  desk: { file: 'src/desk/desk.tsx', catalogs: ['ui', 'money', 'desk.desk'] },
  entrance: { file: 'src/web/entrance.tsx', catalogs: ['session', 'ui', 'transfers'] },
} as const satisfies Readonly<Record<string, Entry>>;

/** Every door, and every module that the areas' lists of screens load, each with the words that come with it. */
export function entriesOf(root: string): readonly Entry[] {
  const listed = globSync('src/areas/*/{routes,deskRoutes}.ts', { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const door = file.endsWith('deskRoutes.ts') ? doors.desk : doors.portal;
      const own = [...(/\bwords: \[([^[\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => String(name));
      return importsIn(text)
        .filter(({ isLate }) => isLate)
        .map(({ from }) => ({ file: path.join(path.dirname(file), from), catalogs: [...door.catalogs, ...own] }));
    });
  return [...Object.values(doors), ...listed];
}

/** What a module takes of others beside it: while it runs, or `isLate` once it is asked for. Types alone are not there then. */
function importsIn(text: string): readonly { readonly from: string; readonly isLate: boolean }[] {
  const early = text.split(';').flatMap((statement) => {
    const begun = Math.max(statement.lastIndexOf('import '), statement.lastIndexOf('export '));
    const isType = statement.startsWith('type ', begun + 'import '.length);
    const from = begun === -1 || isType ? undefined : / from '(\.[^']+)'$/.exec(statement)?.[1];
    return from === undefined ? [] : [{ from, isLate: false }];
  });
  const late = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, from]) => ({ from: String(from), isLate: true }));
  return [...early, ...late];
}

/** All that an entry is made of. What lists screens loads them with words of their own. */
export function modulesOf(root: string, entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [entry];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file) || !existsSync(path.join(root, file))) continue;
    found.add(file);
    const from = path.dirname(file);
    const all = importsIn(readFileSync(path.join(root, file), 'utf8')).map((each) => path.join(from, each.from));
    left.push(...all.filter((each) => /\.tsx?$/.test(each) && !/(^|\/)(routes|deskRoutes)\.ts$/.test(each)));
  }
  return found;
}

export interface LoadedCheck {
  readonly root: string;
  readonly entries: readonly Entry[];
  /** id → the files that say it. */
  readonly needed: ReadonlyMap<string, readonly string[]>;
  /** id → the catalog that has it. */
  readonly catalogs: ReadonlyMap<string, string>;
}

/** What a screen, or a component that it is made of, says out of a catalog that is not there when it is drawn. */
export function checkLoaded({ root, entries, needed, catalogs }: LoadedCheck): string[] {
  const spoken = new Map<string, Set<string>>();
  for (const [id, files] of needed) {
    // What the frame calls pages it brings for all of them.
    const catalog = isOfFrame(id) ? 'shell' : catalogs.get(id);
    for (const file of files)
      if (catalog !== undefined && onScreens.files.test(file.replace(/^src\//, '')))
        spoken.set(file, (spoken.get(file) ?? new Set()).add(catalog));
  }
  return entries.flatMap(({ file: entry, catalogs: loaded }) =>
    [...modulesOf(root, entry)].flatMap((file) =>
      [...(spoken.get(file) ?? [])]
        .filter((catalog) => !loaded.includes(catalog))
        .map((catalog) => `${entry} is drawn without the words of ${catalog}, which ${file} says`),
    ),
  );
}
