import { builtinModules } from 'node:module';
import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Rooms and files that only the server may take (the plan: who may take what). */
const serverRooms = /^src\/(server|settings|ledger|ports|sandbox|migrations)\//;
const serverFiles = /^src\/areas\/[^/]+\/(calls|store|jobs|notices|face|settings)\.ts$/;

/**
 * The third lock between browser and server, after the two tsconfigs and the tidy test: the bundler refuses to take
 * a server room, or one of Node's own modules, into what browsers load.
 */
export function border(root: string): Plugin {
  return {
    name: 'atrium-border',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined || importer.includes('/node_modules/')) return null;
      if (isNodeModule(source)) throw new Error(`${place(root, importer)} takes ${source}, which no browser has`);
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const file = place(root, resolved?.id ?? '');
      if (serverRooms.test(file) || serverFiles.test(file)) {
        throw new Error(`${place(root, importer)} takes ${file}, which is the server's`);
      }
      return resolved;
    },
  };
}

function isNodeModule(source: string): boolean {
  return source.startsWith('node:') || builtinModules.includes(source);
}

function place(root: string, id: string): string {
  const [file = id] = id.split('?');
  return relative(root, file).split(sep).join('/');
}
