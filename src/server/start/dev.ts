import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { deskRoot } from '../../protocol/paths.ts';
import type { Documents } from '../http/pages.ts';

/** Documents and modules from the bundler itself, replaced in the browser while one works (`npm run dev`). */
export interface DevelopmentDocuments extends Documents {
  /** Where the bundler's socket listens. */
  readonly connectSources: readonly string[];
  close(): Promise<void>;
}

export async function developmentDocuments(
  fastify: FastifyInstance,
  root: string,
  socketPort: number,
): Promise<DevelopmentDocuments> {
  const portal = await openBundler(root, 'vite.config.ts', socketPort);
  const deskPort = socketPort + 1;
  // Not before somebody comes to the desk: few who work on the portal do.
  let desk: Promise<ViteDevServer> | undefined;
  const bundlerOf = async (isDesk: boolean): Promise<ViteDevServer> =>
    isDesk ? (desk ??= openBundler(root, 'vite.desk.config.ts', deskPort)) : portal;
  fastify.addHook('onRequest', async (request, reply) => {
    const found = modulePath.exec(request.url);
    if (!found) return;
    reply.hijack();
    const bundler = await bundlerOf(found[1] !== undefined);
    bundler.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
  return {
    connectSources: [socketPort, deskPort].flatMap((port) => [`ws://127.0.0.1:${port}`, `ws://localhost:${port}`]),
    async read(name) {
      const isDesk = name === 'desk.html';
      const place = isDesk ? 'src/desk/index.html' : `src/web/${name}`;
      const bundler = await bundlerOf(isDesk);
      return bundler.transformIndexHtml(isDesk ? '/index.html' : `/${name}`, await readFile(path.join(root, place), 'utf8'));
    },
    // The bundler serves each catalog by itself.
    words: () => [],
    async close() {
      await portal.close();
      await (await desk)?.close();
    },
  };
}

async function openBundler(root: string, configuration: string, socketPort: number): Promise<ViteDevServer> {
  const { createServer } = await import('vite');
  return createServer({
    configFile: path.join(root, configuration),
    // As it stands: bundled into a temporary file it would be a changed file to the watcher, which would start anew for ever.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { port: socketPort, host: '127.0.0.1' } },
  });
}

/** What a bundler serves: sources, packages and its own client. Pages and calls have no dot in their last segment. */
const modulePath = new RegExp(
  String.raw`^(/${deskRoot})?/((@|node_modules/|src/|ui/|areas/|law/|protocol/|base/|locales/)|[\w.-]+\.(tsx?|css|svg)(\?|$))`,
);
