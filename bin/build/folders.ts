import { globSync } from 'node:fs';
import path from 'node:path';

/** What nearly every area has, by names that say what is in it; the page names only what goes beyond. */
const usual = new Set(
  ['contract', 'rules', 'settings', 'calls', 'store', 'jobs', 'notices', 'queues', 'face', 'routes'].concat([
    'deskCalls',
    'deskRoutes',
    'deskTables',
    'index',
    'port',
  ]),
);

const heading = '## Every file, by its folder';

/** The last section of ARCHITECTURE.md: the names of all files below src, folder by folder, tests and what they stand on apart. */
export function writeFolders(root: string): string {
  const byFolder = Map.groupBy(filesOf(root), (file) => path.dirname(file));
  const lines = [...byFolder]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .flatMap(([folder, files]) => {
      const names = [...new Set(files.map(nameOf))]
        .filter((name) => !usual.has(name))
        .toSorted((a, b) => a.localeCompare(b, 'en'));
      return names.length === 0 ? [] : [`\`${folder}/\` ${names.join(' · ')}`];
    });
  return `${heading}

Written by \`npm run map\`. What most folders have is not named: ${[...usual].join(', ')}.

${lines.map((line) => `- ${line}`).join('\n')}
`;
}

function filesOf(root: string): readonly string[] {
  return globSync('**/*.{ts,tsx,sql}', { cwd: path.join(root, 'src') })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.includes('/') && !/\.test\.|\.d\.ts$|(^|\/)testing\/|^migrations\//.test(file));
}

function nameOf(file: string): string {
  return path.basename(file).replace(/\.\w+$/, '');
}

/** The page with that section as it is now. */
export function withFolders(page: string, root: string): string {
  const [before = ''] = page.split(`\n${heading}\n`);
  return `${before.trimEnd()}\n\n${writeFolders(root)}`;
}
