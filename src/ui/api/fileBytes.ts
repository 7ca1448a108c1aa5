import { useEffect, useState } from 'react';
import type { CallSpec } from '../../protocol/call.ts';
import { useWords } from '../words/context.tsx';
import { CallFailure } from './failure.ts';
import { writeRequest, type InputOf } from './send.ts';

type FileSpec = Pick<CallSpec, 'method' | 'path' | 'query' | 'input'>;

interface FileBytes {
  /** Undefined while they come. */
  readonly bytes: Uint8Array | undefined;
  readonly failure: CallFailure | null;
}

const coming: FileBytes = { bytes: undefined, failure: null };

/** A call that answers with a file, as its bytes: what draws them is ours, and nothing opens them in the name of this address. */
export function useFileBytes<Spec extends FileSpec>(spec: Spec, input: InputOf<Spec>): FileBytes {
  const { language } = useWords();
  const [told, setTold] = useState<FileBytes & { readonly of: string }>();
  const of = JSON.stringify(input);
  useEffect(() => {
    const control = new AbortController();
    const take = async (): Promise<void> => {
      const asked = JSON.parse(of) as Readonly<Record<string, unknown>>;
      const request = writeRequest({ spec, input: asked, language, isHit: false, options: {} });
      const response = await fetch(request, { credentials: 'same-origin', signal: control.signal });
      if (!response.ok) throw new CallFailure({ kind: 'refused', status: response.status });
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (!control.signal.aborted) setTold({ of, bytes, failure: null });
    };
    take().catch((error: unknown) => {
      if (control.signal.aborted) return;
      const failure = error instanceof CallFailure ? error : new CallFailure({ kind: 'offline', status: 0, cause: error });
      setTold({ of, bytes: undefined, failure });
    });
    return () => control.abort();
  }, [spec, of, language]);
  return told?.of === of ? told : coming;
}
