// `npm run catalogue`: every question of the forms that ask one client for more than another (the second step of a registration). Then
// every code that a call may refuse with, its HTTP status, where it is declared, and its sentence of the catalog with the names of
// what is filled in.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gateCodes } from '../src/law/gates.ts';
import { operationId, type Contract } from '../src/protocol/call.ts';
import { readCatalog } from './build/catalog.ts';
import { gateErrors } from '../src/protocol/gateErrors.ts';
import { protocolRefusals } from '../src/protocol/refusals.ts';

export interface CodeEntry {
  readonly code: string;
  readonly status: number;
  /** `area.call`, `protocol` for what serve itself refuses with, `gate` for what every call with a gate may. */
  readonly declaredBy: readonly string[];
}

const root = path.dirname(import.meta.dirname);

/** Every area's contract. */
export async function loadContracts(): Promise<Contract[]> {
  const files = globSync('src/areas/*/contract.ts', { cwd: root }).toSorted();
  const modules = await Promise.all(files.map((file) => import(path.join(root, file)) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.values(module).filter(isContract));
}

/** Every code once, with everybody who declares it. A code that is declared with two statuses stands twice. */
export async function collectCodes(): Promise<CodeEntry[]> {
  const entries = new Map<string, { code: string; status: number; declaredBy: string[] }>();
  const add = (code: string, status: number, by: string): void => {
    const key = `${code} ${status}`;
    const entry = entries.get(key) ?? { code, status, declaredBy: [] };
    entry.declaredBy.push(by);
    entries.set(key, entry);
  };
  for (const [code, status] of Object.entries(protocolRefusals)) add(code, status, 'protocol');
  for (const code of gateCodes) add(code, gateErrors[code], 'gate');
  for (const contract of await loadContracts()) {
    for (const [name, call] of Object.entries(contract.calls)) {
      for (const [code, status] of Object.entries(call.errors)) add(code, status, operationId(contract, name));
    }
  }
  return [...entries.values()].toSorted((left, right) => left.code.localeCompare(right.code));
}

export interface QuestionEntry {
  readonly form: string;
  readonly field: string;
  readonly kind: string;
  readonly section: string;
  /** The group of a region's questions that it belongs to. */
  readonly askedOf: string;
  readonly need: string;
  readonly rule: string;
  readonly label: string;
}

/** Every field that says whom it is asked, in the order of its form. */
export async function collectQuestions(): Promise<QuestionEntry[]> {
  return (await loadContracts()).flatMap(({ area, forms = {} }) =>
    Object.entries(forms).flatMap(([name, { fields }]) =>
      Object.entries(fields).flatMap(([field, { kind, label, asked }]) =>
        asked === undefined ? [] : [{ form: `${area}.${name}`, field, kind, label, ...asked, askedOf: asked.of ?? 'everybody' }],
      ),
    ),
  );
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'area' in value && 'calls' in value;
}

if (process.argv[1] === import.meta.filename) {
  const files = globSync('locales/en/*.po', { cwd: root });
  const sentences = new Map(files.flatMap((file) => [...readCatalog(readFileSync(path.join(root, file), 'utf8'))]));
  const lines = (await collectCodes()).map(
    ({ code, status, declaredBy }) =>
      `${code}\t${status}\t${[...new Set(declaredBy)].join(', ')}\t${sentences.get(`error.${code}`) ?? ''}`,
  );
  const questions = (await collectQuestions()).map(
    ({ form, field, kind, section, askedOf, need, rule, label }) =>
      `${form}.${field}\t${kind}\t${section}\t${askedOf}\t${need}\t${rule}\t${sentences.get(label) ?? ''}`,
  );
  process.stdout.write(`${[...questions, '', ...lines].join('\n')}\n`);
}
