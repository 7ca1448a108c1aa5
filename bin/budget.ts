// `npm run budget`: what a browser downloads, held to its limits. Runs over the builds in dist.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { measure, measureDesk, type Manifest, type Measured } from './build/budget.ts';

const dist = path.join(path.dirname(import.meta.dirname), 'dist');
const measured = [...measureIn('web', measure), ...measureIn('desk', measureDesk)];
for (const { name, bytes, limit } of measured) {
  const mark = bytes > limit ? 'OVER' : 'ok  ';
  console.log(`${mark} ${name.padEnd(44)} ${kilobytes(bytes).padStart(8)} of ${kilobytes(limit)}`);
}
if (measured.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1;

function measureIn(door: 'web' | 'desk', measureBuild: typeof measure): readonly Measured[] {
  const folder = path.join(dist, door);
  const manifestFile = path.join(folder, '.vite/manifest.json');
  if (!existsSync(manifestFile)) {
    console.error('The browser side is not built: run npm run build first.');
    process.exit(1);
  }
  return measureBuild(JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest, (file) => {
    const compressed = path.join(folder, `${file}.br`);
    return statSync(existsSync(compressed) ? compressed : path.join(folder, file)).size;
  });
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 102.4) / 10} KB`;
}
