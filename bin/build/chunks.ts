import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

/** What draws charts or a calendar is heavy, and only the screens that show one load it. */
const heavy = /\/(\w*Canvas|DayField)\.(tsx|css)$/;
const sharedRooms = /\/src\/(ui|wire|law|base)\//;
/** Libraries that are one big module graph, of which each page takes a little: the bundler divides them better. */
const barrels = /\/node_modules\/@mantine\/.*\.m?js$/;

/**
 * Which chunk a module goes into: `kit` for all that the entrance takes at once, `frame` for what the portal takes beyond
 * it, `parts` for what screens share; the rest is a screen's own. Dozens of small files would each cost a phone a trip.
 */
export function chunkNames(root: string): (id: string, graph: ModuleGraph) => string | null {
  const entrance = join(root, 'src/web/entrance.tsx');
  const portal = join(root, 'src/web/portal.tsx');
  let known: { readonly kit: ReadonlySet<string>; readonly frame: ReadonlySet<string> } | undefined;
  return (id, graph) => {
    known ??= { kit: takenAtOnce(entrance, graph), frame: takenAtOnce(portal, graph) };
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

function takenAtOnce(entry: string, graph: ModuleGraph, taken = new Set<string>()): ReadonlySet<string> {
  if (taken.has(entry) || barrels.test(entry)) return taken;
  taken.add(entry);
  for (const id of graph.getModuleInfo(entry)?.importedIds ?? []) takenAtOnce(id, graph, taken);
  return taken;
}
