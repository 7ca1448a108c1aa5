import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readSdn } from './ofac/index.ts';
import { readEntities } from './opensanctions/entities.ts';
import { readTargets } from './opensanctions/targets.ts';
import type { ListedPerson, ListingKind, WatchlistAnswer, Watchlists } from './port.ts';

/** The formats of lists that are read. */
export const watchlistFormats = ['ofac-sdn', 'opensanctions-targets', 'opensanctions-entities'] as const;
export type WatchlistFormat = (typeof watchlistFormats)[number];

export interface WatchlistSource {
  readonly name: string;
  readonly format: WatchlistFormat;
  /** `https:` where it is published, or `file:` where somebody else puts it. */
  readonly address: string;
  /** What its entries are where the format does not say. */
  readonly kind: ListingKind;
}

export interface WatchlistsSettings {
  readonly sources: readonly WatchlistSource[];
  /** How long one file may take. Five minutes when left out. */
  readonly timeoutMs?: number;
}

const readers: Readonly<Record<WatchlistFormat, (text: string, kind: ListingKind) => ReadList>> = {
  'ofac-sdn': readSdn,
  'opensanctions-targets': readTargets,
  'opensanctions-entities': readEntities,
};

/** What a file says, or it throws. */
interface ReadList {
  readonly publishedAt: string | null;
  readonly persons: readonly ListedPerson[];
}

/** The largest of the public files has some 100 MB. */
const mostBytes = 300_000_000;

export function openWatchlists({ sources, timeoutMs = 300_000 }: WatchlistsSettings): Watchlists {
  return {
    names: sources.map(({ name }) => name),
    async read(name, known) {
      const source = sources.find((each) => each.name === name);
      if (!source) return { outcome: 'unknown', reason: `there is no list ${name}` };
      try {
        const file = await load(source.address, known, timeoutMs);
        if (file === 'unchanged') return { outcome: 'unchanged' };
        return answerOf(source, file);
      } catch (error) {
        return { outcome: 'unknown', reason: (error instanceof Error ? error.message : String(error)).slice(0, 300) };
      }
    },
  };
}

interface LoadedFile {
  readonly bytes: Buffer;
  readonly mark: string | null;
}

function answerOf({ format, kind }: WatchlistSource, { bytes, mark }: LoadedFile): WatchlistAnswer {
  const { publishedAt, persons } = readers[format](bytes.toString('utf8'), kind);
  if (persons.length === 0) throw new Error('the file names nobody');
  if (new Set(persons.map(({ key }) => key)).size !== persons.length) throw new Error('the file has a number twice');
  return { outcome: 'done', digest: createHash('sha256').update(bytes).digest('hex'), mark, publishedAt, persons };
}

async function load(address: string, known: string | null, timeoutMs: number): Promise<LoadedFile | 'unchanged'> {
  const url = new URL(address);
  return url.protocol === 'file:' ? loadHere(url, known) : loadThere(address, known, timeoutMs);
}

async function loadHere(url: URL, known: string | null): Promise<LoadedFile | 'unchanged'> {
  const path = fileURLToPath(url);
  const { mtimeMs, size } = await stat(path);
  const mark = `${mtimeMs}-${size}`;
  if (mark === known) return 'unchanged';
  if (size > mostBytes) throw new Error(`the file is larger than ${mostBytes} bytes`);
  const bytes = await readFile(path);
  const now = await stat(path);
  // Somebody writes it while we read.
  if (now.mtimeMs !== mtimeMs || now.size !== size || bytes.length !== size)
    throw new Error('the file has changed while it was read');
  return { bytes, mark };
}

async function loadThere(address: string, known: string | null, timeoutMs: number): Promise<LoadedFile | 'unchanged'> {
  const response = await fetch(address, {
    headers: known === null ? {} : { 'if-none-match': known },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status === 304 && known !== null) return 'unchanged';
  if (response.status !== 200) throw new Error(`the list was answered by ${response.status}`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > mostBytes) throw new Error(`the file is larger than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return { bytes: Buffer.concat(pieces), mark: response.headers.get('etag') };
}
