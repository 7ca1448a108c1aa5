import { release } from '../../base/release.ts';

/** Looks for short marks in bytes that come in pieces, and keeps no more of them than the longest mark. */
export interface MarkFinder {
  /** The first mark that the bytes so far have, in any capitals; undefined while there is none. */
  readonly push: (bytes: Buffer) => string | undefined;
}

/** Marks are in small letters. Nothing is copied but where two pieces meet: files are large, and many come at once. */
export function findMarks(marks: readonly string[]): MarkFinder {
  const longest = Math.max(...marks.map((mark) => mark.length));
  const byFirst = Map.groupBy(marks, (mark) => mark.charCodeAt(0));
  const find = (bytes: Buffer): string | undefined => {
    for (const [first, those] of byFirst) {
      for (const start of new Set([first, capitalOf(first)])) {
        for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
          const found = those.find((mark) => standsAt(bytes, at, mark));
          if (found !== undefined) return found;
        }
      }
    }
    return undefined;
  };
  let before: Buffer = Buffer.alloc(0);
  return {
    push(bytes) {
      const found = find(Buffer.concat([before, bytes.subarray(0, longest)])) ?? find(bytes);
      before = Buffer.from(
        bytes.length >= longest ? bytes.subarray(1 - longest) : Buffer.concat([before, bytes]).subarray(1 - longest),
      );
      return found;
    },
  };
}

function standsAt(bytes: Buffer, at: number, mark: string): boolean {
  if (at + mark.length > bytes.length) return false;
  for (let index = 1; index < mark.length; index += 1) {
    const [byte = 0, wanted] = [bytes[at + index], mark.charCodeAt(index)];
    if (byte !== wanted && byte !== capitalOf(wanted)) return false;
  }
  return true;
}

/** Of a small letter; any other byte is its own. */
function capitalOf(byte: number): number {
  return byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte;
}

/** The last bytes of what comes in pieces: copied, so that no piece is held. */
export function keepTail(length: number): { readonly push: (bytes: Buffer) => void; readonly tail: () => Buffer } {
  let kept = Buffer.allocUnsafeSlow(Math.min(firstKept, 2 * length));
  let end = 0;
  /** Most files are over before what they would need at most has come. */
  const grow = (wanted: number): void => {
    const before = kept;
    kept = Buffer.allocUnsafeSlow(Math.min(2 * length, Math.max(wanted, 2 * before.length)));
    kept.set(before.subarray(0, end));
    release(before);
  };
  return {
    push(bytes) {
      const last = bytes.subarray(Math.max(0, bytes.length - length));
      if (end + last.length > kept.length && kept.length < 2 * length) grow(end + last.length);
      if (end + last.length > kept.length) {
        kept.copyWithin(0, end - length, end);
        end = length;
      }
      kept.set(last, end);
      end += last.length;
    },
    tail: () => kept.subarray(Math.max(0, end - length), end),
  };
}

const firstKept = 4096;
