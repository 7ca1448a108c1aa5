import { crc32, deflateSync } from 'node:zlib';

/** Files that are what they are called, for whoever has to send one. */

/** The test file that every virus scanner finds (eicar.org), in two halves, so that nothing finds it here. */
export const eicar = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$`, 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** A PNG of one colour. `also`: chunks before its end. */
export function pngFile({
  width = 8,
  height = 8,
  also = [],
}: { width?: number; height?: number; also?: readonly Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const lines = Buffer.alloc((width * 3 + 1) * height);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...also,
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A JPEG of one block. `also`: segments after its first marker; `scan`: how many bytes its picture has. */
export function jpegFile({
  also = [],
  width = 8,
  height = 8,
  scan = 16,
}: { also?: readonly Buffer[]; width?: number; height?: number; scan?: number } = {}): Buffer {
  const frame = Buffer.alloc(9);
  frame.set([8]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  frame.set([1, 1, 0x11, 0], 5);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1')),
    ...also,
    jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    jpegSegment(0xc0, frame),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.alloc(scan, 0x5a),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, content]);
}

/** A PDF of one empty page. `also`: objects besides; `root`: what its catalog says besides. */
export function pdfFile({ also = '', root = '' }: { also?: string; root?: string } = {}): Buffer {
  const text = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${root}>>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n${also}trailer\n<< /Root 1 0 R /Size 4 >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Objects of a PDF packed into one stream. */
export function packedObjects(objects: string, dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'): string {
  const bytes = deflateSync(Buffer.from(`9 0 ${objects}`, 'latin1'));
  return `8 0 obj\n<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream\nendobj\n`;
}

/** A ZIP with one stored file, and a comment. */
export function zipFile(comment = ''): Buffer {
  const local = Buffer.from('PK\u0003\u0004\u0014\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u0001\0\0\0a', 'latin1');
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), Buffer.alloc(42), Buffer.from('a')]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([local, central, end, Buffer.from(comment, 'latin1')]);
}

/** A form with a file, as browsers send it. */
export function formWith(
  file: { readonly name: string; readonly type?: string; readonly bytes: Buffer<ArrayBufferLike> } | undefined,
  fields: Readonly<Record<string, string>> = {},
): { readonly headers: Readonly<Record<string, string>>; readonly payload: Buffer } {
  const border = 'atrium-form-border';
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${border}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const head = `--${border}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type ?? 'application/octet-stream'}\r\n\r\n`;
    parts.push(Buffer.from(head), file.bytes, Buffer.from('\r\n'));
  }
  const payload = Buffer.concat([...parts, Buffer.from(`--${border}--\r\n`)]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${border}` }, payload };
}

interface Sending {
  readonly path: string;
  readonly as: { readonly cookie: string; readonly token: string };
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: { readonly name: string; readonly bytes: Buffer<ArrayBufferLike> };
  /** Its Idempotency-Key. */
  readonly key?: string;
}

/** Sends a form with a file to the server, as a browser does. */
export async function sendForm(
  url: string,
  { path, as, fields = {}, file, key }: Sending,
  // oxlint-disable-next-line typescript/no-explicit-any -- an answer as outside programs read it
): Promise<{ readonly status: number; readonly body: any }> {
  const { headers, payload } = formWith(file, fields);
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      ...headers,
      cookie: as.cookie,
      authorization: `Bearer ${as.token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: new Uint8Array(payload),
  });
  return { status: answer.status, body: await answer.json() };
}
