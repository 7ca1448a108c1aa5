import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operationId, type Contract } from '../../src/protocol/call.ts';
import type { Settings } from '../../src/settings/index.ts';
import { settingPaths } from '../../src/settings/changes.ts';

/** Where the names stand that somebody keeps beside the program, a kind and a name a line. */
export const keptNamesFile = 'test/kept-names.txt';

export interface Named {
  readonly contracts: readonly Contract[];
  readonly settings: Settings;
}

/**
 * The names that are stored, sent or measured: actions of the audit, metrics, topics of the outbox, keys of settings, operationIds of
 * calls. What the program fills in of a name stands as a star (`dispute.*`).
 */
export function namesToday(root: string, { contracts, settings }: Named): string[] {
  const texts = sourcesOf(root).map((file) => readFileSync(file, 'utf8'));
  const measuring = texts.filter((text) => text.includes("from 'prom-client'"));
  const calls = contracts.flatMap((contract) => Object.keys(contract.calls).map((call) => operationId(contract, call)));
  return [
    ...of('audit', texts.flatMap(actionsIn)),
    ...of('metric', measuring.flatMap(metricsIn)),
    ...of('operation', calls),
    ...of('setting', settingPaths(settings)),
    ...of('topic', texts.flatMap(topicsIn)),
  ];
}

const of = (kind: string, names: readonly string[]): string[] => [...new Set(names)].toSorted().map((name) => `${kind} ${name}`);

export function keptNames(root: string): string[] {
  return readFileSync(path.join(root, keptNamesFile), 'utf8').split('\n').filter(Boolean);
}

/** What is written into the audit: `action: isOn ? 'a.on' : 'a.off'`, `audits: 'a.on'`, `const aAction = 'a.on'`, `const actions = { on: 'a.on' }`. */
export function actionsIn(text: string): string[] {
  const said = text.split('\n').map((line) => line.slice(/\b(?:action|audits): (?!\{)|[aA]ction = |$/.exec(line)?.index));
  const tables = after(text, 'const actions = {', '}');
  const rows = after(text, 'insert into audit_event ', ';');
  return [...said, ...tables, ...rows].flatMap(literalsIn);
}

/** What stands between each beginning and the end that follows it. */
function after(text: string, begin: string, end: string): string[] {
  return text
    .split(begin)
    .slice(1)
    .map((rest) => rest.split(end, 1)[0] ?? '');
}

/** Names with a dot. */
function literalsIn(text: string): string[] {
  const filled = text.replace(/\$\{[^${}]*\}/g, '*');
  return [...filled.matchAll(/['`]([a-zA-Z_]+\.[\w.*]+)['`]/g)].map(([, name = '']) => name);
}

export function metricsIn(text: string): string[] {
  return [...text.matchAll(/\b(atrium_[a-z_]+)(?:'|: \[)/g)].map(([, name = '']) => name);
}

export function topicsIn(text: string): string[] {
  const told = [...text.matchAll(/\b(?:topic: |\w*[tT]opic = )'([\w.]+)'/g)].map(([, name = '']) => name);
  const heard = [...text.matchAll(/\bon: \{ ([^\n]*)/g)].flatMap(([, row = '']) => [...row.matchAll(/'([\w.]+)': /g)]);
  return [...told, ...heard.map(([, name = '']) => name)];
}

/** The program at the server: no screens, no tests, and nothing of the sandbox, whose names are the vendors'. */
function sourcesOf(root: string): string[] {
  return readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(ts|sql)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(migrations|sandbox|screens|ui|web|server\/testing)\//.test(file));
}
