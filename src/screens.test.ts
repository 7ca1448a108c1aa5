import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { onScreens } from './rooms.ts';

const root = path.dirname(import.meta.dirname);

test('no screen has raw text, a colour value, a fetch or an amount made into a float', () => {
  expect(faultsIn(root, 'tsconfig.browser.json')).toEqual([]);
});

test('no style sheet but the theme has a colour value', () => {
  const sheets = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  const coloured = sheets.filter(
    (file) =>
      onScreens.files.test(file) &&
      !onScreens.coloursIn.test(file) &&
      hasColour(readFileSync(path.join(root, 'src', file), 'utf8')),
  );
  expect(coloured).toEqual([]);
});

test('every class that a screen names is in its style sheet, and every class of a sheet is named', () => {
  const sources = path.join(root, 'src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => onScreens.files.test(file));
  const read = (file: string) => readFileSync(path.join(sources, file), 'utf8');
  const named = files.filter((file) => file.endsWith('.tsx')).flatMap((file) => classesNamedIn(file, read(file)));
  const declared = files.filter((file) => file.endsWith('.module.css')).flatMap((file) => classesOf(file, read(file)));
  expect(declared.length).toBeGreaterThan(100);
  expect({
    missing: [...new Set(named)].filter((name) => !declared.includes(name)),
    unused: [...new Set(declared)].filter((name) => !named.includes(name)),
  }).toEqual({ missing: [], unused: [] });
  const screen = `import styles from './Form.module.css';\nexport const form = <p className={styles.form} />;`;
  expect(classesNamedIn('ui/Form.tsx', screen)).toEqual(['ui/Form.module.css form']);
  expect(classesOf('ui/Form.module.css', '@media (min-width: 1.5rem) { .form .row:hover { margin: 0.5rem; } }')).toEqual([
    'ui/Form.module.css form',
    'ui/Form.module.css row',
  ]);
});

test('no screen says a sentence that only the server has', () => {
  // bin/build/catalog.ts leaves them out of the browser's catalogs: their ids would stand on the screen.
  const serverMade = /\bt\(\s*['"`](error|mail|sms|notice|gate)\./;
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => onScreens.files.test(file) && /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => serverMade.test(readFileSync(path.join(root, 'src', file), 'utf8')))).toEqual([]);
  expect(serverMade.test("t('error.10031.title')")).toBe(true);
});

test('the desk brings every catalog that its areas take their words from', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const brought = [...read('src/desk/catalogs.ts').matchAll(/'[./]*(locales\/en\/\S+\.po)'/g)].map(([, glob = '']) => glob);
  const missing = (words: readonly string[]) =>
    words.filter((area) => {
      const file = `locales/en/${area}.po`;
      return !existsSync(path.join(root, file)) || !brought.some((glob) => path.matchesGlob(file, glob));
    });
  const taken = globSync('src/areas/*/deskRoutes.ts', { cwd: root }).flatMap((file) =>
    [...(/\bwords: \[(.*?)\]/s.exec(read(file))?.[1] ?? '').matchAll(/'(.+?)'/g)].map(([, area = '']) => area),
  );
  expect(taken.length).toBeGreaterThan(20);
  expect(missing(taken)).toEqual([]);
  expect(missing(['clients.desk', 'withdraw', 'nobody.desk'])).toEqual(['withdraw', 'nobody.desk']);
});

test('the guard refuses what it is there to refuse', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-screens-'));
  try {
    mkdirSync(path.join(folder, 'src/areas/deposit/screens'), { recursive: true });
    const configuration = { compilerOptions: { jsx: 'react-jsx' }, include: ['src'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    const lines = [
      'export const raw = <p>Deposit</p>;',
      'export const braced = <p>{isBusy ? "Wait" : `Deposit ${amount}`}</p>;',
      'export const named = <input aria-label="Amount" />;',
      'export const hex = "#ff0000";',
      'export const mixed = `rgb(${red}, 0, 0)`;',
      'export const inline = <p style={{ color: tone, inlineSize: "4rem" }} />;',
      'export const asked = fetch("/api");',
      'export const float = Number(row.balance) + parseFloat(text);',
      'export const shown = (1.5).toFixed(2);',
      'export const fine = <p className="money" title={t("deposit.title")}>{t("deposit.text")} · {Number(id)} &nbsp;</p>;',
    ];
    writeFileSync(path.join(folder, 'src/areas/deposit/screens/Form.tsx'), lines.join('\n'));
    expect(faultsIn(folder, 'tsconfig.json').map((fault) => fault.replace(/^.*Form\.tsx: /, ''))).toEqual([
      'raw text "Deposit"',
      'raw text "Wait"',
      'raw text "Deposit "',
      'raw text "Amount" in aria-label',
      'the colour value "#ff0000"',
      'the colour value "rgb("',
      'a colour in style: color',
      'fetch',
      'an amount made into a float: Number(row.balance)',
      'an amount made into a float: parseFloat(text)',
      'an amount made into a float: (1.5).toFixed(2)',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(hasColour('.a { border: 1px solid tomato; }')).toBe(true);
  expect(hasColour('.a { color: #123; }')).toBe(true);
  expect(hasColour('.a { white-space: nowrap; color: var(--text); background: transparent; }')).toBe(false);
});

function faultsIn(folder: string, configuration: string): string[] {
  const api = new API({ cwd: folder });
  try {
    const project = api
      .updateSnapshot({ openProjects: [path.join(folder, configuration)] })
      .getProject(path.join(folder, configuration));
    if (!project) throw new Error(`${configuration} was not opened`);
    return project.program.getSourceFileNames().flatMap((name) => {
      const file = path.relative(path.join(folder, 'src'), name);
      const source = onScreens.files.test(file) ? project.program.getSourceFile(name) : undefined;
      return source ? faultsBelow(source, file).map((fault) => `${file}: ${fault}`) : [];
    });
  } finally {
    api.close();
  }
}

function faultsBelow(node: Node, file: string): string[] {
  const faults = [...faultsOfText(node), ...faultsOfColour(node, file), ...faultsOfCall(node, file)];
  node.forEachChild((child) => void faults.push(...faultsBelow(child, file)));
  return faults;
}

/** Attributes that are read out or shown. */
const saidAttributes = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'text',
  'aria-label',
  'aria-description',
  'aria-placeholder',
]);
const letters = /\p{L}/u;

function faultsOfText(node: Node): string[] {
  if (is.isJsxText(node)) {
    const text = node.text.replaceAll(/&\w+;/g, '').trim();
    return letters.test(text) ? [`raw text "${text}"`] : [];
  }
  if (is.isJsxExpression(node) && node.parent && !is.isJsxAttribute(node.parent))
    return textsOf(node.expression).map((text) => `raw text "${text}"`);
  if (!is.isJsxAttribute(node) || (!is.isIdentifier(node.name) && !is.isJsxNamespacedName(node.name))) return [];
  const name = node.name.getText();
  const value = node.initializer && is.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
  return saidAttributes.has(name) ? textsOf(value).map((text) => `raw text "${text}" in ${name}`) : [];
}

/** The texts with a letter in them that an expression can be. */
function textsOf(expression: Node | undefined): string[] {
  if (!expression) return [];
  if (is.isConditionalExpression(expression)) return [...textsOf(expression.whenTrue), ...textsOf(expression.whenFalse)];
  if (is.isTemplateExpression(expression))
    return [expression.head.text, ...expression.templateSpans.map(({ literal }) => literal.text)].filter((text) =>
      letters.test(text),
    );
  const isText = is.isStringLiteral(expression) || is.isNoSubstitutionTemplateLiteral(expression);
  return isText && letters.test(expression.text) ? [expression.text] : [];
}

const colourValue = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$|^(?:rgb|rgba|hsl|hsla|oklch|oklab|color)\(/i;
const colourProperty = /colou?r|background|border|fill|stroke|shadow/i;

function faultsOfColour(node: Node, file: string): string[] {
  if (onScreens.coloursIn.test(file)) return [];
  if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node) || is.isTemplateHead(node))
    return colourValue.test(node.text) ? [`the colour value "${node.text}"`] : [];
  if (!is.isJsxAttribute(node) || node.name.getText() !== 'style' || !node.initializer || !is.isJsxExpression(node.initializer))
    return [];
  const style = node.initializer.expression;
  if (!style || !is.isObjectLiteralExpression(style)) return [];
  return style.properties.flatMap((property) => {
    const name = is.isPropertyAssignment(property) || is.isShorthandPropertyAssignment(property) ? property.name.getText() : '';
    return colourProperty.test(name) ? [`a colour in style: ${name}`] : [];
  });
}

function faultsOfCall(node: Node, file: string): string[] {
  if (!is.isCallExpression(node)) return [];
  const called = node.expression.getText();
  if (called === 'fetch') return onScreens.fetchIn.test(file) ? [] : ['fetch'];
  const isFloat = called === 'parseFloat' || called.endsWith('.toFixed');
  const isAmount =
    called === 'Number' && /amount|balance|minor|money|equity|margin|fee|profit/i.test(node.arguments[0]?.getText() ?? '');
  return isFloat || isAmount ? [`an amount made into a float: ${node.getText()}`] : [];
}

const named =
  'white|black|red|green|blue|gray|grey|orange|yellow|purple|tomato|gold|silver|navy|teal|crimson|pink|brown|lime|aqua|maroon|olive';
const sheetColour = new RegExp(
  String.raw`#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(|\boklch\(|:[^;{}]*(?<![\w-])(?:${named})(?![\w-])`,
  'i',
);

function hasColour(sheet: string): boolean {
  return sheetColour.test(sheet.replaceAll(/\/\*[\s\S]*?\*\//g, ''));
}

/** `styles.form` of `import styles from './Form.module.css'`, by the sheet's path. A class put together of parts is not seen. */
function classesNamedIn(file: string, text: string): string[] {
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, from = '']) => {
    const sheet = path.posix.join(path.posix.dirname(file), from);
    return [...text.matchAll(new RegExp(String.raw`(?<![.\w])${name}\.(\w+)`, 'g'))].map(([, used]) => `${sheet} ${used}`);
  });
}

function classesOf(file: string, sheet: string): string[] {
  const selectors = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\{[^{}]*\}|@media[^{]*/g, ' ');
  return [...selectors.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => `${file} ${name}`);
}
