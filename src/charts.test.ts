import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/*
 * A table behind every chart. `ChartFrame` turns a drawing into its table and does not compile without one; so what is left to look at
 * is that nothing is drawn by anything else.
 */

const source = import.meta.dirname;
const root = 'ui/components/';
/** What draws charts, and the components that may take it: those that stand in the frame, and what they are made of. */
const drawnWith: Readonly<Record<string, readonly string[]>> = {
  klinecharts: ['candleDrawing.ts', 'candleFigures.ts', 'candleLook.ts', 'lineDrawing.ts', 'lineLook.ts', 'openChart.ts'],
  'LineCanvas.tsx': ['LineChart.tsx'],
  'CandleCanvas.tsx': ['CandleChart.tsx'],
};
/** Files that draw something which tells no figures, or whose figures stand beside it in words. */
const noCharts: Readonly<Record<string, string>> = {
  'ui/components/AccountIcon.tsx': 'a sign',
  'ui/components/Icon.tsx': 'signs',
  'ui/components/Illustration.tsx': 'pictures',
  'ui/components/Logo.tsx': 'a sign',
  'ui/components/QrCode.tsx': 'a code, whose words stand beside it',
  'ui/components/GainBars.tsx': 'drawn in the frame',
  'ui/components/PictureEditor.tsx': 'a picture of the client’s',
  'ui/components/Skeleton.tsx': 'what is still to come',
  'ui/components/chartColours.ts': 'a point that is read for its colour',
  'ui/components/smallerPicture.ts': 'a picture of the client’s',
  'areas/documents/desk/PdfPages.tsx': 'pages of a paper',
  'areas/documents/desk/Viewer.tsx': 'a paper',
  'areas/documents/screens/Reasons.tsx': 'an example of a paper',
  'areas/enrolment/screens/SuitabilityPicture.tsx': 'what an answer means, with its words',
  'areas/profile/screens/PictureDialog.tsx': 'a picture of the client’s',
  'areas/strategies/screens/Bars.tsx': 'lengths in the cells of a table, beside their figures',
};

type Files = Readonly<Record<string, string>>;

const files: Files = Object.fromEntries(
  globSync(['ui/**/*.{ts,tsx}', 'areas/*/{screens,desk}/**/*.{ts,tsx}', 'web/**/*.{ts,tsx}', 'desk/**/*.{ts,tsx}'], {
    cwd: source,
  })
    .filter((file) => !file.includes('.test.'))
    .map((file) => [file, readFileSync(path.join(source, file), 'utf8')]),
);

const takes = (text: string, what: string): boolean =>
  text.includes(`'${what}'`) || text.includes(`/${what}'`) || text.includes(`'${what}/`);
const drawsItself = /<svg\b|<canvas\b|createElement\('canvas'\)|(?:inline|block)Size: `/;

/** What draws past the frame, each as the file and what it draws with. */
function pastTheFrame(all: Files): string[] {
  return Object.entries(all).flatMap(([file, text]) => {
    const taken = Object.entries(drawnWith).filter(
      ([what, own]) => takes(text, what) && !own.some((name) => file === root + name),
    );
    const isOwn = drawsItself.test(text) && !Object.hasOwn(noCharts, file);
    return [...taken.map(([what]) => what), ...(isOwn ? ['a drawing of its own'] : [])].map((what) => `${file}: ${what}`);
  });
}

/** Components that draw a chart: they take the frame. */
const charts = Object.keys(files).filter((file) => file.startsWith(root) && takes(files[file] ?? '', 'ChartFrame.tsx'));

describe('a table stands behind every chart', () => {
  test('charts are drawn in the frame that turns them into their table, and by nothing else', () => {
    expect(pastTheFrame(files)).toEqual([]);
    expect(Object.keys(noCharts).filter((file) => !drawsItself.test(files[file] ?? ''))).toEqual([]);
  });

  test('each component of the frame gives it heads and rows, and is used by some screen', () => {
    expect(charts.toSorted()).toEqual(['CandleChart.tsx', 'GainBars.tsx', 'LineChart.tsx'].map((name) => root + name));
    for (const file of charts) {
      const text = files[file] ?? '';
      expect([file, /<ChartFrame\b/.test(text)]).toEqual([file, true]);
      expect([file, /\b(heads=|heads:)/.test(text), /\b(rows=|rows:)/.test(text)]).toEqual([file, true, true]);
      const name = path.basename(file);
      const users = Object.entries(files).filter(
        ([user, own]) => user.startsWith('areas/') && own.includes(`/components/${name}'`),
      );
      expect([file, users.length > 0]).toEqual([file, true]);
    }
  });

  test.each([
    ['a chart of a library', `import { init } from 'klinecharts';`],
    ['the canvas without its frame', `import LineCanvas from '../../../ui/components/LineCanvas.tsx';`],
    ['the canvas, loaded when needed', `const Canvas = lazy(() => import('../../../ui/components/CandleCanvas.tsx'));`],
    ['lines of its own', 'const line = <svg viewBox="0 0 9 9"><path d={course} /></svg>;'],
    ['bars of its own', 'const bar = <span style={{ blockSize: `${share}%` }} />;'],
  ])('%s in a screen would be found', (_what, text) => {
    expect(pastTheFrame({ 'areas/gold/screens/Planted.tsx': text })).toHaveLength(1);
  });
});
