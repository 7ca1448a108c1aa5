import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/* CONTRIBUTING, 7: a subject of at most 72 characters in the imperative. Commits before this one were not held to it. */
const heldSince = '6863c75cb123b26a6ac7349f1c83bf4bcb001249';
const mostLetters = 72;

const root = path.dirname(import.meta.dirname);
const written = subjectsSince(heldSince);

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

/** Of a copy without its history, or with a part of it, nothing is asked. */
function subjectsSince(commit: string): string[] {
  const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  if (git('merge-base', '--is-ancestor', commit, 'HEAD').status !== 0) return [];
  return git('log', '--no-merges', '--format=%s', `${commit}..HEAD`).stdout.split('\n').filter(Boolean);
}
