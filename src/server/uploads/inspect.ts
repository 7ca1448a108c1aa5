import { fileTypeFromBuffer } from 'file-type';
import { fileKinds, type FileKind } from '../../protocol/fileKinds.ts';
import type { Inspector } from './inspector.ts';
import { inspectJpeg } from './jpeg.ts';
import { findMarks, keepTail } from './marks.ts';
import { inspectPdf } from './pdf.ts';
import { inspectPng } from './png.ts';
import { inspectXml } from './xml.ts';

const inspectors: Readonly<Record<FileKind, () => Inspector>> = {
  jpeg: inspectJpeg,
  png: inspectPng,
  pdf: inspectPdf,
  xml: inspectXml,
  // The whole is inspected when all of it is there.
  part: () => ({ push: () => undefined, end: () => undefined }),
};

/** So many bytes tell what a file is. */
export const headLength = 4100;

/** What a file is by its first bytes, among the kinds that are taken; undefined for anything else. */
export async function kindOf(head: Buffer, taken: readonly FileKind[]): Promise<FileKind | undefined> {
  if (taken.includes('part')) return 'part';
  const found = await fileTypeFromBuffer(head);
  if (found !== undefined) return taken.find((kind) => fileKinds[kind].mediaType === found.mime);
  // XML may begin without its declaration, which no table of first bytes knows.
  return taken.includes('xml') && /^\uFEFF?\s*</.test(head.toString('utf8', 0, 64)) ? 'xml' : undefined;
}

/** The whole file as that kind: its structure, and that it is nothing else besides. */
export function inspectAs(kind: FileKind): Inspector {
  const own = inspectors[kind]();
  if (kind === 'part') return own;
  const other = inspectForOthers(kind);
  return {
    push: (bytes) => own.push(bytes) ?? other.push(bytes),
    end: () => own.end() ?? other.end(),
  };
}

/** What a browser or a server would run wherever it stands, and archives that may begin anywhere. */
const anywhere = ['<script', '<iframe', '<!doctype', '<html', '<?php', 'rar!\u001a\u0007'];
/** What counts where a file begins. */
const atTheStart = ['%pdf-', '<svg', '#!/'];
const startLength = 1024;

/** Marks at a place of their own: tape archives and discs. */
const places = [
  { at: 257, mark: Buffer.from('ustar') },
  { at: 32_769, mark: Buffer.from('CD001') },
];

const lastPlace = Math.max(...places.map(({ at, mark }) => at + mark.length));

/** A ZIP ends with its directory and a comment of at most 64 KiB, whatever stands before it (APPNOTE 4.3.16). */
const directory = Buffer.from('PK\u0005\u0006', 'latin1');
const directoryLength = 22;

function inspectForOthers(kind: FileKind): Inspector {
  const marks = findMarks(anywhere);
  const startMarks = findMarks(kind === 'pdf' ? atTheStart.filter((mark) => mark !== '%pdf-') : atTheStart);
  const end = keepTail(65_535 + directoryLength);
  const near = keepTail(8);
  let size = 0;
  return {
    push(bytes) {
      const from = size;
      size += bytes.length;
      end.push(bytes);
      if (from < startLength && startMarks.push(bytes.subarray(0, startLength - from)) !== undefined) return 'active';
      if (marks.push(bytes) !== undefined) return 'active';
      if (from > lastPlace) return undefined;
      const before = near.tail();
      const seen = Buffer.concat([before, bytes]);
      const start = from - before.length;
      near.push(bytes);
      return places.some(({ at, mark }) => at >= start && seen.subarray(at - start, at - start + mark.length).equals(mark))
        ? 'other'
        : undefined;
    },
    end: () => (endsAsArchive(end.tail()) ? 'other' : undefined),
  };
}

function endsAsArchive(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(directory); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(directory, at - 1)) {
    if (at + directoryLength <= tail.length && at + directoryLength + tail.readUInt16LE(at + 20) >= tail.length - 2) return true;
  }
  return false;
}
