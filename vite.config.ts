import { defineConfig } from 'vite';
import { portalBegins } from './bin/build/chunks.ts';
import { doorConfig } from './bin/build/door.ts';
import { firstPaint } from './bin/build/firstPaint.ts';

const root = import.meta.dirname;

/**
 * The portal has two documents: the entrance (sign-in, error pages: as lean as can be) and the portal itself. The server
 * chooses by path and fills in nonce, language and brand (protocol/document.ts). The desk is built by vite.desk.config.ts.
 */
export default defineConfig(
  doorConfig({
    root,
    folder: 'web',
    base: '/',
    documents: ['index', 'entrance'],
    begins: portalBegins,
    plugins: [firstPaint(root)],
  }),
);
