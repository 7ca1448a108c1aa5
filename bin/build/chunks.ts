import { globSync } from 'node:fs';
import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

/** What draws charts, a calendar or a code for a camera, what Mantine needs, the table of countries with their flags, and that of payment methods: only what shows such a thing loads it. */
const heavy =
  /\/(\w*Canvas|DayCalendar|QrCode|QrCode\.module|Theme|mantine|Flag|Flag\.module|countries|countryTable|methods|\w+Methods|prepaidCards|coins)\.(tsx?|css)$/;
const sharedRooms = /\/src\/(ui|protocol|law|base)\//;
/** Libraries that are one big module graph, of which each page takes a little: the bundler divides them better. */
const isBarrel = (id: string): boolean => id.includes('/node_modules/@mantine/') && /\.m?js$/.test(id);

/** What a door begins with, by files below the root. */
export interface Beginning {
  /** What the leanest of its documents takes at once. */
  readonly kit: readonly string[];
  /** What the frame and its first screen take beyond it. */
  readonly frame: readonly string[];
  /** The catalogs that every visitor needs on the way to the first screen: one file a language. */
  readonly words: RegExp;
}

export const portalBegins: Beginning = {
  kit: ['src/web/entrance.tsx'],
  frame: ['src/web/portal.tsx', 'src/areas/dashboard/screens/Home.tsx'],
  words: /^(ui|session|shell|dashboard|money)$/,
};

/** Staff need one document: everything that its first page takes is the frame's, and what it says comes in one piece. */
export const deskBegins: Beginning = {
  kit: [],
  frame: ['src/desk/desk.tsx', 'src/areas/cases/desk/Start.tsx', 'src/areas/approvals/desk/Waiting.tsx'],
  words: /^(ui|money|desk\.desk|cases\.desk|approvals\.desk)$/,
};

/** What fewer screens than this take is theirs, or nobody else would get a screen without it. */
const sharedBy = 16;
const screenFiles = 'src/areas/*/{screens,desk}/*.tsx';

/**
 * Which chunk a module goes into: `kit` for all that a door's leanest document takes at once, `frame` for what its frame and
 * first screen take beyond it, `parts` for what several screens share; the rest is a screen's own. Dozens of small files would
 * each cost a phone a trip.
 */
export function chunkNames(root: string, begins: Beginning): (id: string, graph: ModuleGraph) => string | null {
  const kit = begins.kit.map((file) => join(root, file));
  const frame = begins.frame.map((file) => join(root, file));
  const entries = new Set([...kit, ...frame].filter((file) => !file.includes('/areas/')));
  let known:
    | { readonly kit: ReadonlySet<string>; readonly frame: ReadonlySet<string>; readonly screens: ReadonlyMap<string, number> }
    | undefined;
  return (id, graph) => {
    known ??= {
      kit: takenAtOnce(kit, graph),
      frame: takenAtOnce(frame, graph),
      screens: screensTaking(root, graph),
    };
    const [, language, area = ''] = /\/locales\/([^/]+)\/([^/]+)\.po$/.exec(id) ?? [];
    if (language !== undefined && begins.words.test(area)) return `words-${language}`;
    if (entries.has(id) || isBarrel(id)) return null;
    if (known.kit.has(id)) return 'kit';
    if (known.frame.has(id)) return 'frame';
    const isShared = (known.screens.get(id) ?? 0) >= sharedBy;
    return isShared && sharedRooms.test(id) && !heavy.test(id) && !isForLater(id, graph) ? 'parts' : null;
  };
}

/** Loaded by itself when first needed, or with the schemas of a form. */
function isForLater(id: string, graph: ModuleGraph): boolean {
  const { importedIds = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  return dynamicImporters.length > 0 || importedIds.some((taken) => taken.includes('/node_modules/zod/'));
}

/** How many screens take each module at once. */
function screensTaking(root: string, graph: ModuleGraph): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const isLoaded = (id: string): boolean => (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
  for (const screen of globSync(screenFiles, { cwd: root }).map((file) => join(root, file)))
    if (isLoaded(screen)) for (const taken of takenAtOnce([screen], graph)) counts.set(taken, (counts.get(taken) ?? 0) + 1);
  return counts;
}

function takenAtOnce(entries: readonly string[], graph: ModuleGraph, taken = new Set<string>()): ReadonlySet<string> {
  for (const id of entries) {
    if (taken.has(id) || isBarrel(id)) continue;
    taken.add(id);
    takenAtOnce(graph.getModuleInfo(id)?.importedIds ?? [], graph, taken);
  }
  return taken;
}
