import { inflateSync } from 'node:zlib';

const woffHead = 44;
const woffEntry = 20;
const sfntHead = 12;
const sfntEntry = 16;

/**
 * A font out of its WOFF 1.0 wrapping (W3C Recommendation, §4 and §5): as it comes, each of its tables would be unpacked anew for
 * each letter that is drawn. Of a font of a package that is pinned; anything else throws.
 */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('the font is no WOFF');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(sfntHead + count * sfntEntry);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * sfntEntry, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * sfntEntry, 10);
  const pieces = [head];
  let offset = head.length;
  for (let place = 0; place < count; place += 1) {
    const from = woffHead + place * woffEntry;
    const to = sfntHead + place * sfntEntry;
    const length = woff.readUInt32BE(from + 12);
    woff.copy(head, to, from, from + 4);
    woff.copy(head, to + 4, from + 16, from + 20);
    head.writeUInt32BE(offset, to + 8);
    head.writeUInt32BE(length, to + 12);
    const table = tableAt(woff, { at: woff.readUInt32BE(from + 4), packed: woff.readUInt32BE(from + 8), length });
    // Each table begins at a multiple of four.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    pieces.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(pieces);
}

/** What did not become smaller stands as it is. */
function tableAt(woff: Buffer, { at, packed, length }: { at: number; packed: number; length: number }): Buffer {
  const bytes = woff.subarray(at, at + packed);
  return packed === length ? bytes : inflateSync(bytes, { maxOutputLength: length });
}
