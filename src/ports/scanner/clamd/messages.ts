import type { ScanAnswer } from '../port.ts';

/** clamd(8), "INSTREAM": the command with its end mark, then pieces with their length before them, a piece of no length last. */
export const instream = Buffer.from('zINSTREAM\0', 'latin1');
export const lastPiece = Buffer.alloc(4);
export const mostAnswerBytes = 4096;

/** The length of a piece, four bytes in network order. */
export function lengthOf(piece: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

/** What a whole answer says: `stream: OK`, `stream: <name> FOUND`, or an error in words. */
export function judge(answer: string): ScanAnswer {
  const text = answer.replace(/\0[^]*$/, '').trim();
  if (text === 'stream: OK') return { outcome: 'clean' };
  if (text.startsWith('stream: ') && text.endsWith(' FOUND'))
    return { outcome: 'infected', found: text.slice('stream: '.length, -' FOUND'.length).slice(0, 200) };
  if (text.startsWith('INSTREAM size limit exceeded')) return { outcome: 'refused', reason: text.slice(0, 200) };
  return { outcome: 'unknown', reason: text === '' ? 'the line ended without an answer' : text.slice(0, 200) };
}
