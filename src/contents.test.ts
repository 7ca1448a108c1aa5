import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { regionKeys } from './law/regions/profile.ts';

/* What no file may say, whatever room it stands in. */

const source = import.meta.dirname;
const files = ['src', 'seed']
  .flatMap((folder) => readdirSync(path.join(path.dirname(source), folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)));
const production = files.filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('server/testing/'));
const read = (file: string): string => readFileSync(path.join(source, file), 'utf8');

/** More words than this are two sentences (STYLE.md 8). */
const mostWords = 45;

test('every queue of the desk is one that its area puts cases into', () => {
  const idle = production
    .filter((file) => /^areas\/[^/]+\/queues\.ts$/.test(file))
    .flatMap((file) => {
      const others = production.filter((each) => each !== file && each.startsWith(`${path.dirname(file)}/`)).map(read);
      const names = [...read(file).matchAll(/^export const (?!queues\b)(\w+)/gm)].map(([, name = '']) => name);
      return names.filter((name) => !others.some((text) => text.includes(name))).map((name) => `${file}: ${name}`);
    });
  expect(idle).toEqual([]);
});

test('only platformOperations has a platform do what is not to be done twice', () => {
  const port = read('ports/platform/port.ts');
  // What is sent within a limit of time takes effect each time that it is sent, but for an account's access, which is then as it was.
  const limited = [...port.matchAll(/^  (\w+)\([^)]*\blimit\?: SendLimit\)/gm)].map(([, name = '']) => name);
  const once = limited.filter((name) => name !== 'changeAccess');
  expect(once).toEqual(expect.arrayContaining(['openAccount', 'balanceOperation', 'marketOrder', 'closePosition']));
  const asks = new RegExp(String.raw`(\.|'|\{ |, )(${once.join('|')})\b`);
  const asksBut = (name: string) => new RegExp(String.raw`\b(${once.filter((each) => each !== name).join('|')})\b`);
  const asking = production.filter((file) => /^(areas|server)\//.test(file) && asks.test(bare(read(file))));
  // What is cancelled twice is cancelled once: a lapsed form needs no operation of its own, and asks nothing else.
  const lapsed = 'areas/trading/minding/lapsed.ts';
  expect(asking).toEqual(['areas/platformOperations/ways.ts', lapsed]);
  expect(read(lapsed)).not.toMatch(asksBut('cancelPending'));
  for (const planted of [
    'platforms.mt5.balanceOperation(asked)',
    'const { marketOrder } = platform;',
    "await platform['closePosition'](order)",
    "platform: Pick<Platform, 'account' | 'openAccount'>",
  ])
    expect(asks.test(bare(planted))).toBe(true);
  expect(asks.test(bare('balanceOperations(sql, of); // as balanceOperation( says'))).toBe(false);
});

test('the database is spoken to only over connections that give up an answer that never comes', () => {
  const opens = /\bnew (pg\.)?(Client|Pool)\b|import\('pg'\)/;
  const opening = production.filter((file) => opens.test(bare(read(file))) && /from 'pg'/.test(read(file)));
  expect(opening).toEqual(['server/database/pool.ts']);
});

test('a bonus that is taken away is posted in one place', () => {
  expect(production.filter((file) => file.startsWith('areas/') && /\bbonus_removed\b/.test(bare(read(file))))).toEqual([
    'areas/platformOperations/bonus.ts',
  ]);
});

test('a gate is required in one way, and a process opens one engine of payments', () => {
  const says = (what: RegExp) =>
    production.flatMap(
      (file) =>
        bare(read(file))
          .match(what)
          ?.map(() => file) ?? [],
    );
  expect(says(/\b(?:function|const) requireGate\b/g)).toEqual(['law/gates.ts']);
  expect(says(/(?<!function )\bopenEngine\(/g)).toEqual(['server/start/open.ts']);
});

test('what is remembered up to a bound is kept by lru-cache', () => {
  const isBounded = (line: string): boolean => {
    const [, name] = /(\w+)\.size >=? \w/.exec(line) ?? [];
    return name !== undefined && [`${name}.clear(`, `${name}.delete(`].some((forgetting) => line.includes(forgetting));
  };
  // What clocks show is asked for with each price of each second, and in browsers too: a table that is begun anew is all it takes.
  const clocks = ['base/zone.ts', 'sandbox/metatrader/zone.ts'];
  expect(production.filter((file) => read(file).split('\n').some(isBounded)).toSorted()).toEqual(clocks);
  expect(['if (kept.size >= mostKept) kept.clear();', 'if (a.size > 5 && b) a.delete(b);'].filter(isBounded)).toHaveLength(2);
  expect(isBounded('if (own.size >= most) other.clear();')).toBe(false);
});

test('no sentence of a comment is longer than one takes in at once', () => {
  const all = ['src', 'seed', 'bench', 'bin', 'test'].flatMap((folder) => sourcesBelow(folder));
  const long = all.flatMap((file) =>
    longSentences(readFileSync(path.join(path.dirname(source), file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(all.length).toBeGreaterThan(1000);
  expect(long).toEqual([]);
  const many = Array.from({ length: mostWords + 1 }, () => 'word').join(' ');
  expect(longSentences(`/** ${many.replace(' ', '. ')}; and so on. */\n// Short.\n`)).toEqual([]);
  expect([`/**\n * Short. ${many.replaceAll(' ', '\n * ')}.\n */`, `  // ${many}`].flatMap(longSentences)).toHaveLength(2);
});

test('amounts are never made into floats outside base/money', () => {
  const inMoneyRooms = production.filter((file) => /^(ledger|areas|ports\/payments)\//.test(file));
  expect(
    inMoneyRooms.filter((file) => /\bparseFloat\(|\.toFixed\(|Number\((amount|balance|minor|money)/i.test(read(file))),
  ).toEqual([]);
});

test('no company is quoted by its number where the table of companies says it', () => {
  const quotes = /\b[cC]ompany(Id)? (===|!==|\?\?) [1-9]|\bcompany\.\d|\?\? 3\b|\bcompany: \d \|/;
  const quoting = (text: string): boolean => quotes.test(text);
  expect(production.filter((file) => !file.startsWith('law/regions/') && quoting(read(file)))).toEqual([]);
  for (const planted of ['company !== 3', "t('moves.company.3')", 'find(isTheirs) ?? 3;', 'company: 1 | 3;'])
    expect(quoting(planted)).toBe(true);
});

test('a region is quoted by name only in the law', () => {
  const names = regionKeys.join('|');
  const quoted = new RegExp(String.raw`(region|site)(\.key)?\s*(===|!==)\s*'|case '(${names})':`);
  const elsewhere = production.filter((file) => !/^(law|\.\.\/seed)\//.test(file));
  expect(elsewhere.filter((file) => quoted.test(read(file)))).toEqual([]);
});

test('nothing is left for later', () => {
  // Split, so that this file does not find itself.
  const marks = /\bTO[D]O\b|FIX[M]E|\bX[X]X\b|not (yet )?implement[e]d|coming soo[n]|@ts-ignor[e]/;
  expect(files.filter((file) => file !== 'contents.test.ts' && marks.test(read(file)))).toEqual([]);
});

function longSentences(text: string): string[] {
  const comments = [...text.matchAll(/^[ \t]*\/\*[^]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm)].map(([comment]) =>
    comment.split('\n').map(bareLine).join(' '),
  );
  return comments
    .flatMap((comment) => comment.split(/[.!?;](?:\s|$)/))
    .filter((one) => one.trim().split(/\s+/).length > mostWords);
}

/** A line of a comment without its marks; what a program takes is a sentence by itself. */
function bareLine(line: string): string {
  const said = line
    .trim()
    .replace(/^(\/\*+|\/\/|\*\/|\*)/, '')
    .replace('*/', '')
    .trim();
  return said.startsWith('--') ? `; ${said}` : said;
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(path.dirname(source), folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => path.join(folder, file));
}

/** Without its comments and its imports. */
function bare(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$|^import\b[^;]*;/gm, '');
}
