import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Picture } from './views.ts';

/** Writes the contact sheet: every screen a row of its pictures, what is wrong under each. */
export function writeSheet(folder: string, pictures: readonly Picture[]): void {
  const rows = Map.groupBy(pictures, ({ name }) => name);
  const body = [...rows]
    .toSorted(([first], [second]) => first.localeCompare(second))
    .map(([name, own]) => `<section><h2>${name}</h2><div>${own.toSorted(inOrder).map(figure).join('')}</div></section>`)
    .join('\n');
  writeFileSync(path.join(folder, 'index.html'), `${head}\n${body}\n`);
}

function inOrder(first: Picture, second: Picture): number {
  return first.width - second.width || first.file.localeCompare(second.file);
}

function figure({ file, language, width, scheme, faults }: Picture): string {
  const told = faults.map((fault) => `<li>${escapeHtml(fault)}</li>`).join('');
  return `<figure style="inline-size: ${width / 2}px"><a href="${file}"><img src="${file}" alt="" loading="lazy"></a>
    <figcaption>${language} · ${width} · ${scheme}<ul>${told}</ul></figcaption></figure>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const head = `<!doctype html>
<meta charset="utf-8">
<title>Every screen</title>
<style>
  body { margin: 2rem; font: 14px/1.4 system-ui; background: #888; }
  div { display: flex; flex-wrap: wrap; align-items: start; gap: 1rem; }
  figure { margin: 0; }
  img { inline-size: 100%; display: block; }
  ul { color: #7a0000; padding-inline-start: 1rem; }
</style>`;
