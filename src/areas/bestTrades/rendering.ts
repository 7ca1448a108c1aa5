import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const require = createRequire(import.meta.url);
let made: Promise<void> | undefined;

/** SVG that has its letters as outlines, as PNG: decision 25. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  made ??= readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  await made;
  const drawing = new Resvg(svg, { font: { fontBuffers: [] } });
  try {
    const picture = drawing.render();
    try {
      return picture.asPng();
    } finally {
      picture.free();
    }
  } finally {
    drawing.free();
  }
}
