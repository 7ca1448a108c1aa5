import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { CallSpec } from '../../src/protocol/call.ts';

const mark = '?lean';
const declares = /^src\/(areas\/[^/]+\/contract|protocol\/[^/]+)\.ts$/;
const fromZod = /^import \{([^{}]*)\} from 'zod'/m;
/** Files that get whole declarations. */
export const makesForm = /from '[./]+\/(?:ui\/)?form\/useForm\.ts'/;

/**
 * The browser checks nothing but what is typed into forms: the server has checked its own answers. So a file that makes a
 * form gets the declarations with their schemas, and every other file gets them as plain data, without zod and without
 * what only the server reads. Measured: 38 KB less of 218 KB from the sign-in to the dashboard.
 */
export function lean(root: string, door: DoorName): Plugin {
  return {
    name: 'atrium-lean',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null;
      // A whole declaration takes whole ones.
      if (isDeclaration(root, importer) || makesForm.test(textOf(importer))) return null;
      const file = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? '';
      return isDeclaration(root, file) ? file + mark : null;
    },
    async load(id) {
      if (!id.endsWith(mark)) return null;
      const file = id.slice(0, -mark.length);
      const module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
      return { code: leanModule(module, door), moduleType: 'js' };
    },
    transform(code, id) {
      return isDeclaration(root, id) ? { code: withoutSummaries(code), map: null } : null;
    },
  };
}

function isDeclaration(root: string, file: string): boolean {
  return declares.test(relative(root, file).split(sep).join('/')) && /\bz\b/.test(fromZod.exec(textOf(file))?.[1] ?? '');
}

function textOf(id: string): string {
  const [file = id] = id.split('?');
  return /\.tsx?$/.test(file) ? readFileSync(file, 'utf8') : '';
}

/** The clients' door, or the staff's. */
export type DoorName = 'web' | 'desk';

/** What is left of a module of declarations: its data, as far as that door has to do with it. Taking a schema from it then fails the build. */
export function leanModule(module: Readonly<Record<string, unknown>>, door: DoorName): string {
  return Object.entries(module)
    .flatMap(([name, value]) => {
      const data = dataOf(value, door);
      return data === undefined ? [] : [`export const ${name} = ${JSON.stringify(data)};`];
    })
    .join('\n');
}

/** What a call does is told in the API's document alone: of whole declarations too it stays with the server. */
export function withoutSummaries(code: string): string {
  return code.replaceAll(/\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g, "summary: ''");
}

/** What the browser reads of a call: where and how to ask, and what the answer shows or makes stale. */
export const callFields = [
  'method',
  'path',
  'query',
  'reads',
  'stale',
  'staleWhen',
  'runs',
] as const satisfies readonly (keyof CallSpec)[];
const isRead: ReadonlySet<string> = new Set(callFields);

/** The staff's calls are nothing to clients, and theirs are nothing to staff. */
const strangers = {
  web: { who: 'staff', pages: 'deskPages' },
  desk: { who: 'client', pages: 'pages' },
} as const;

function dataOf(value: unknown, door: DoorName): unknown {
  if (typeof value === 'function') return undefined;
  if (value === null || typeof value !== 'object') return value;
  if ('_zod' in value) return undefined;
  if (Array.isArray(value)) return value.map((each) => dataOf(each, door));
  const isContract = 'area' in value && 'calls' in value;
  const isCall = 'method' in value && 'input' in value && 'output' in value;
  if (isCall && 'who' in value && value.who === strangers[door].who) return undefined;
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const isLeft = isCall
      ? isRead.has(name) && !(name === 'runs' && isPlain(value))
      : !(isContract && (name === 'forms' || name === strangers[door].pages));
    const data = isLeft ? dataOf(inner, door) : undefined;
    return data === undefined ? [] : [[name, data] as const];
  });
  return Object.fromEntries(kept);
}

/** That a GET is a read, and that another call is a write, goes without saying. */
function isPlain(call: object): boolean {
  return 'method' in call && 'runs' in call && (call.method === 'GET') === (call.runs === 'read');
}
