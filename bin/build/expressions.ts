import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { check } from 'recheck';
import { parseSync } from 'vite';

/** A regular expression, where it is written. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly at: string;
}

/** What stands for a part of an expression that is put in when it runs: a plain word. */
const word = 'word';

/** What repeats nothing looks at each place of a text for no longer than the expression is. */
const repeats = /[*+{]/;

/**
 * An attack is judged by the steps that it takes, and by no clock: on a busy machine a second is soon over. One that cannot be judged
 * at all within minutes is a fault too.
 */
const judging = { timeout: 600_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null } as const;

/** Every expression of the files below these folders, tests left out. */
export function expressionsIn(root: string, folders: readonly string[]): Expression[] {
  return folders
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !/\.(test|spec|d)\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .flatMap((file) => expressionsOf(file, readFileSync(path.join(root, file), 'utf8')));
}

/** The expressions of one file: written as `/…/`, or made by `RegExp` from text that stands there. */
export function expressionsOf(file: string, text: string): Expression[] {
  const found: Expression[] = [];
  walk(parseSync(file, text).program, (node) => {
    const at = `${file}:${text.slice(0, node.start).split('\n').length}`;
    if (node.regex) found.push({ source: node.regex.pattern, flags: node.regex.flags, at });
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (!isMade || node.callee?.name !== 'RegExp') return;
    const [source, flags] = node.arguments ?? [];
    found.push({ source: textOf(source) ?? '', flags: textOf(flags) ?? '', at });
  });
  return found;
}

/** Which of them take more time than their text is long, each with where it stands and how it is attacked. */
export async function slowAmong(expressions: readonly Expression[]): Promise<string[]> {
  const faults: string[] = [];
  const seen = new Map<string, string | undefined>();
  for (const { source, flags, at } of expressions) {
    const key = `/${source}/${flags}`;
    if (!seen.has(key)) seen.set(key, await faultOf(source, flags));
    const fault = seen.get(key);
    if (fault !== undefined) faults.push(`${at} ${key}: ${fault}`);
  }
  return faults;
}

async function faultOf(source: string, flags: string): Promise<string | undefined> {
  if (source !== '' && !repeats.test(source)) return undefined;
  if (source === '') return 'its text does not stand there, so that nobody can tell how long it takes';
  const found = await check(source, flags, judging);
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `could not be judged (${found.error.kind})`;
  return `${found.complexity.summary}, for ${found.attack.pattern}`;
}

/** As much of the tree as is looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
  readonly value?: unknown;
  readonly quasi?: Node;
  readonly quasis?: readonly { readonly value: { readonly raw: string; readonly cooked: string } }[];
  readonly tag?: { readonly property?: { readonly name?: string } };
}

/** The text of a literal or a template; `String.raw` is read as it is written. */
function textOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (typeof node.value === 'string') return node.value;
  if (node.type === 'TaggedTemplateExpression' && node.tag?.property?.name === 'raw')
    return node.quasi?.quasis?.map(({ value }) => value.raw).join(word);
  return node.quasis?.map(({ value }) => value.cooked).join(word);
}

function walk(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, look);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && 'start' in value) look(value as Node);
    for (const each of Object.values(value)) walk(each, look);
  }
}
