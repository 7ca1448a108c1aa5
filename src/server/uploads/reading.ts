import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { Refusal } from '../../base/refusal.ts';
import { release } from '../../base/release.ts';
import type { ProtocolRefusal } from '../../protocol/refusals.ts';

/** A sender that says nothing for so long has gone. */
const silenceMs = 30_000;
/** What is refused is heard to its end, so that the refusal is heard too: for so long, and as long as it is no more than was taken. */
const hearingMs = 10_000;

const limits = { fields: 30, fieldNameSize: 60, fieldSize: 10_000, files: 1, parts: 32, headerPairs: 20 };
/** What the fields and the borders between the parts may come to. */
export const besidesBytes = 400_000;

/** Less than one piece of a body, so that none waits behind another. */
const waitingBytes = 16 * 1024;

/** The sender has broken off. */
class CutOff extends Error {}

/** The file part as it comes: its reader takes all of it, or throws. */
export interface ComingFile {
  readonly name: string;
  /** `truncated`: there was more of it than is taken. */
  readonly stream: AsyncIterable<Buffer> & { readonly truncated?: boolean };
}

interface Multipart<File> {
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined where the body has no part of the name `file`. */
  readonly file: File | undefined;
}

/**
 * Reads a body of `multipart/form-data` (RFC 7578), piece by piece: never more of it is held than is on its way into the store. What
 * `takeFile` throws is thrown on.
 */
export async function readMultipart<File>(
  raw: IncomingMessage,
  { mostBytes, takeFile }: { readonly mostBytes: number; readonly takeFile: (file: ComingFile) => Promise<File> },
): Promise<Multipart<File>> {
  // Its end may have been heard of before anybody listened.
  if (raw.destroyed && !isHeard(raw)) throw new CutOff('the upload was cut off');
  const parser = parserOf(raw, mostBytes);
  const fields: Record<string, string> = {};
  const coming: { stream?: BusboyFileStream; taking?: Promise<File> } = {};
  const silence = setTimeout(() => raw.destroy(), silenceMs);
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('field', (...[name, value, isNameCut, isCut]) => {
        if (isNameCut || isCut) reject(malformed());
        else fields[name] = value;
      });
      parser.on('file', (name, stream, fileName) => {
        // A part that is never read would hold up all that follow it.
        stream.on('error', reject);
        if (name !== 'file') return void reject(malformed());
        coming.stream = stream;
        coming.taking = takeFile({ name: fileName ?? '', stream });
        coming.taking.catch(reject);
      });
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => reject(malformed()));
      parser.on('error', () => reject(malformed()));
      parser.on('finish', resolve);
      raw.on('data', () => silence.refresh());
      raw.once('close', () => (isHeard(raw) ? undefined : reject(new CutOff('the upload was cut off'))));
      raw.once('error', () => reject(new CutOff('the upload was cut off')));
      raw.pipe(parser);
    });
    return { fields, file: await coming.taking };
  } catch (error) {
    raw.unpipe(parser);
    coming.stream?.destroy(error instanceof Error ? error : undefined);
    // What was begun is taken back by whoever began it, before anybody is told.
    await coming.taking?.catch(() => undefined);
    await hearOut(raw, mostBytes);
    throw error;
  } finally {
    clearTimeout(silence);
  }
}

function parserOf(raw: IncomingMessage, mostBytes: number): InstanceType<typeof Busboy> {
  try {
    const { 'content-type': type = '' } = raw.headers;
    return new Busboy({
      headers: { ...raw.headers, 'content-type': type },
      highWaterMark: waitingBytes,
      fileHwm: waitingBytes,
      limits: { ...limits, fileSize: mostBytes },
    });
  } catch {
    throw malformed();
  }
}

function malformed(): Refusal<ProtocolRefusal> {
  return new Refusal<ProtocolRefusal>('bad_json');
}

function isHeard(raw: IncomingMessage): boolean {
  return raw.complete || raw.readableEnded;
}

/** Reads on without keeping anything. */
async function hearOut(raw: IncomingMessage, mostBytes: number): Promise<void> {
  if (isHeard(raw) || raw.destroyed) return;
  const heard = new AbortController();
  let bytes = 0;
  raw.on('data', (piece: Buffer) => {
    bytes += piece.length;
    release(piece);
    if (bytes > mostBytes + besidesBytes) heard.abort();
  });
  for (const end of ['end', 'close', 'error']) raw.once(end, () => heard.abort());
  raw.resume();
  await wait(hearingMs, undefined, { signal: heard.signal }).catch(() => undefined);
  raw.removeAllListeners('data');
  raw.pause();
}
