import { inflateSync } from 'node:zlib';
import { release } from '../../base/release.ts';
import type { FileFault } from '../../protocol/fileKinds.ts';
import { keepTail } from './marks.ts';
import type { Inspector } from './inspector.ts';

/** Names by which a PDF acts, or brings other files along (ISO 32000-2 §§7.11.4, 12.6, 12.7, 13). A paper needs none of them. */
const active: ReadonlySet<string> = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'Rendition',
  'GoToE',
  'XFA',
]);

/** Objects may be packed together (§7.5.7): what is packed is unpacked within these bounds, and looked at too. */
const mostPacked = 512 * 1024;
const mostUnpacked = 4 * 1024 * 1024;
const mostUnpackedInAll = 64 * 1024 * 1024;

/** A name is at most so long, each of its characters perhaps written as `#4A`. */
const longestName = 400;

/**
 * Looks for what acts, in every byte: a reader that repairs files finds objects anywhere, so what calls itself the inside of a
 * picture is looked at like the rest.
 */
export function inspectPdf(): Inspector {
  const end = keepTail(1024);
  const names = nameReader();
  const objects = objectReader(names.look);
  let isFirst = true;
  return {
    push(bytes) {
      if (isFirst && !bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return 'other';
      isFirst = false;
      end.push(bytes);
      const text = bytes.toString('latin1');
      return names.push(text) ?? objects.push(text);
    },
    end() {
      const fault = names.push('\n') ?? objects.push('\n');
      if (fault) return fault;
      const tail = end.tail().toString('latin1');
      const at = tail.lastIndexOf('%%EOF');
      return at < 0 || tail.slice(at + 5).replaceAll(/[\s\0]/g, '') !== '' ? 'damaged' : undefined;
    },
  };
}

/** The names in a text that comes in pieces: `/` and what follows up to a delimiter (§7.3.5). */
const name = /\/([^\s\0()<>[\]{}/%]{1,400})/g;

function nameReader() {
  let before = '';
  const look = (text: string): FileFault | undefined => {
    for (const [, written = ''] of text.matchAll(name)) {
      const meant = meantBy(written);
      if (active.has(meant)) return 'active';
      if (meant === 'Encrypt') return 'locked';
    }
    return undefined;
  };
  return {
    look,
    push(piece: string): FileFault | undefined {
      const text = before + piece;
      // A name at the end may go on in the next piece.
      const open = text.lastIndexOf('/');
      before = open >= 0 && text.length - open <= longestName ? text.slice(open) : '';
      return look(text.slice(0, text.length - before.length));
    },
  };
}

function meantBy(written: string): string {
  return written.includes('#')
    ? written.replaceAll(/#([0-9A-Fa-f]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : written;
}

/** Where a dictionary begins, is said to be one of packed objects, and where its bytes begin. */
const words = /\bobj\b|endstream|\bstream\r?\n|\/[^\s\0()<>[\]{}/%]{1,400}/g;

/** Filters of pictures: what comes out of them is no object. */
const pictureFilters: ReadonlySet<string> = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']);

/** What was said of the stream that comes next. A comment may pretend that an object begins anew, so some of it stays said. */
interface Said {
  readonly names: Set<string>;
  isPacked: boolean;
  hasCount: boolean;
  hasFirst: boolean;
}

function objectReader(look: (text: string) => FileFault | undefined) {
  let before = '';
  let isInside = false;
  let inAll = 0;
  let said: Said = nothingSaid();
  const say = (meant: string): void => {
    if (said.names.size < 200) said.names.add(meant);
    said.hasCount ||= meant === 'N';
    said.hasFirst ||= meant === 'First';
    // Readers tell packed objects by these two, whatever the stream says to be.
    said.isPacked ||= meant === 'ObjStm' || (said.hasCount && said.hasFirst);
  };
  const unpack = (bytes: string): FileFault | undefined => {
    const filters = [...said.names].filter((each) => each.endsWith('Decode'));
    if (!said.names.has('Filter')) return /[^\t\r\n -~]/.test(bytes.slice(0, 64)) ? 'active' : undefined;
    if (filters.length > 0 && filters.every((each) => pictureFilters.has(each))) return undefined;
    if (filters.join() !== 'FlateDecode' || said.names.has('Predictor')) return said.names.has('ObjStm') ? 'active' : undefined;
    try {
      const text = unpacked(bytes);
      inAll += text.length;
      return inAll > mostUnpackedInAll ? 'damaged' : look(text);
    } catch {
      return 'damaged';
    }
  };
  /** Answers what stands behind the beginning of packed objects; undefined where the text has none. */
  const read = (text: string): string | undefined => {
    words.lastIndex = 0;
    for (let found = words.exec(text); found; found = words.exec(text)) {
      const [word] = found;
      if (word.startsWith('/')) say(meantBy(word.slice(1)));
      else if (word.startsWith('stream') && said.isPacked) return text.slice(words.lastIndex);
      else if (!said.isPacked) said.names.clear();
    }
    before = openEnd(text);
    return undefined;
  };
  return {
    push(piece: string): FileFault | undefined {
      let text = before + piece;
      before = '';
      for (;;) {
        if (!isInside) {
          const inside = read(text);
          if (inside === undefined) return undefined;
          isInside = true;
          text = inside;
        }
        const at = text.indexOf('endstream');
        if (at < 0) {
          before = text;
          return text.length > mostPacked ? 'damaged' : undefined;
        }
        const fault = unpack(text.slice(0, at));
        if (fault) return fault;
        isInside = false;
        said = nothingSaid();
        text = text.slice(at + 'endstream'.length);
      }
    },
  };
}

/** Throws for what is none, or too much. */
function unpacked(packed: string): string {
  const bytes = inflateSync(Buffer.from(packed, 'latin1'), { maxOutputLength: mostUnpacked });
  const text = `${bytes.toString('latin1')} `;
  release(bytes);
  return text;
}

function nothingSaid(): Said {
  return { names: new Set(), isPacked: false, hasCount: false, hasFirst: false };
}

/** What at the end of a piece may be the beginning of a word. */
function openEnd(text: string): string {
  const open = text.lastIndexOf('/');
  return open >= 0 && text.length - open <= longestName ? text.slice(open) : text.slice(-10);
}
