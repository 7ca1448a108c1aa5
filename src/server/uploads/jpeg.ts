import type { FileFault } from '../../protocol/fileKinds.ts';
import { mostPixels, type Inspector } from './inspector.ts';

/** Each scan of a progressive picture is decoded over all of it: a few kilobytes may ask for hours of work. */
const mostScans = 100;

const mark = 0xff;
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;

type At = 'start' | 'mark' | 'marker' | 'length' | 'segment' | 'scan' | 'scan marker' | 'end';

/**
 * Walks a JPEG (ITU T.81 annex B) byte by byte from its first marker to its end, behind which nothing may stand. What is drawn
 * within its scans is passed over.
 */
export function inspectJpeg(): Inspector {
  const walk = newWalk();
  return {
    push(bytes) {
      for (let index = 0; index < bytes.length;) {
        const { fault, next } = advance(walk, bytes, index);
        if (fault) return fault;
        index = next;
      }
      return undefined;
    },
    end: () => (walk.at === 'end' ? undefined : 'damaged'),
  };
}

interface Walk {
  at: At;
  marker: number;
  seen: number;
  length: number;
  frame: number[];
  scans: number;
  hasFrame: boolean;
}

function newWalk(): Walk {
  return { at: 'start', marker: 0, seen: 0, length: 0, frame: [], scans: 0, hasFrame: false };
}

/** One byte, or all that can be passed over at once. */
function advance(walk: Walk, bytes: Buffer, index: number): { readonly fault: FileFault | undefined; readonly next: number } {
  if (walk.at === 'scan') {
    const found = bytes.indexOf(mark, index);
    if (found >= 0) walk.at = 'scan marker';
    return { fault: undefined, next: found < 0 ? bytes.length : found + 1 };
  }
  if (walk.at !== 'segment') return { fault: walks[walk.at](walk, bytes[index] ?? 0), next: index + 1 };
  const part = bytes.subarray(index, index + walk.length);
  if (isFrame(walk.marker)) walk.frame.push(...part.subarray(0, 8 - Math.min(8, walk.frame.length)));
  walk.length -= part.length;
  return { fault: walk.length === 0 ? close(walk) : undefined, next: index + part.length };
}

const walks: Readonly<Record<Exclude<At, 'segment' | 'scan'>, (walk: Walk, byte: number) => FileFault | undefined>> = {
  start: (walk, byte) => {
    walk.seen += 1;
    if (walk.seen === 2) walk.at = 'mark';
    return byte === (walk.seen === 1 ? mark : startOfImage) ? undefined : 'other';
  },
  mark: (walk, byte) => {
    walk.at = 'marker';
    return byte === mark ? undefined : 'damaged';
  },
  // Any number of 0xff may stand before a marker.
  marker: (walk, byte) => (byte === mark ? undefined : open(walk, byte)),
  length: (walk, byte) => {
    walk.length = walk.length * 256 + byte;
    walk.seen += 1;
    if (walk.seen < 2) return undefined;
    walk.length -= 2;
    walk.at = 'segment';
    return walk.length < 0 ? 'damaged' : walk.length === 0 ? close(walk) : undefined;
  },
  'scan marker': (walk, byte) => {
    if (byte === mark) return undefined;
    walk.at = 'scan';
    // 0: a byte of the picture; 0xd0 to 0xd7: where decoding may begin anew.
    return byte === 0 || (byte >= 0xd0 && byte <= 0xd7) ? undefined : open(walk, byte);
  },
  end: () => 'damaged',
};

function open(walk: Walk, marker: number): FileFault | undefined {
  if (marker === endOfImage) {
    walk.at = 'end';
    return walk.hasFrame && walk.scans > 0 ? undefined : 'damaged';
  }
  if (marker === 0 || marker === startOfImage) return 'damaged';
  Object.assign(walk, { at: 'length', marker, seen: 0, length: 0, frame: [] });
  return undefined;
}

function close(walk: Walk): FileFault | undefined {
  walk.at = walk.marker === startOfScan ? 'scan' : 'mark';
  if (walk.marker === startOfScan) walk.scans += 1;
  if (!isFrame(walk.marker)) return walk.scans > mostScans ? 'damaged' : undefined;
  // Precision, height, width.
  const [, h1 = 0, h2 = 0, w1 = 0, w2 = 0] = walk.frame;
  const pixels = (h1 * 256 + h2) * (w1 * 256 + w2);
  walk.hasFrame = true;
  return walk.frame.length < 5 || pixels === 0 || pixels > mostPixels ? 'damaged' : undefined;
}

/** Start of frame: 0xc0 to 0xcf, but for the tables and the extension that stand among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
