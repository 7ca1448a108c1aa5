import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

/** What draws charts or a calendar, and what Mantine needs, is heavy: only what shows such a thing loads it. */
const heavy = /\/(\w*Canvas|DayCalendar|Theme|mantine)\.(tsx|css)$/;
const sharedRooms = /\/src\/(ui|protocol|law|base)\//;
/** Libraries that are one big module graph, of which each page takes a little: the bundler divides them better. */
const barrels = /\/node_modules\/@mantine\/.*\.m?js$/;
/** The words that every visitor needs on the way to the dashboard, in one file a language. */
const firstWords = /\/locales\/([^/]+)\/(?:ui|session|shell|dashboard|money)\.po$/;

/**
 * Which chunk a module goes into: `kit` for all that the entrance takes at once, `frame` for what the portal and its first
 * screen take beyond it, `parts` for what screens share; the rest is a screen's own. Dozens of small files would each cost a
 * phone a trip.
 */
export function chunkNames(root: string): (id: string, graph: ModuleGraph) => string | null {
  const entrance = join(root, 'src/web/entrance.tsx');
  const portal = join(root, 'src/web/portal.tsx');
  const firstScreen = join(root, 'src/areas/dashboard/screens/Home.tsx');
  let known: { readonly kit: ReadonlySet<string>; readonly frame: ReadonlySet<string> } | undefined;
  return (id, graph) => {
    known ??= {
      kit: takenAtOnce([entrance], graph),
      frame: takenAtOnce([portal, firstScreen], graph),
    };
    const [, language] = firstWords.exec(id) ?? [];
    if (language !== undefined) return `words-${language}`;
    if (id === entrance || id === portal || barrels.test(id)) return null;
    if (known.kit.has(id)) return 'kit';
    if (known.frame.has(id)) return 'frame';
    return sharedRooms.test(id) && !heavy.test(id) && !isForLater(id, graph) ? 'parts' : null;
  };
}

/** Loaded by itself when first needed, or with the schemas of a form. */
function isForLater(id: string, graph: ModuleGraph): boolean {
  const { importedIds = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  return dynamicImporters.length > 0 || importedIds.some((taken) => taken.includes('/node_modules/zod/'));
}

function takenAtOnce(entries: readonly string[], graph: ModuleGraph, taken = new Set<string>()): ReadonlySet<string> {
  for (const id of entries) {
    if (taken.has(id) || barrels.test(id)) continue;
    taken.add(id);
    takenAtOnce(graph.getModuleInfo(id)?.importedIds ?? [], graph, taken);
  }
  return taken;
}
