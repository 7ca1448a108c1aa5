import { useEffect, useState } from 'react';
import type { CallSpec } from '../../protocol/call.ts';
import { useWords } from '../words/context.tsx';
import { CallFailure } from './failure.ts';
import { writeRequest, type InputOf } from './send.ts';

type FileSpec = Pick<CallSpec, 'method' | 'path' | 'query' | 'input'>;

interface Picture {
  /** For an image to show; undefined while it comes. */
  readonly url: string | undefined;
  readonly failure: CallFailure | null;
}

/** A call that answers with a picture, to be looked at on the page. What it says to be the server has made sure of. */
export function usePicture<Spec extends FileSpec>(spec: Spec, input: InputOf<Spec>): Picture {
  const { language } = useWords();
  const [told, setTold] = useState<Picture & { readonly of: string }>();
  const of = JSON.stringify(input);
  useEffect(() => {
    const control = new AbortController();
    let made: string | undefined;
    const take = async (): Promise<void> => {
      const asked = JSON.parse(of) as Readonly<Record<string, unknown>>;
      const request = writeRequest({ spec, input: asked, language, isHit: false, options: {} });
      const response = await fetch(request, { credentials: 'same-origin', signal: control.signal });
      if (!response.ok) throw new CallFailure({ kind: 'refused', status: response.status });
      made = URL.createObjectURL(await response.blob());
      if (control.signal.aborted) URL.revokeObjectURL(made);
      else setTold({ of, url: made, failure: null });
    };
    take().catch((error: unknown) => {
      if (control.signal.aborted) return;
      const failure = error instanceof CallFailure ? error : new CallFailure({ kind: 'offline', status: 0, cause: error });
      setTold({ of, url: undefined, failure });
    });
    return () => {
      control.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [spec, of, language]);
  return told?.of === of ? told : { url: undefined, failure: null };
}
