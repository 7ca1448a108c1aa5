import { useRef, useState } from 'react';
import { useWrite, type WriteSpec } from './reads.ts';
import type { AnswerOf, InputOf } from './send.ts';
import { openUploadLine, type UploadLine } from './uploadLine.ts';

/** What a file's field is drawn with while it goes out. */
interface FileGoing {
  /** From 0 to 1; undefined while nothing is sent. */
  readonly sent?: number;
  readonly line?: UploadLine;
}

/** A write with a file, which can be halted and goes on where it was cut off; `going` is given to the file's field. */
export function useSendFile<Spec extends WriteSpec>(
  spec: Spec,
): { readonly going: FileGoing; readonly send: (input: InputOf<Spec>) => Promise<AnswerOf<Spec>> } {
  const [going, setGoing] = useState<FileGoing>({});
  const line = useRef<UploadLine>(undefined);
  const { mutateAsync } = useWrite(spec, {
    onSent: (sent) => setGoing((was) => ({ ...was, sent })),
    line: () => line.current,
  });
  const send = async (input: InputOf<Spec>): Promise<AnswerOf<Spec>> => {
    const opened = openUploadLine();
    line.current = opened;
    setGoing({ sent: 0, line: opened });
    try {
      return await mutateAsync(input);
    } finally {
      setGoing({});
    }
  };
  return { going, send };
}
