import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/* CONTRIBUTING, 7: a subject of at most 72 characters in the imperative, the why in the body. Commits before these were not held to it. */
const heldSince = { subject: '6863c75cb123b26a6ac7349f1c83bf4bcb001249', why: 'd4863b0910ae5bacf06bba2d3545cfd52c8b196a' };
const mostLetters = 72;

const root = path.dirname(import.meta.dirname);
const written = subjectsSince(heldSince.subject);
const explained = commitsSince(heldSince.why);

test.runIf(written.length > 0)('every commit says in one short line what it does', () => {
  expect(written.flatMap(faultsOf)).toEqual([]);
});

test('a subject that is long, tells of the past, ends like a sentence or begins small is found', () => {
  const bad = [
    `Refuse a payout ${'while a difference is open '.repeat(3)}`,
    'Refused a payout while a difference is open',
    'Refusing a payout',
    'Refuses a payout',
    'Refuse a payout.',
    'refuse a payout',
    'The payout is refused',
    'fix: a payout',
    'Payout',
  ];
  expect(bad.filter((subject) => faultsOf(subject).length === 0)).toEqual([]);
  const good = ['Refuse a payout while a difference is open', 'Seed two clients', 'Bring it back', 'Press on, and focus'];
  expect(good.flatMap(faultsOf)).toEqual([]);
});

test.runIf(explained.length > 0)('every commit that touches more than one file of the program says why', () => {
  expect(explained.filter(isUnexplained).map(({ subject }) => subject)).toEqual([]);
});

test('a commit over several files whose body says nothing is found', () => {
  const subject = 'Refuse a payout';
  const [one, two] = ['src/law/gates.ts', 'src/law/gates.test.ts'];
  const why = 'Money that is disputed is to stay.';
  const bad = ['', 'Why not', 'Co-authored-by: one and another <a@b.c>'].map((body) => ({ subject, body, files: [one, two] }));
  expect(bad.filter((commit) => !isUnexplained(commit))).toEqual([]);
  const good = [
    { subject, body: why, files: [one, two] },
    { subject, body: '', files: [one, 'CHANGELOG.md'] },
  ];
  expect(good.filter(isUnexplained)).toEqual([]);
});

/** What is wrong with a subject, as `subject: why`. */
function faultsOf(subject: string): string[] {
  const [first = '', ...others] = subject.split(/,? /);
  const isImperative =
    /^[A-Z][a-z]+(-[a-z]+)*$/.test(first) &&
    !/^(An?|The|Some|This|New|More|No|It)$/.test(first) &&
    (/^(Embed|Shed|Wed|Bring|String|Ring|Focus|Pass|Miss|Press|Guess)$/.test(first) || !/([^e]ed|ing|[^s]s)$/.test(first));
  const why = [
    subject.length > mostLetters && `longer than ${mostLetters}`,
    !isImperative && 'not in the imperative',
    others.length === 0 && 'one word',
    /[.!]$/.test(subject) && 'ends like a sentence',
  ];
  return why.flatMap((each) => (each ? [`${subject}: ${each}`] : []));
}

interface Commit {
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
}

/** Whether more than one file below src was touched and the body has no sentence: four words and their full stop. */
function isUnexplained({ body, files }: Commit): boolean {
  const said = body.split('\n').filter((line) => !/^[A-Z][A-Za-z-]+-by: /.test(line));
  const isSaid = said.join(' ').trim().split(/\s+/).length >= 4 && said.some((line) => /[.!?](\s|$)/.test(line));
  return files.filter((file) => file.startsWith('src/')).length > 1 && !isSaid;
}

function git(...args: string[]) {
  return spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 100 * 1024 * 1024 });
}

/** Of a copy without its history, or with a part of it, nothing is asked. */
function isKnown(commit: string): boolean {
  return git('merge-base', '--is-ancestor', commit, 'HEAD').status === 0;
}

function subjectsSince(commit: string): string[] {
  if (!isKnown(commit)) return [];
  return git('log', '--no-merges', '--format=%s', `${commit}..HEAD`).stdout.split('\n').filter(Boolean);
}

function commitsSince(commit: string): Commit[] {
  if (!isKnown(commit)) return [];
  const told = git('log', '--no-merges', '--name-only', '--format=%x00%s%x01%b%x01', `${commit}..HEAD`).stdout;
  return told
    .split('\0')
    .slice(1)
    .map((text) => text.split('\x01'))
    .map(([subject = '', body = '', files = '']) => ({ subject, body, files: files.split('\n').filter(Boolean) }));
}
