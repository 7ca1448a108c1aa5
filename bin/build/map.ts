import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operationId, type Contract } from '../../src/protocol/call.ts';
import { areaOfPath } from './mapAreas.ts';

/** One call or one page, and the files that it goes by, below the root. */
interface Way {
  readonly path: string;
  readonly area: string;
  readonly name: string;
  readonly declared: string;
  readonly answered: readonly string[];
  readonly drawn: readonly string[];
  readonly tested: readonly string[];
}

export interface Map {
  readonly calls: readonly Way[];
  readonly pages: readonly Way[];
}

/** Follows every call and every page of the contracts through the tree, by what the files say of them. */
export function mapOf(root: string, contracts: readonly Contract[]): Map {
  const texts = readAll(root);
  const named = contracts.map((contract) => ({ contract, look: lookIn(texts, contract.area) }));
  const calls = named.flatMap(({ contract, look }) =>
    Object.entries(contract.calls).map(([name, call]) => ({
      path: `${call.method} ${call.path}`,
      area: contract.area,
      name: operationId(contract, name),
      declared: look.contract,
      answered: look.answering(name),
      drawn: look.asking(name, call.path),
      tested: testsOf(texts, callPattern(call.path), waysIn(`src/areas/${contract.area}/`, call.path)),
    })),
  );
  const pages = named.flatMap(({ contract, look }) =>
    [
      ...Object.entries(contract.pages ?? {}).map(([name, page]) => ({ name, page, root: '' })),
      ...Object.entries(contract.deskPages ?? {}).map(([name, page]) => ({ name, page, root: '/desk' })),
    ].map(({ name, page, root: door }) => ({
      path: `${door}/${page.path}`,
      area: contract.area,
      name: `${contract.area}.${name}`,
      declared: look.contract,
      answered: [],
      drawn: look.screenOf(name, door === '' ? 'routes.ts' : 'deskRoutes.ts'),
      tested: testsOf(texts, pagePattern(page.path)),
    })),
  );
  return { calls: calls.toSorted(byPath), pages: pages.toSorted(byPath) };
}

const byPath = (first: Way, second: Way): number => bare(first.path).localeCompare(bare(second.path), 'en');
const bare = (text: string): string => text.replace(/^[A-Z]+ /, '').replace(/^\//, '');

/** The map as a page: what a newcomer opens to find the files of a call or of a screen. */
export function writeMap({ calls, pages }: Map): string {
  const rows = (ways: readonly Way[], of: (way: Way) => readonly (readonly string[])[]): string =>
    ways.map((way) => `| \`${way.path}\` | ${of(way).map(listed).join(' | ')} |`).join('\n');
  return `# The map

Written by \`npm run map\`; the quick check says when it is behind. Nine of ten paths lead to their area by their words: by the first, which
is the area's name or stands in [\`bin/build/mapAreas.ts\`](../bin/build/mapAreas.ts), or by the second where several areas share the first.
Which share it, which stand elsewhere, and why, is there too.

## Calls

| path | operation | declared | answered | asked by | tested |
| --- | --- | --- | --- | --- | --- |
${rows(calls, (way) => [[way.name], [way.declared], way.answered, way.drawn, way.tested])}

## Pages

| path | page | declared | drawn | tested |
| --- | --- | --- | --- | --- |
${rows(pages, (way) => [[way.name], [way.declared], way.drawn, way.tested])}
`;
}

function listed(files: readonly string[]): string {
  return files.length === 0 ? '–' : files.map((file) => file.replace(/^src\//, '').replaceAll('{', '\\{')).join('<br>');
}

/** How many calls and pages are found by the first word of their path, by the first two, and not so. */
export function found(map: Map): { readonly ways: number; readonly byFirst: number; readonly bySecond: number } {
  const ways = [...map.calls, ...map.pages];
  const by = (words: 1 | 2) =>
    ways.filter((way) => {
      const led = areaOfPath(way.path);
      return led?.area === way.area && led.words === words;
    }).length;
  return { ways: ways.length, byFirst: by(1), bySecond: by(2) };
}

/** The calls and pages that stand elsewhere than their path says. */
export function strayed({ calls, pages }: Map): string[] {
  return [...calls, ...pages]
    .filter((way) => areaOfPath(way.path)?.area !== way.area)
    .map((way) => `${way.path} is in ${way.area}`);
}

type Texts = ReadonlyMap<string, string>;

function readAll(root: string): Texts {
  const files = globSync(['src/**/*.{ts,tsx}', 'test/**/*.ts', 'seed/*.ts'], { cwd: root }).toSorted();
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [file, isTest(file) ? withConstants(text) : text];
    }),
  );
}

/** A test's text with the paths that it has named once, wherever it begins one with their names. */
function withConstants(text: string): string {
  const named = [...text.matchAll(/\bconst (\w+) = '([\w/-]+)'/g)];
  return named.reduce((all, [, name = '', value = '']) => all.replaceAll('${' + name + '}', value), text);
}

function lookIn(texts: Texts, area: string) {
  const folder = `src/areas/${area}/`;
  const own = [...texts].filter(([file]) => file.startsWith(folder) && !/\.test\.tsx?$/.test(file));
  const browser = [...texts].filter(([file]) => /^src\/(web|ui|desk)\//.test(file) && !/\.test\.tsx?$/.test(file));
  const calls = texts.get(`${folder}calls.ts`) ?? '';
  return {
    contract: `${folder}contract.ts`,
    /** The file of the handler: where \`calls.ts\` hands it on, that one too. */
    answering(name: string): string[] {
      const handler = new RegExp(String.raw`^ +${name}(?:: (\w+))?[,(:]`, 'm').exec(calls)?.[1] ?? name;
      const names = new RegExp(String.raw`\b${handler}\b`);
      const taken = [...calls.matchAll(/import \{([^{}]*)\} from '\.\/(\w+\.ts)'/g)].find(([, all = '']) => names.test(all))?.[2];
      return calls === '' ? [] : [`${folder}calls.ts`, ...(taken === undefined ? [] : [folder + taken])];
    },
    /** The screens that ask for it by the contract, and what of the doors asks by the path, where no contract is loaded. */
    asking(name: string, declared: string): string[] {
      const said = new RegExp(String.raw`\bcalls\.${name}\b`);
      const named = new RegExp(String.raw`\b${name}\b`);
      const isSaid = (text: string): boolean =>
        said.test(text) || [...text.matchAll(/\{([^{}]*)\} = (?:\w+\.)?calls\b/g)].some(([, all = '']) => named.test(all));
      const screens = own.filter(([file]) => file.slice(folder.length).includes('/'));
      const others = browser.filter(([, text]) => text.includes(`areas/${area}/contract.ts`));
      const byContract = [...screens, ...others].filter(([, text]) => isSaid(text));
      const byPath = browser.filter(([, text]) => text.includes(`'${declared}'`));
      return [...new Set([...byContract, ...byPath].map(([file]) => file))];
    },
    screenOf(name: string, file: string): string[] {
      const routes = texts.get(folder + file) ?? '';
      const drawn = new RegExp(String.raw`(?:pages\.|\b)${name}, \(\) => import\('\./([^']+)'\)`).exec(routes)?.[1];
      return drawn === undefined ? [] : [folder + drawn];
    },
  };
}

/** Tests that ask for it by its path, most telling first: those beside the code, then the others. */
function testsOf(texts: Texts, pattern: RegExp, ways: readonly Asked[] = []): string[] {
  const naming = ({ folder, patterns }: Asked) =>
    [...texts]
      .filter(([file, text]) => isTest(file) && file.startsWith(folder) && patterns.every((each) => each.test(text)))
      .map(([file]) => file);
  const found = [{ folder: '', patterns: [pattern] }, ...ways].map(naming).find(({ length }) => length > 0) ?? [];
  return found.toSorted((first, second) => Number(first.startsWith('test/')) - Number(second.startsWith('test/'))).slice(0, 3);
}

/** How a test below a folder asks: whatever of it stands there. */
interface Asked {
  readonly folder: string;
  readonly patterns: readonly RegExp[];
}

/**
 * What tests say of a path whose beginning they have named once, the longest first: those beside the code by what is behind it, those
 * elsewhere by both.
 */
function waysIn(folder: string, declared: string): Asked[] {
  const parts = declared.replace(/^\//, '').split('/');
  const cuts = parts
    .map((_, at) => at)
    .slice(1)
    .filter((at) => parts.slice(at).some((part) => !part.startsWith('{')));
  const tailOf = (at: number) => new RegExp(String.raw`['"\`}]/?${pathPattern(parts.slice(at).join('/'))}(?=[?'"\`$])`);
  const beginOf = (at: number) => new RegExp(String.raw`['"\`/]${pathPattern(parts.slice(0, at).join('/'))}/?\$\{`);
  return [
    ...cuts.map((at) => ({ folder, patterns: [tailOf(at)] })),
    ...cuts.map((at) => ({ folder: '', patterns: [beginOf(at), tailOf(at)] })),
  ];
}

function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('test/screens/') || file.startsWith('src/server/testing/');
}

function callPattern(declared: string): RegExp {
  return new RegExp(String.raw`['"\`/]${pathPattern(declared.replace(/^\//, ''))}(?=[?'"\`$])`);
}

function pagePattern(declared: string): RegExp {
  return declared === '' ? /path: ''/ : new RegExp(String.raw`['"\`/]${pathPattern(declared)}(?=[?'"\`/])`);
}

function pathPattern(declared: string): string {
  return declared
    .split(/(\{[^{}]+\})/)
    .map((part) =>
      part.startsWith('{') ? String.raw`(?:\$?\{[^}]+\}|[\w-]+)` : part.replace(/[.*+?^$()[\]|\\]/g, String.raw`\$&`),
    )
    .join('');
}
