import type { FileFault } from '../../protocol/fileKinds.ts';

/** Reads a file in the pieces that it comes in and holds next to nothing of it. The first fault is the last word. */
export interface Inspector {
  readonly push: (bytes: Buffer) => FileFault | undefined;
  /** The file is over: what it still lacks. */
  readonly end: () => FileFault | undefined;
}

/** Beyond it nothing is a paper, and a screen that draws it may not be able to. */
export const mostPixels = 50_000_000;

/** A way through a file's structure: asks for exactly so many bytes, and ends with the fault, or with none where the file must end. */
export type Walk = Generator<{ readonly take: number }, FileFault | undefined, Buffer>;

/** Feeds a walk with what comes. */
export function inspectorOf(walk: Walk): Inspector {
  let step = walk.next();
  let taken: Buffer[] = [];
  let missing = step.done ? 0 : step.value.take;
  return {
    push(bytes) {
      for (let at = 0; ;) {
        if (step.done) return step.value ?? (at < bytes.length ? 'damaged' : undefined);
        const part = bytes.subarray(at, at + missing);
        taken.push(part);
        at += part.length;
        missing -= part.length;
        if (missing > 0) {
          // Nobody holds a piece longer than its push.
          if (part.length > 0) taken[taken.length - 1] = Buffer.from(part);
          return undefined;
        }
        step = walk.next(Buffer.concat(taken));
        taken = [];
        missing = step.done ? 0 : step.value.take;
      }
    },
    end: () => (step.done ? step.value : 'damaged'),
  };
}
