import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
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
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    // As it stands: bundled into a temporary file it would be a changed file to the watcher, which would start anew for ever.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { port: socketPort, host: '127.0.0.1' } },
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isModule(request.url)) return done();
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => {
      reply.raw.statusCode = 404;
      reply.raw.end();
    });
  });
  return {
    connectSources: [`ws://127.0.0.1:${socketPort}`, `ws://localhost:${socketPort}`],
    async read(name) {
      const text = await readFile(path.join(root, 'src/web', name), 'utf8');
      return vite.transformIndexHtml(`/${name}`, text);
    },
    // The bundler serves each catalog by itself.
    words: () => [],
    close: () => vite.close(),
  };
}

/** What the bundler serves: sources, packages and its own client. Pages and calls have no dot in their last segment. */
function isModule(url: string): boolean {
  return (
    /^\/(@|node_modules\/|src\/|ui\/|areas\/|law\/|wire\/|base\/|locales\/)/.test(url) ||
    /^\/[\w.-]+\.(tsx?|css|svg)(\?|$)/.test(url)
  );
}
