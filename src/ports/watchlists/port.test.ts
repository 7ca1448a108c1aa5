import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../base/time.ts';
import { sandboxLists, startWatchlists, type WatchlistsSandbox } from '../../sandbox/watchlists/index.ts';
import { openWatchlists } from './index.ts';
import { birthDateOf } from './ofac/dates.ts';
import type { Watchlists } from './port.ts';

const wall = new Date('2026-03-02T09:00:00Z');
const clock: Clock = { now: () => wall, wall: () => wall };

let publisher: WatchlistsSandbox;
let watchlists: Watchlists;
beforeEach(async () => {
  publisher = await startWatchlists({ host: '127.0.0.1', port: 0, clock, patience: { hangMs: 200, slowMs: 20 } });
  watchlists = openWatchlists({ sources: publisher.sources });
});
afterEach(() => publisher.close());

const person = { key: '4711', names: ['Omar Testan', 'عمر تستان'] as const, birthDate: '1970-01-31', country: 'SY' };
const named = { sdn: 'ofac-sdn', peps: 'peps', sanctions: 'eu-sanctions' } as const;

describe.each(sandboxLists)('a list of persons from %s', (list) => {
  const name = named[list];

  test('tells who is on it, with other names, date of birth and country', async () => {
    publisher.put(list, { ...person, names: [...person.names] });
    const answer = await watchlists.read(name, null);
    if (answer.outcome !== 'done') throw new Error(JSON.stringify(answer));
    expect(answer.digest).toMatch(/^[\da-f]{64}$/);
    const found = answer.persons.find(({ key }) => key === '4711');
    expect(found?.names.map((each) => each.toLowerCase())).toEqual(['omar testan', 'عمر تستان']);
    expect(found).toMatchObject({ kind: list === 'peps' ? 'pep' : 'sanctions', birthDates: ['1970-01-31'], countries: ['SY'] });
    // Companies and addresses stand in the same files.
    expect(answer.persons.some(({ names }) => names.some((each) => /ocean green|street/i.test(each)))).toBe(false);
  });

  test('is not sent again while it is the same, and has another digest once it is not', async () => {
    const first = await watchlists.read(name, null);
    if (first.outcome !== 'done') throw new Error(first.outcome);
    expect(await watchlists.read(name, first.mark)).toEqual({ outcome: 'unchanged' });
    publisher.put(list, { ...person, names: [...person.names] });
    const second = await watchlists.read(name, first.mark);
    expect(second).toMatchObject({ outcome: 'done', digest: expect.not.stringMatching(first.digest) });
  });

  test.each(['half', 'cut', 'page', 'twice', 'empty'] as const)('that comes %s is not read at all', async (how) => {
    publisher.spoil(list, how, 1);
    expect(await watchlists.read(name, null)).toMatchObject({ outcome: 'unknown' });
    expect(await watchlists.read(name, null)).toMatchObject({ outcome: 'done' });
  });

  test.each(['timeout_before', 'timeout_after', 'error'] as const)('that is struck by %s is unknown', async (mode) => {
    publisher.fault(mode, 1);
    expect(await watchlists.read(name, null)).toMatchObject({ outcome: 'unknown' });
    expect(await watchlists.read(name, null)).toMatchObject({ outcome: 'done' });
  });

  test('is read from a folder too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lists-'));
    try {
      const source = publisher.sources.find((each) => each.name === name);
      if (!source) throw new Error('no source');
      const bytes = Buffer.from(await (await fetch(source.address)).arrayBuffer());
      const file = path.join(folder, 'list');
      const here = openWatchlists({ sources: [{ ...source, address: pathToFileURL(file).href }] });
      expect(await here.read(name, null)).toMatchObject({ outcome: 'unknown' });
      await writeFile(file, bytes);
      const read = await here.read(name, null);
      expect(read).toMatchObject({ outcome: 'done', digest: createHash('sha256').update(bytes).digest('hex') });
      expect(read.outcome === 'done' && (await here.read(name, read.mark))).toEqual({ outcome: 'unchanged' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('Half a file is not taken for a whole one', () => {
  const answerTo = (address: string) =>
    openWatchlists({ sources: [{ name: 'here', format: 'ofac-sdn', kind: 'sanctions', address }] }).read('here', null);

  test('where OFAC’s does not say how many entries it has', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lists-'));
    try {
      const file = path.join(folder, 'list');
      const entry = '<sdnEntry><uid>1</uid><lastName>Testan</lastName><sdnType>Individual</sdnType></sdnEntry>';
      await writeFile(file, `<sdnList><publshInformation></publshInformation>${entry}</sdnList>`);
      expect(await answerTo(pathToFileURL(file).href)).toMatchObject({
        outcome: 'unknown',
        reason: expect.stringMatching(/how many/),
      });
      await writeFile(file, `<sdnList><publshInformation><Record_Count>1</Record_Count></publshInformation>${entry}</sdnList>`);
      expect(await answerTo(pathToFileURL(file).href)).toMatchObject({ outcome: 'done' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  // What the kernel tells of itself is longer when it is read than it was said to be, as a file that is being written.
  test('where it has another length than it had', async () => {
    expect(await answerTo('file:///proc/self/status')).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringMatching(/changed/),
    });
  });
});

test('a list that nobody has configured is unknown', async () => {
  expect(await watchlists.read('other', null)).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['10 Dec 1948', '1948-12-10'],
  ['Aug 1959', '1959-08'],
  ['1959', '1959'],
  ['circa 1962', '1961/1963'],
  ['1961 to 1963', '1961/1963'],
  ['circa 1961-1963', '1961/1963'],
  ['01 Jan 1961 to 31 Dec 1963', '1961/1963'],
  ['unknown', undefined],
])('"%s" on OFAC’s list is %s', (told, day) => {
  expect(birthDateOf(told)).toBe(day);
});
