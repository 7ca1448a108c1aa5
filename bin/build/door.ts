import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { PluginOption, UserConfig } from 'vite';
import { nonceMark } from '../../src/protocol/document.ts';
import { border } from './border.ts';
import { chunkNames, type Beginning } from './chunks.ts';
import { circles } from './circles.ts';
import { compress } from './compress.ts';
import { lean } from './lean.ts';
import { words } from './words.ts';

/** What tells one of the browser's doors from the other. */
interface Door {
  /** The repository. */
  readonly root: string;
  /** Below `src/`; the build goes into the folder of that name below `dist/`. */
  readonly folder: 'web' | 'desk';
  /** Addresses of its assets begin so. */
  readonly base: string;
  /** Names of its documents. */
  readonly documents: readonly string[];
  readonly begins: Beginning;
  readonly plugins?: readonly PluginOption[];
}

/** A door's own bundle: nothing of one door is named in what the other sends to browsers. */
export function doorConfig({ root, folder, base, documents, begins, plugins = [] }: Door): UserConfig {
  const sources = join(root, 'src', folder);
  return {
    root: sources,
    base,
    publicDir: false,
    // Two bundlers run beside each other in development.
    cacheDir: join(root, 'node_modules/.vite', folder),
    appType: 'custom',
    plugins: [border(root), lean(root, folder), words(root), react(), ...plugins, circles(), compress()],
    html: { cspNonce: nonceMark },
    css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[name]_[local]_[hash:base64:4]' } },
    build: {
      outDir: join(root, 'dist', folder),
      emptyOutDir: true,
      manifest: true,
      // A data: address would need a hole in the content security policy.
      assetsInlineLimit: 0,
      // Every browser that runs the rest knows it.
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        input: Object.fromEntries(documents.map((name) => [name, join(sources, `${name}.html`)])),
        output: {
          chunkFileNames: ({ facadeModuleId, name }) => `assets/${catalogName(facadeModuleId) ?? name}-[hash].js`,
          codeSplitting: {
            groups: [{ name: chunkNames(root, begins), debugName: 'taken together' }],
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  };
}

function catalogName(module: string | null | undefined): string | undefined {
  const [, language, area] = /\/locales\/([^/]+)\/([^/]+)\.po$/.exec(module ?? '') ?? [];
  return language === undefined ? undefined : `words.${language}.${area}`;
}
