import { useEffect, useRef, useState } from 'react';
import type { CallSpec } from '../../protocol/call.ts';
import type { Envelope } from '../../protocol/envelope.ts';
import { useWords } from '../words/context.tsx';
import { CallFailure } from './failure.ts';
import { writeRequest, type InputOf } from './send.ts';
import { readToken } from './token.ts';

type FileSpec = Pick<CallSpec, 'method' | 'path' | 'query' | 'input'>;

export interface Download<Spec extends FileSpec> {
  /** Fetches the file and hands it to the browser to keep, or to whoever takes it. */
  readonly start: (input: InputOf<Spec>, take?: (file: Blob, name: string) => void | Promise<void>) => Promise<void>;
  readonly cancel: () => void;
  /** How much has come; undefined while nothing is under way. The whole is not known before its end. */
  readonly bytes: number | undefined;
  readonly failure: CallFailure | null;
}

/** A call that answers with a file, with its progress: `const excel = useDownload(contract.calls.spreadsheet)`. */
export function useDownload<Spec extends FileSpec>(spec: Spec): Download<Spec> {
  const { language } = useWords();
  const [bytes, setBytes] = useState<number>();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const start: Download<Spec>['start'] = async (input, take = keep) => {
    const control = new AbortController();
    ending.current = control;
    setFailure(null);
    setBytes(0);
    try {
      const request = writeRequest({
        spec,
        input: input as Readonly<Record<string, unknown>>,
        language,
        isHit: false,
        options: {},
        token: readToken(),
      });
      const response = await ask(request, control.signal);
      await take(await collect(response, setBytes), fileNameOf(response));
    } catch (error) {
      if (!control.signal.aborted)
        setFailure(error instanceof CallFailure ? error : new CallFailure({ kind: 'offline', status: 0, cause: error }));
    } finally {
      setBytes(undefined);
    }
  };
  return { start, cancel: () => ending.current?.abort(), bytes, failure };
}

async function ask(request: Request, signal: AbortSignal): Promise<Response> {
  const response = await fetch(request, { credentials: 'same-origin', signal });
  if (response.ok) return response;
  const envelope = (await response.json().catch(() => undefined)) as Envelope<unknown> | undefined;
  throw new CallFailure({
    kind: response.status >= 500 ? 'fault' : 'refused',
    status: response.status,
    reference: response.headers.get('x-request-id') ?? undefined,
    errors: envelope?.errors ?? [],
  });
}

async function collect(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const parts: BlobPart[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value as Uint8Array<ArrayBuffer>);
    size += next.value.length;
    onBytes(size);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** RFC 6266, as far as our own server writes it. */
function fileNameOf(response: Response): string {
  return /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'download';
}

function keep(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
