/** Vite's build manifest: what each chunk is called and what it takes. */
export type Manifest = Readonly<Record<string, ManifestChunk>>;

interface ManifestChunk {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly isEntry?: boolean;
}

export interface Measured {
  readonly name: string;
  /** Bytes of JavaScript, styles, words and the font of every page, as they are sent. Pictures are not counted. */
  readonly bytes: number;
  readonly limit: number;
}

const kilobyte = 1024;
const limits = { entrance: 120, dashboard: 220, desk: 160, terminal: 120, route: 60, catalog: 30 } as const;
const catalogKey = /locales\/([^/]+)\/([^/]+)\.po$/;
/** The catalogs of the way to the dashboard in one chunk a language, as bin/build/chunks.ts names it. */
const firstWordsName = /^words-(.+)$/;
const firstWords = 'first';
/** The one piece of the font that every page shows; the others wait for their own script's characters. */
const fontKey = '../ui/theme/inter.woff2';
const screenKey = /areas\/([^/]+)\/screens\/([^/]+)\.tsx$/;
const deskScreenKey = /areas\/([^/]+)\/desk\/([^/]+)\.tsx$/;
const terminalKey = '../areas/trading/screens/Terminal.tsx';
/** What draws, wherever it is loaded from, has its own name (bin/build/chunks.ts). */
const chartKey = /\/CandleCanvas\.tsx$/;
/**
 * What a visitor loads: the sign-in page, all the way from there to the dashboard, each further screen on top of that,
 * each catalog. `sizeOf` answers a file's bytes as sent.
 */
export function measure(manifest: Manifest, sizeOf: (file: string) => number): readonly Measured[] {
  const catalogs = Object.keys(manifest).filter((key) => catalogOf(manifest, key) !== undefined);
  const heaviest = (area: string): string[] =>
    catalogs
      .filter((key) => catalogOf(manifest, key)?.area === area)
      .sort((first, second) => sum(filesOf(manifest, [second]), sizeOf) - sum(filesOf(manifest, [first]), sizeOf))
      .slice(0, 1);
  const entrance = filesOf(manifest, ['entrance.html', ...heaviest(firstWords)]);
  const frame = filesOf(manifest, ['index.html', ...heaviest(firstWords)]);
  const screens = Object.keys(manifest).filter((key) => screenKey.test(key));
  const screenFiles = (key: string): Set<string> => filesOf(manifest, [key, ...heaviest(screenKey.exec(key)?.[1] ?? '')]);
  const dashboard = screens.filter((key) => screenKey.exec(key)?.[1] === 'dashboard');
  const arrival = new Set([...entrance, ...frame, ...dashboard.flatMap((key) => [...screenFiles(key)])]);
  return [
    { name: 'sign-in', bytes: sum(entrance, sizeOf), limit: limits.entrance * kilobyte },
    { name: 'sign-in to dashboard', bytes: sum(arrival, sizeOf), limit: limits.dashboard * kilobyte },
    ...screens.map((key) => ({
      name: `screen ${screenKey.exec(key)?.slice(1).join('/')}`,
      bytes: sum(new Set([...screenFiles(key)].filter((file) => !frame.has(file))), sizeOf),
      limit: limits.route * kilobyte,
    })),
    ...terminalOf(manifest, frame, sizeOf),
    ...catalogs.map((key) => ({
      name: `words ${Object.values(catalogOf(manifest, key) ?? {}).join('/')}`,
      bytes: sum(filesOf(manifest, [key]), sizeOf),
      limit: limits.catalog * kilobyte,
    })),
  ];
}

/** The terminal's own scripts beyond the frame, with the chart that it loads later. */
function terminalOf(manifest: Manifest, frame: ReadonlySet<string>, sizeOf: (file: string) => number): Measured[] {
  if (!manifest[terminalKey]) return [];
  const charts = Object.keys(manifest).filter((key) => chartKey.test(key));
  if (charts.length === 0) throw new Error('the build has no chart of candles');
  const own = [...filesOf(manifest, [terminalKey, ...charts])].filter((file) => file.endsWith('.js') && !frame.has(file));
  return [
    { name: 'scripts of the terminal, its chart included', bytes: sum(new Set(own), sizeOf), limit: limits.terminal * kilobyte },
  ];
}

/**
 * What a member of staff loads: the first page with the sign-in before it, which is in the same document, and each further
 * screen on top of that, with its area's words.
 */
export function measureDesk(manifest: Manifest, sizeOf: (file: string) => number): readonly Measured[] {
  const catalogs = Object.keys(manifest).filter((key) => catalogOf(manifest, key) !== undefined);
  const wordsOf = (area: string) => catalogs.filter((key) => catalogOf(manifest, key)?.area === area);
  const first = filesOf(manifest, ['index.html', ...wordsOf(firstWords)]);
  return [
    { name: 'first page of the desk', bytes: sum(first, sizeOf), limit: limits.desk * kilobyte },
    ...Object.keys(manifest)
      .filter((key) => deskScreenKey.test(key))
      .map((key) => ({
        name: `desk ${deskScreenKey.exec(key)?.slice(1).join('/')}`,
        bytes: sum(
          new Set(
            [...filesOf(manifest, [key, ...wordsOf(`${deskScreenKey.exec(key)?.[1]}.desk`)])].filter((file) => !first.has(file)),
          ),
          sizeOf,
        ),
        limit: limits.route * kilobyte,
      })),
  ];
}

function catalogOf(manifest: Manifest, key: string): { readonly language: string; readonly area: string } | undefined {
  const [, language, area = firstWords] = catalogKey.exec(key) ?? firstWordsName.exec(manifest[key]?.name ?? '') ?? [];
  return language === undefined ? undefined : { language, area };
}

/** The files of some chunks with everything that they take at once; what is loaded later is not theirs. */
function filesOf(manifest: Manifest, keys: readonly string[], files = new Set<string>()): Set<string> {
  const font = manifest[fontKey]?.file;
  if (font === undefined) throw new Error(`the build has no ${fontKey}`);
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no ${key}`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    if (chunk.assets?.includes(font)) files.add(font);
    filesOf(manifest, chunk.imports ?? [], files);
  }
  return files;
}

function sum(files: ReadonlySet<string>, sizeOf: (file: string) => number): number {
  return [...files].reduce((total, file) => total + sizeOf(file), 0);
}
