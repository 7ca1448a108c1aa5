import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { compileCatalog, readCatalog } from './catalog.ts';

/**
 * Turns `locales/<language>/<area>.po` into a module of compiled sentences, one chunk a language and area. A sentence
 * that a language lacks is English, filled in here, so that no browser loads two catalogs.
 */
export function words(): Plugin {
  return {
    name: 'atrium-words',
    load(id) {
      if (!id.endsWith('.po')) return null;
      const english = join(dirname(dirname(id)), 'en', basename(id));
      this.addWatchFile(id);
      this.addWatchFile(english);
      const sentences = new Map([...(existsSync(english) ? read(english) : []), ...read(id)]);
      return { code: `export default ${JSON.stringify(compileCatalog(sentences))}`, moduleType: 'js' };
    },
  };
}

function read(file: string): ReadonlyMap<string, string> {
  try {
    return readCatalog(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
