/** How a table looks on paper: black on white, its titles on every page, no row over two pages. */
const style = `
  @page { margin: 14mm }
  body { font: 9pt/1.45 "Noto Sans", system-ui, sans-serif; color: black; background: white }
  h1 { font-size: 16pt; margin: 0 0 8pt }
  dl { margin: 0 0 12pt } dl div { display: flex; gap: 12pt }
  dt { flex: none; inline-size: 30%; opacity: .7 } dd { margin: 0; overflow-wrap: anywhere }
  table { inline-size: 100%; border-collapse: collapse; margin-block-end: 12pt }
  th, td { padding: 3pt 4pt; text-align: start; vertical-align: top; border-block-end: .5pt solid; overflow-wrap: anywhere }
  .figures { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
  tr { break-inside: avoid }
`;

/** Has the browser print a document of ours, from a frame that nobody sees. What is in it can do nothing: nodes are taken, no scripts. */
export async function printDocument(file: Blob): Promise<void> {
  const told = new DOMParser().parseFromString(await file.text(), 'text/html');
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = told.title;
  document.body.append(frame);
  const [page, view] = [frame.contentDocument, frame.contentWindow];
  if (!page || !view) return;
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(style);
  page.adoptedStyleSheets = [sheet];
  page.title = told.title;
  page.documentElement.lang = told.documentElement.lang;
  page.documentElement.dir = told.documentElement.dir;
  page.body.replaceChildren(...Array.from(told.body.childNodes, (node) => page.importNode(node, true)));
  view.addEventListener('afterprint', () => frame.remove(), { once: true });
  view.print();
}
