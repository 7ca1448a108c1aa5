import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|json)$/;
const smallestBytes = 1024;

/** Puts a brotli copy beside each asset once, at the strongest level, so that the server only has to send it. */
export function compress(): Plugin {
  return {
    name: 'atrium-compress',
    apply: 'build',
    async writeBundle(options) {
      const folder = join(options.dir ?? '', 'assets');
      for (const name of await readdir(folder)) {
        if (!compressible.test(name)) continue;
        const bytes = await readFile(join(folder, name));
        if (bytes.length >= smallestBytes) await writeFile(join(folder, `${name}.br`), await brotli(bytes));
      }
    },
  };
}

/** The size in bytes that a browser downloads. */
export async function brotli(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}
