import { shownCell, type Column, type Fact, type Row, type Table } from '../table.ts';
import { isReadFromRight } from './runs.ts';
import { lineHeight, openTypeSetter, type Setting, type TypeSetter } from './type.ts';

const margin = 40;
const gap = 8;
const padding = 3;
/** Between two columns. */
const gutter = 10;
const ink = '#16191f';
const soft = '#5a6270';
const rule = '#d5d9e0';
const titleSize = 18;
const smallSize = 8;
const cellSize = 8.5;
const factSize = 9;
/** How much of the width the labels of facts take. */
const labelShare = 0.3;
/** A cell that is longer is cut: a name has no place for a book. */
const mostLines = 6;

/** The pages of one table, and where the next line stands on them. */
export interface Paper {
  readonly document: PDFKit.PDFDocument;
  readonly table: Table;
  readonly type: TypeSetter;
  page: number;
  y: number;
}

export function openPaper(document: PDFKit.PDFDocument, table: Table): Paper {
  const paper: Paper = { document, table, type: openTypeSetter(document, table.reader.tag), page: 0, y: 0 };
  turnPage(paper);
  return paper;
}

function turnPage(paper: Paper): void {
  const { document, table, type } = paper;
  // Types say that there is always one.
  const ended = document.page as PDFKit.PDFPage | undefined;
  document.addPage();
  // The page before is written down by now; what it was drawn with would be held until the last one is.
  if (ended) ended.dictionary.data = { Pattern: undefined, Annots: undefined };
  paper.page += 1;
  paper.y = margin;
  const { direction, pageWord } = table.reader;
  const side = direction === 'ltr' ? 'right' : 'left';
  const y = document.page.height - margin + gap;
  const foot = { size: smallSize, weight: 'plain', colour: soft, direction } as const;
  type.draw([pageWord(paper.page)], { x: margin, y, width: widthOf(paper), side }, foot);
}

function widthOf({ document }: Paper): number {
  return document.page.width - 2 * margin;
}

function isFull({ document, y }: Paper, height: number): boolean {
  return y + height > document.page.height - margin;
}

function startOf({ table }: Paper): 'left' | 'right' {
  return table.reader.direction === 'ltr' ? 'left' : 'right';
}

export function drawTitle(paper: Paper): void {
  const { table, type } = paper;
  const setting = { size: titleSize, weight: 'bold', colour: ink, direction: table.reader.direction } as const;
  const lines = type.linesOf(table.title, widthOf(paper), setting);
  type.draw(lines, { x: margin, y: paper.y, width: widthOf(paper), side: startOf(paper) }, setting);
  paper.y += lines.length * titleSize * lineHeight + gap;
}

/** Label and value side by side, one under the other. */
export function drawFacts(paper: Paper, facts: readonly Fact[]): void {
  if (facts.length === 0) return;
  const { table, type } = paper;
  const setting = { size: factSize, weight: 'plain', colour: ink, direction: table.reader.direction } as const;
  const labelled = { ...setting, colour: soft };
  const shares = acrossThe(paper, [labelShare, 1 - labelShare]);
  const [labelPlace, valuePlace] = shares;
  if (!labelPlace || !valuePlace) return;
  paper.y += gap;
  for (const { label, value } of facts) {
    const own = isReadFromRight(value) ? setting : { ...setting, direction: 'ltr' as const };
    const labels = type.linesOf(label, labelPlace.width, labelled);
    const values = type.linesOf(value, valuePlace.width, own);
    const height = Math.max(labels.length, values.length) * factSize * lineHeight;
    if (isFull(paper, height)) turnPage(paper);
    type.draw(labels, { ...labelPlace, y: paper.y, side: startOf(paper) }, labelled);
    type.draw(values, { ...valuePlace, y: paper.y, side: startOf(paper) }, own);
    paper.y += height;
  }
  paper.y += gap;
}

/** The titles of the columns, on top of each page. */
export function drawTitles(paper: Paper): void {
  const { direction } = paper.table.reader;
  const setting = (): Setting => ({ size: smallSize, weight: 'bold', colour: soft, direction });
  drawCells(paper, { texts: paper.table.columns.map(({ title }) => title), setting });
}

export function drawRow(paper: Paper, row: Row): void {
  const { reader, columns } = paper.table;
  const texts = row.map((cell, index) => shownCell(cell, columns[index]?.kind ?? 'text', reader));
  const setting = ({ kind }: Column): Setting => {
    const direction = kind === 'code' || kind === 'decimal' ? 'ltr' : reader.direction;
    return { size: cellSize, weight: 'plain', colour: ink, direction };
  };
  drawCells(paper, { texts, setting });
}

function drawCells(
  paper: Paper,
  { texts, setting }: { readonly texts: readonly string[]; readonly setting: (column: Column) => Setting },
): void {
  const { table, type, document } = paper;
  const places = acrossThe(
    paper,
    table.columns.map(({ share }) => share),
  );
  const cells = table.columns.map((column, index) => {
    const place = places[index] ?? { x: margin, width: 0 };
    const own = setting(column);
    const lines = type.linesOf(texts[index] ?? '', place.width, own).slice(0, mostLines);
    return { place, own, lines, side: sideOf(paper, column) };
  });
  const height = Math.max(...cells.map(({ lines, own }) => lines.length * own.size * lineHeight)) + 2 * padding;
  if (isFull(paper, height)) {
    turnPage(paper);
    drawTitles(paper);
  }
  for (const { place, own, lines, side } of cells) type.draw(lines, { ...place, y: paper.y + padding, side }, own);
  paper.y += height;
  document
    .moveTo(margin, paper.y)
    .lineTo(margin + widthOf(paper), paper.y)
    .lineWidth(0.5)
    .strokeColor(rule)
    .stroke();
}

/** Figures stand under each other by their last digit, which is the right one in every language. */
function sideOf(paper: Paper, { kind }: Column): 'left' | 'right' {
  return kind === 'decimal' ? 'right' : startOf(paper);
}

/** Shares of the width side by side, from where reading begins. */
function acrossThe(paper: Paper, shares: readonly number[]): readonly { readonly x: number; readonly width: number }[] {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const room = widthOf(paper) - gutter * (shares.length - 1);
  let from = 0;
  return shares.map((share) => {
    const width = (room * share) / whole;
    const x = startOf(paper) === 'left' ? margin + from : margin + widthOf(paper) - from - width;
    from += width + gutter;
    return { x, width };
  });
}
