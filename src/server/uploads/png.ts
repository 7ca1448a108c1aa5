import { crc32 } from 'node:zlib';
import { inspectorOf, mostPixels, type Inspector, type Walk } from './inspector.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const mostChunks = 50_000;
/** Chunks whose content is packed once more: what is small may unpack to anything. */
const packed: ReadonlySet<string> = new Set(['zTXt', 'iTXt', 'iCCP']);
const mostPacked = 256 * 1024;
const pieceLength = 64 * 1024;

/** Walks a PNG (ISO 15948) chunk by chunk, each held to its sum, to its end, behind which nothing may stand. */
export function inspectPng(): Inspector {
  return inspectorOf(walk());
}

function* walk(): Walk {
  if (!(yield { take: signature.length }).equals(signature)) return 'other';
  let hasPicture = false;
  for (let count = 0; count < mostChunks; count += 1) {
    const head = yield { take: 8 };
    const [length, kind] = [head.readUInt32BE(0), head.toString('latin1', 4)];
    if (!/^[A-Za-z]{4}$/.test(kind) || (count === 0) !== (kind === 'IHDR')) return 'damaged';
    if (packed.has(kind) && length > mostPacked) return 'damaged';
    let sum = crc32(head.subarray(4));
    for (let left = length; left > 0;) {
      const part: Buffer = yield { take: Math.min(left, pieceLength) };
      if (kind === 'IHDR' && left === length && !isDrawable(part)) return 'damaged';
      sum = crc32(part, sum);
      left -= part.length;
    }
    if ((yield { take: 4 }).readUInt32BE(0) !== sum) return 'damaged';
    if (kind === 'IDAT') hasPicture = true;
    if (kind === 'IEND') return hasPicture && length === 0 ? undefined : 'damaged';
  }
  return 'damaged';
}

function isDrawable(header: Buffer): boolean {
  if (header.length !== 13) return false;
  const pixels = header.readUInt32BE(0) * header.readUInt32BE(4);
  return pixels > 0 && pixels <= mostPixels;
}
