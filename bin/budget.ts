// `npm run budget`: what a browser downloads, held to its limits. Runs over the build in dist/web.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { measure, type Manifest } from './build/budget.ts';

const folder = path.join(path.dirname(import.meta.dirname), 'dist/web');
const manifestFile = path.join(folder, '.vite/manifest.json');
if (!existsSync(manifestFile)) {
  console.error('The browser side is not built: run npm run build first.');
  process.exit(1);
}

const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
const sizeOf = (file: string): number => {
  const compressed = path.join(folder, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : path.join(folder, file)).size;
};
const measured = measure(manifest, sizeOf);
for (const { name, bytes, limit } of measured) {
  const mark = bytes > limit ? 'OVER' : 'ok  ';
  console.log(`${mark} ${name.padEnd(44)} ${kilobytes(bytes).padStart(8)} of ${kilobytes(limit)}`);
}
if (measured.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1;

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 102.4) / 10} KB`;
}
