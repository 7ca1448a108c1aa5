import PdfDocument from 'pdfkit';
import type { Table } from '../table.ts';
import { drawFacts, drawRow, drawTitle, drawTitles, openPaper } from './paper.ts';

/** More columns than this stand on a page that lies. */
const columnsUpright = 7;

/** Pages of A4 with shaped text in the order of its writing; what is set is on its way before the next rows are read. */
export async function* writePdf(table: Table): AsyncGenerator<Uint8Array> {
  const { reader, title, columns } = table;
  const document = new PdfDocument({
    size: 'A4',
    layout: columns.length > columnsUpright ? 'landscape' : 'portrait',
    margin: 0,
    autoFirstPage: false,
    lang: reader.tag,
    displayTitle: true,
    info: { Title: title, Producer: 'Atrium', Creator: 'Atrium' },
  });
  const paper = openPaper(document, table);
  drawTitle(paper);
  drawFacts(paper, table.head);
  drawTitles(paper);
  for await (const page of table.rows) {
    for (const row of page) drawRow(paper, row);
    yield* written(document);
  }
  drawFacts(paper, table.foot?.() ?? []);
  document.end();
  for await (const chunk of document) yield chunk as Uint8Array;
}

/** What the document has of its text so far. */
function* written(document: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let chunk: unknown = document.read(); chunk instanceof Uint8Array; chunk = document.read()) yield chunk;
}
