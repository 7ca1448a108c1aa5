import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { border } from './bin/build/border.ts';
import { chunkNames } from './bin/build/chunks.ts';
import { circles } from './bin/build/circles.ts';
import { compress } from './bin/build/compress.ts';
import { firstPaint } from './bin/build/firstPaint.ts';
import { lean } from './bin/build/lean.ts';
import { words } from './bin/build/words.ts';
import { nonceMark } from './src/protocol/document.ts';

const root = import.meta.dirname;

/**
 * Two documents: the entrance (sign-in, error pages: as lean as can be) and the portal. The server chooses by path
 * and fills in nonce, language and brand (protocol/document.ts).
 */
export default defineConfig({
  root: join(root, 'src/web'),
  publicDir: false,
  cacheDir: join(root, 'node_modules/.vite'),
  appType: 'custom',
  plugins: [border(root), lean(root), words(root), react(), firstPaint(root), circles(), compress()],
  html: { cspNonce: nonceMark },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  build: {
    outDir: join(root, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // Every browser that runs the rest knows it.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { portal: join(root, 'src/web/index.html'), entrance: join(root, 'src/web/entrance.html') },
      output: {
        chunkFileNames: ({ facadeModuleId, name }) => `assets/${catalogName(facadeModuleId) ?? name}-[hash].js`,
        codeSplitting: {
          groups: [{ name: chunkNames(root), debugName: 'taken together' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});

function catalogName(module: string | null | undefined): string | undefined {
  const [, language, area] = /\/locales\/([^/]+)\/([^/]+)\.po$/.exec(module ?? '') ?? [];
  return language === undefined ? undefined : `words.${language}.${area}`;
}
