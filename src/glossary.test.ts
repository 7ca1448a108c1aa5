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
  // Where toasts stand on the screen; an order is placed in the market.
  /^(ToastPlace|placeOrder|placing|foundPlacing|PendingPlacing)$/,
  // A picture is turned by quarters, and placed in its frame.
  /^(pictureTurned|sizeTurned|placedTurned|Placed|firstPlaced)$/,
  // Money leaves an account, a client the broker; a piece of a recipe is left out.
  /^(leaving|isMoneyLeaving|faultsOfLeavingOut)$/,
  // What platforms call the deals and orders that are over.
  /^history$/,
  // A day on which banks work.
  /^isWorkingDay$/,
];

/** Of those, words without any usual meaning inside a file either; the others are also spots, turns of a page, steps of a form. */
const retiredInside = 'house settle standing stage story mirror fate work landmark riddle'.split(' ');
/** What no sentence about the program needs. */
const retiredInComments = 'mirror fate landmark riddle'.split(' ');

test('no exported name and no file has a word that was retired, in whatever form', () => {
  const names = files.flatMap((file) => namesOf(file).map((name) => ({ file, name })));
  expect(names.length).toBeGreaterThan(1500);
  expect(names.filter(({ name }) => hasRetired(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test('the look sees a retired word wherever it stands in a name', () => {
  expect(
    ['openTestHouse', 'PhaseStep', 'mayTurn', 'placeOf', 'wireRefusals', 'leaveFor'].filter((name) => hasRetired(name)),
  ).toHaveLength(6);
  expect(['returnUrl', 'replaceAll', 'workers', 'spreadsheetOf', 'liveStages'].filter((name) => hasRetired(name))).toEqual([
    'liveStages',
  ]);
  const forms = ['Histories', 'historiesOf', 'Unsettled', 'unsettledDays', 'settled', 'Leaving', 'PlacedOf', 'Staging', 'turned'];
  expect(forms.filter((name) => !hasRetired(name))).toEqual([]);
});

test('nor has any name that a file of the program keeps to itself, in whatever form', () => {
  const own = files.filter((file) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file));
  const names = own.flatMap((file) => insideNamesOf(read(file)).map((name) => ({ file, name })));
  expect(names.length).toBeGreaterThan(5000);
  expect(names.filter(({ name }) => hasRetired(name, retiredInside)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  expect(insideNamesOf('async function settleBy() {}\ninterface Standing {}\n  const stage = 1;')).toEqual([
    'settleBy',
    'Standing',
  ]);
  const forms = ['settledAnswers', 'Settling', 'mirrored', 'Stories', 'staging', 'Work'];
  expect(forms.filter((name) => !hasRetired(name, retiredInside))).toEqual([]);
  const others = ['settlements', 'workers', 'framework', 'stored'];
  expect(others.filter((name) => hasRetired(name, retiredInside))).toEqual([]);
});

test('no comment says a retired word that has no other meaning', () => {
  const retiredIn = (text: string): string[] =>
    commentsOf(text).filter((comment) => wordsIn(comment, /[^a-z]+/i).some((word) => isForm(word, retiredInComments)));
  expect(files.flatMap((file) => retiredIn(read(file)).map((comment) => `${file}: ${comment}`))).toEqual([]);
  expect(retiredIn('/** The mirror of\n * an account. */\n// Solves a riddle.\nconst fate = 1;')).toHaveLength(2);
});

test('where money can be is a funding account, also where a field or a parameter names it', () => {
  const named = (text: string) => text.match(/\bplaces?\??: (readonly )?\w*(FundingAccount|TransferAccount)\b/g) ?? [];
  const own = files.filter((file) => file.startsWith('src/'));
  expect(own.flatMap((file) => named(read(file)).map((found) => `${file}: ${found}`))).toEqual([]);
  expect(
    named(`interface Offer {\n  readonly ${'place'}: FundingAccount;\n}\n(${'places'}: readonly OwnFundingAccount[])`),
  ).toHaveLength(2);
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
  const text = read(file);
  const declared = text.matchAll(/^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm);
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','));
  const aliases = listed.map((name) => /(\w+)\s*$/.exec(name)?.[1] ?? '');
  return [...[...declared].map(([, name = '']) => name), ...aliases, ...file.replace(/\.\w+$/, '').split(/[/.]/)].filter(Boolean);
}

/** What a file declares at its top and keeps to itself, but for tables of words and the like within. */
function insideNamesOf(text: string): string[] {
  const declared = text.matchAll(/^(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm);
  return [...declared].map(([, name = '']) => name);
}

function commentsOf(text: string): string[] {
  return [...text.matchAll(/^\s*\/\*[^]*?\*\/|(?:^|[\s;,{}()])\/\/.*$/gm)].map(([comment]) => comment.trim());
}

function hasRetired(name: string, of: readonly string[] = retired): boolean {
  return !usual.some((pattern) => pattern.test(name)) && wordsIn(name).some((word) => isForm(word, of));
}

/** A word in one of its forms: settle, settles, settled, settling, unsettled. */
function isForm(word: string, of: readonly string[]): boolean {
  return of.some((each) => {
    const stem = each.replace(/[ey]$/, '');
    return [each, `${each}s`, `${each}d`, `${each}ed`, `${stem}ing`, `${stem}ies`].includes(word.replace(/^un/, ''));
  });
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function posts(name: string): boolean {
  return wordsIn(name).some((word) => /^post(s|ed|ing|ings)?$/.test(word));
}

function wordsIn(name: string, between = /(?=[A-Z])|[-_\d]/): string[] {
  return name.split(between).map((word) => word.toLowerCase());
}
