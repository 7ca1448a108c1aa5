import type { FileFault } from '../../protocol/fileKinds.ts';
import { findMarks } from './marks.ts';
import type { Inspector } from './inspector.ts';

/** A document in XML and UTF-8 without a document type: nothing that is declared, and so nothing that unfolds or is fetched. */
export function inspectXml(): Inspector {
  const declared = findMarks(['<!doctype', '<!entity', '<?xml-stylesheet']);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let head = '';
  const decode = (bytes: Buffer, stream: boolean): FileFault | undefined => {
    try {
      const text = utf8.decode(bytes, { stream });
      if (head.length < 64) head = (head + text).trimStart().slice(0, 64);
      return text.includes('\0') ? 'other' : undefined;
    } catch {
      return 'other';
    }
  };
  return {
    push: (bytes) => decode(bytes, true) ?? (declared.push(bytes) === undefined ? undefined : 'active'),
    end: () => decode(Buffer.alloc(0), false) ?? (/^<(\?xml\s|[A-Za-z_])/.test(head) ? undefined : 'other'),
  };
}
