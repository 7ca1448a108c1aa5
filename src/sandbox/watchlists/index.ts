import { createHash } from 'node:crypto';
import type { Clock } from '../../base/time.ts';
import { openFaults, type Planned } from '../faults.ts';
import { listen, type Patience, type VendorAnswer, type VendorRequest } from '../listener.ts';
import { entitiesFile, sdnFile, targetsFile, type SandboxListed } from './files.ts';

export const sandboxLists = ['sdn', 'peps', 'sanctions'] as const;
export type SandboxList = (typeof sandboxLists)[number];

/**
 * What publishers do besides being out of reach: half a file, cut in the middle of an entry or between two; a page of their proxy with
 * status 200; a number twice; nobody left; and a file that says that it is the one which is known and is not sent.
 */
export const spoilings = ['half', 'cut', 'page', 'twice', 'empty', 'stale'] as const;
export type Spoiling = (typeof spoilings)[number];

export interface WatchlistsOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly patience?: Patience;
}

type SandboxSource = Pick<(typeof sources)[number], 'name' | 'format' | 'kind'> & { readonly address: string };

export interface WatchlistsSandbox {
  readonly address: string;
  /** As a broker's configuration names them. */
  readonly sources: readonly SandboxSource[];
  /** Puts somebody on a list, or changes their entry; a new file is published with that. */
  put(list: SandboxList, person: SandboxListed): void;
  drop(list: SandboxList, key: string): void;
  /** The next so many readings of that list are spoilt. */
  spoil(list: SandboxList, how: Spoiling, count: number): void;
  fault(planned: Planned, count: number): void;
  reset(): void;
  close(): Promise<void>;
}

const sources = [
  { list: 'sdn', name: 'ofac-sdn', format: 'ofac-sdn', path: '/ofac/SDN.XML', kind: 'sanctions', type: 'application/xml' },
  {
    list: 'peps',
    name: 'peps',
    format: 'opensanctions-targets',
    path: '/datasets/latest/peps/targets.simple.csv',
    kind: 'pep',
    type: 'text/csv',
  },
  {
    list: 'sanctions',
    name: 'eu-sanctions',
    format: 'opensanctions-entities',
    path: '/datasets/latest/sanctions/entities.ftm.json',
    kind: 'sanctions',
    type: 'application/json+ftm',
  },
] as const;

/** Nobody of these exists, and none is a client of the seeds. */
const shipped: Readonly<Record<SandboxList, readonly SandboxListed[]>> = {
  sdn: [
    { key: '1001', names: ['Karim Sandbox al-Testani', 'Kareem el Testany'], birthDate: '1961-05-17', country: 'SY' },
    { key: '1002', names: ['Ilya Testovich Sandboxov', 'Илья Тестович Сандбоксов'], birthDate: '1970', country: 'RU' },
    { key: '1003', names: ['Bao Testxin'], country: 'CN' },
  ],
  peps: [
    { key: 'Q9001', names: ['Amara Testwell-Boxley'], birthDate: '1958-03-02', country: 'NG' },
    { key: 'Q9002', names: ['Jürg Probenhäuser', 'Juerg Probenhaeuser'], birthDate: '1966', country: 'DE' },
  ],
  sanctions: [
    { key: 'NK-7001', names: ['Viktor Probnov', 'Виктор Пробнов'], birthDate: '1975-12-24', country: 'BY' },
    { key: 'NK-7002', names: ['Layla Fixturi', 'ليلى فكستوري'], birthDate: '1980-07', country: 'IQ' },
  ],
};

/** The publishers of lists in the sandbox. */
export async function startWatchlists(options: WatchlistsOptions): Promise<WatchlistsSandbox> {
  const faults = openFaults();
  const held = new Map<SandboxList, Map<string, SandboxListed>>();
  const spoilt = new Map<SandboxList, { how: Spoiling; left: number }>();
  const fill = (): void => {
    for (const list of sandboxLists) held.set(list, new Map(shipped[list].map((person) => [person.key, person])));
    spoilt.clear();
  };
  fill();
  const personsOf = (list: SandboxList) => held.get(list) ?? new Map<string, SandboxListed>();
  const listener = await listen({
    host: options.host,
    port: options.port,
    failure: { status: 503, body: '' },
    fault: () => faults.takeForCall(),
    handle: (request) =>
      answer(request, { personsOf, takeSpoiling: (list) => takeSpoiling(spoilt, list), now: options.clock.now() }),
    ...(options.patience ? { patience: options.patience } : {}),
  });
  return {
    address: listener.address,
    sources: sources.map(({ name, format, path, kind }) => ({ name, format, kind, address: `${listener.address}${path}` })),
    put: (list, person) => void personsOf(list).set(person.key, person),
    drop: (list, key) => void personsOf(list).delete(key),
    spoil: (list, how, count) => void spoilt.set(list, { how, left: count }),
    fault: (planned, count) => faults.set(planned, count),
    reset: () => {
      fill();
      faults.set('none', 0);
    },
    close: () => listener.close(),
  };
}

function takeSpoiling(spoilt: Map<SandboxList, { how: Spoiling; left: number }>, list: SandboxList): Spoiling | undefined {
  const planned = spoilt.get(list);
  if (!planned || planned.left <= 0) return undefined;
  planned.left -= 1;
  return planned.how;
}

interface Published {
  readonly personsOf: (list: SandboxList) => ReadonlyMap<string, SandboxListed>;
  readonly takeSpoiling: (list: SandboxList) => Spoiling | undefined;
  readonly now: Date;
}

function answer({ method, path, headers }: VendorRequest, { personsOf, takeSpoiling: take, now }: Published): VendorAnswer {
  const source = sources.find((each) => each.path === path);
  if (method !== 'GET' || !source) return { status: 404, body: '' };
  const spoiling = take(source.list);
  const persons = [...personsOf(source.list).values()];
  const body = fileOf(source.list, spoiling === 'empty' ? [] : persons, now);
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
  const isKnown = headers['if-none-match'] === etag;
  if (isKnown || (spoiling === 'stale' && headers['if-none-match'] !== undefined))
    return { status: 304, headers: { etag }, body: '' };
  return { status: 200, headers: { 'content-type': source.type, etag }, body: spoil(source.list, body, spoiling) };
}

function fileOf(list: SandboxList, persons: readonly SandboxListed[], now: Date): string {
  const files = { sdn: () => sdnFile(persons, now), peps: () => targetsFile(persons), sanctions: () => entitiesFile(persons) };
  return files[list]();
}

function spoil(list: SandboxList, body: string, spoiling: Spoiling | undefined): string {
  switch (spoiling) {
    case 'half':
      return body.slice(0, Math.floor(body.length * 0.6));
    case 'cut': {
      // Between two entries, with whatever ends such a file: only what it says of itself tells that something is missing.
      const lines = body.trimEnd().split('\n');
      const kept = list === 'sdn' ? [...lines.slice(0, -2), lines.at(-1)] : [...lines.slice(0, -1), lines.at(-1)?.slice(0, 20)];
      return `${kept.join('\n')}\n`;
    }
    case 'page':
      return '<!doctype html><html><body>Please come back later</body></html>\n';
    case 'twice': {
      const lines = body.trimEnd().split('\n');
      const last = list === 'sdn' ? lines.at(-2) : lines.at(-1);
      return list === 'sdn'
        ? body.replace('</sdnList>', `${last}\n</sdnList>`).replace(/<Record_Count>\d+/, '<Record_Count>99')
        : `${body}${last}\n`;
    }
    default:
      return body;
  }
}
