import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.dirname(import.meta.dirname);
const files = ['src', 'bin', 'bench', 'seed', 'test']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(tsx?|sql|mjs)$/.test(entry.name))
  .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
  .filter((file) => !file.startsWith('src/migrations/'));

/** Words that meant several things; what to say instead stands in ARCHITECTURE.md ("Words"). */
const retired =
  'house step settle turn place standing sheet leave mirror history story stage fate work landmark riddle wire'.split(' ');

/** Names in which such a word has its one usual meaning, or that somebody outside has given. */
const usual: readonly RegExp[] = [
  // One way of doing something in a browser's own or a library's words.
  /^(replace|Workbook|proofOfWork$)/,
  // Documents 1 and 2: registration step 2; the next step of a newcomer on the dashboard.
  /^(NextStep|nextStep|stepCodes|StepCode)$/,
  // The market's own word: the smallest change of a volume.
  /^(stepLots|lotsStep)$/,
  // A sheet of paper: of a workbook, of prints, from below on a phone.
  /[Ss]preadsheet|^(ConfirmSheet|writeSheet|contactSheet)$/,
  // Where toasts stand on the screen; an order is placed.
  /^(ToastPlace|placeOrder)$/,
  // What platforms call the deals and orders that are over.
  /^history$/,
];

test('no exported name and no file has a word that was retired', () => {
  const names = files.flatMap((file) => namesOf(file).map((name) => ({ file, name })));
  expect(names.length).toBeGreaterThan(1500);
  expect(names.filter(({ name }) => hasRetired(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test('the look sees a retired word wherever it stands in a name', () => {
  expect(['openTestHouse', 'PhaseStep', 'mayTurn', 'placeOf', 'wireRefusals', 'leaveFor'].filter(hasRetired)).toHaveLength(6);
  expect(['returnUrl', 'replaceAll', 'workers', 'spreadsheetOf', 'liveStages'].filter(hasRetired)).toEqual(['liveStages']);
});

/** Where one posts into the book, and what measures that. */
const posting = /^(src\/ledger\/|src\/areas\/[^/]+\/(?!screens\/|desk\/)|bench\/postings\.ts)/;

test('only the ledger posts: mail is sent, and so is a request', () => {
  const names = files.filter((file) => !posting.test(file)).flatMap((file) => namesOf(file).map((name) => ({ file, name })));
  expect(names.filter(({ name }) => posts(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  expect(['postMail', 'PostDialog', 'sendPost', 'post'].filter(posts)).toHaveLength(4);
  expect(['postponed', 'compost', 'poster', 'isPosition'].filter(posts)).toEqual([]);
});

test('every retired word is told in the glossary', () => {
  const glossary = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
  const table = /## Words\n([\s\S]*?)\n## /.exec(glossary)?.[1] ?? '';
  expect(retired.filter((word) => !new RegExp(String.raw`\b${word}s?\b`).test(table))).toEqual([]);
});

/** What a file offers, and its own name. */
function namesOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const declared = text.matchAll(/^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm);
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','));
  const aliases = listed.map((name) => /(\w+)\s*$/.exec(name)?.[1] ?? '');
  return [...[...declared].map(([, name = '']) => name), ...aliases, ...file.replace(/\.\w+$/, '').split(/[/.]/)].filter(Boolean);
}

function hasRetired(name: string): boolean {
  if (usual.some((pattern) => pattern.test(name))) return false;
  return wordsIn(name).some((word) => retired.some((each) => word === each || word === `${each}s`));
}

function posts(name: string): boolean {
  return wordsIn(name).some((word) => /^post(s|ed|ing|ings)?$/.test(word));
}

function wordsIn(name: string): string[] {
  return name.split(/(?=[A-Z])|[-_\d]/).map((word) => word.toLowerCase());
}
