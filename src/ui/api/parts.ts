import { partBytes, uploadPaths } from '../../protocol/uploadPaths.ts';
import { CallFailure } from './failure.ts';
import type { UploadLine } from './uploadLine.ts';

/** After a part that did not arrive it is tried again after so long; then somebody has to wish it. */
const patienceMs = [1000, 2000, 4000, 8000, 16_000] as const;

const begin = { method: 'POST', path: uploadPaths.begin } as const;
const sendPart = { method: 'POST', path: uploadPaths.part } as const;

interface PartOptions {
  readonly signal: AbortSignal;
  readonly onSent?: (part: number) => void;
}

interface Parts {
  readonly file: File;
  readonly line: UploadLine;
  /** How much of it is there, from 0 to 1. */
  readonly onSent: (part: number) => void;
  readonly send: (
    spec: typeof begin | typeof sendPart,
    input: Readonly<Record<string, unknown>>,
    options: PartOptions,
  ) => Promise<unknown>;
}

interface Arrived {
  readonly upload_id: string;
  readonly received: number;
}

/** Sends a file in parts, and goes on behind what is there whenever it was halted or cut off. Answers the upload's number. */
export async function sendParts({ file, line, onSent, send }: Parts): Promise<string> {
  const announced = { name: file.name, bytes: file.size, sha256: await digestOf(file) };
  for (let misses = 0; ;) {
    const signal = await line.going();
    try {
      let at = (await send(begin, announced, { signal })) as Arrived;
      while (at.received < file.size) {
        const from = at.received;
        const part = file.slice(from, from + partBytes);
        const tell = (sent: number): void => onSent((from + sent * part.size) / file.size);
        at = (await send(sendPart, { id: at.upload_id, from, file: part }, { signal, onSent: tell })) as Arrived;
        misses = 0;
      }
      onSent(1);
      return at.upload_id;
    } catch (error) {
      if (line.state() === 'paused') continue;
      if (!isMissed(error)) throw error;
      const waitMs = patienceMs[misses];
      misses += 1;
      if (waitMs === undefined) line.lose();
      else await line.missed(waitMs);
      if (line.state() === 'lost') misses = 0;
    }
  }
}

/** No answer came, ours went wrong, or too many came at once: nothing is wrong with the file. */
function isMissed(error: unknown): boolean {
  return error instanceof CallFailure && (error.kind === 'offline' || error.kind === 'fault' || error.status === 429);
}

async function digestOf(file: File): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
