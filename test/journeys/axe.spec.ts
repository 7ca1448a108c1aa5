import { barriers, colourBarriers, expect, test } from './portal.ts';

/** A column of cells that look alike but for the marked ones: each has a fault of another kind, in one appearance or in both. */
const faulty = `<!doctype html>
<html lang="en">
  <head>
    <title>Faults</title>
    <style>
      body { margin: 0; color: #222; background: #fff; font: 14px sans-serif; }
      td { height: 40px; width: 300px; }
      #pale { color: #bbb; }
      #faint { opacity: 0.3; }
      #layer { background: #999; }
      #beneath { position: absolute; z-index: -1; top: 160px; left: 0; width: 300px; height: 40px; background: #444; }
      #bar { position: relative; background: #222; color: #ddd; height: 40px; width: 300px; }
      #within, #beyond { position: absolute; left: 4px; }
      #within { top: 4px; }
      #beyond { top: 64px; }
      @media (prefers-color-scheme: dark) {
        body { color: #eee; background: #111; }
        #pale { color: inherit; }
        #dark { color: #333; }
        #layer { background: #111; }
      }
    </style>
  </head>
  <body>
    <main>
      <h1 style="position: absolute; left: 400px">Faults</h1>
      <div id="beneath"></div>
      <table style="border-spacing: 0">
        ${['good', 'pale', 'faint', 'layer', 'over', 'dark', 'last']
          .map((id) => `<tr><td id="${id}" style="padding: 0">Words</td></tr>`)
          .join('')}
      </table>
      <div id="bar"><span id="within">Words</span> <span id="beyond">Words</span></div>
      <div style="height: 60px"></div>
      <img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" />
    </main>
  </body>
</html>`;

/** "color-contrast: #pale <td …" without the markup. */
const places = (found: readonly string[]): readonly string[] =>
  found.map((line) => line.split(' ').slice(0, 2).join(' ')).toSorted();

test('what makes axe cheaper makes it no blinder', async ({ page }) => {
  await page.setContent(faulty);
  const contrasts = (...ids: string[]) => ids.map((id) => `color-contrast: #${id}`);
  expect(places(await barriers(page))).toEqual([...contrasts('beyond', 'faint', 'over', 'pale'), 'image-alt: img']);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(places(await colourBarriers(page))).toEqual(contrasts('dark', 'faint'));
  // What was good a moment ago need not be any more.
  await page.addStyleTag({ content: '#good { color: #222 }' });
  expect(places(await colourBarriers(page))).toEqual(contrasts('dark', 'faint', 'good'));
});
