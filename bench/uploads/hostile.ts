import { deflateSync, gzipSync } from 'node:zlib';
import { jpegFile, jpegSegment, packedObjects, pdfFile, pngChunk, pngFile, zipFile } from '../../src/server/testing/files.ts';

/** A file that pretends to be a paper. */
interface HostileFile {
  readonly why: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Two hundred and more of them, none larger than so many bytes. */
export function hostileFiles(mostBytes: number): readonly HostileFile[] {
  return [
    ...wrongTypes(),
    ...appended(),
    ...prefixed(),
    ...inside(),
    ...scriptsInPdf(),
    ...bombs(mostBytes),
    ...cut(),
    ...named(),
  ];
}

const pictures = { jpeg: jpegFile(), png: pngFile(), pdf: pdfFile() } as const;
type Paper = keyof typeof pictures;
const papers = Object.keys(pictures) as readonly Paper[];
const types: Readonly<Record<Paper, string>> = { jpeg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' };

const hostile = (why: string, as: Paper, bytes: Buffer | string): HostileFile => ({
  why,
  name: `paper.${as}`,
  type: types[as],
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
});

const html = '<!doctype html><html><script>alert(1)</script></html>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';
const php = '<?php system($_GET["c"]); ?>';
const tar = Buffer.concat([Buffer.alloc(257), Buffer.from('ustar\0'), Buffer.alloc(249)]);

/** What it is all the way through. */
const others: Readonly<Record<string, Buffer | string>> = {
  html,
  'html in capitals': html.toUpperCase(),
  'html behind blanks': `${' '.repeat(600)}${html}`,
  svg,
  'svg with a declaration': `<?xml version="1.0"?>${svg}`,
  'svg with an entity': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
  'svg packed': gzipSync(svg),
  xml: '<?xml version="1.0"?><Document/>',
  php,
  'a script of a shell': '#!/bin/sh\nrm -rf /',
  'a script': 'alert(document.cookie)',
  text: 'nothing but text',
  json: '{"a":1}',
  zip: zipFile(),
  tar,
  gzip: gzipSync('x'.repeat(1000)),
  'a program of Windows': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500)]),
  'a program of Linux': Buffer.concat([Buffer.from('\u007fELF\u0002\u0001\u0001', 'latin1'), Buffer.alloc(500)]),
  gif: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
  'gif that is a script': 'GIF89a/*<script>*/=1;alert(1)',
  bmp: Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)]),
  postscript: '%!PS-Adobe-3.0\n(%PDF-1.4) show',
  'a word document of old': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
  rtf: '{\\rtf1 {\\object\\objdata 0105}}',
  wasm: Buffer.from('\0asm\u0001\0\0\0', 'latin1'),
  'an empty line': '\n',
  noughts: Buffer.alloc(5000),
  'a start and no more of jpeg': Buffer.from([0xff, 0xd8, 0xff]),
};

function wrongTypes(): HostileFile[] {
  return Object.entries(others).flatMap(([what, bytes]) =>
    papers.filter((as) => as !== 'pdf' || what !== 'text').map((as) => hostile(`${what} called ${as}`, as, bytes)),
  );
}

/** A paper that is something else from its end. */
const tails: Readonly<Record<string, Buffer | string>> = {
  zip: zipFile(),
  'zip with a comment': zipFile('%%EOF\n'),
  html,
  php,
  'a script': '<script>alert(1)</script>',
  rar: 'Rar!\u001a\u0007\u0001\0',
  'a second picture': jpegFile(),
  'a program': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
  noughts: Buffer.concat([Buffer.alloc(10), Buffer.from('x')]),
};

function appended(): HostileFile[] {
  return Object.entries(tails).flatMap(([what, bytes]) =>
    papers.map((as) => hostile(`${as} with ${what} behind it`, as, Buffer.concat([pictures[as], Buffer.from(bytes as Buffer)]))),
  );
}

function prefixed(): HostileFile[] {
  return Object.entries({ html, svg, php, zip: zipFile(), 'a comment': '/*', gif: 'GIF89a', blanks: '   \n' }).flatMap(
    ([what, bytes]) =>
      papers.map((as) =>
        hostile(`${as} with ${what} before it`, as, Buffer.concat([Buffer.from(bytes as Buffer), pictures[as]])),
      ),
  );
}

/** Something else in a part of a paper that nobody draws. */
function inside(): HostileFile[] {
  const notes: Readonly<Record<string, Buffer | string>> = {
    html,
    php,
    'a script': '<ScRiPt>alert(1)</sCrIpT>',
    'a frame': '<iframe src="javascript:alert(1)">',
    rar: 'Rar!\u001a\u0007\0',
    'a pdf': '%PDF-1.7\n1 0 obj<</Type/Catalog>>',
    svg,
    'a script behind noughts': Buffer.concat([Buffer.alloc(5000), Buffer.from('<script>')]),
  };
  return Object.entries(notes)
    .flatMap(([what, content]) => {
      const bytes = Buffer.from(content as Buffer);
      return [
        hostile(`jpeg with ${what} in a comment`, 'jpeg', jpegFile({ also: [jpegSegment(0xfe, bytes)] })),
        hostile(
          `png with ${what} in a text`,
          'png',
          pngFile({ also: [pngChunk('tEXt', Buffer.concat([Buffer.from('c\0'), bytes]))] }),
        ),
        hostile(
          `jpeg with ${what} as Exif`,
          'jpeg',
          jpegFile({ also: [jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), bytes]))] }),
        ),
      ];
    })
    .concat(
      hostile('jpeg with a zip that ends with it', 'jpeg', endingAsZip(jpegFile().subarray(0, -2), Buffer.from([0xff, 0xd9]))),
      hostile('tape archive as jpeg', 'jpeg', withAt(jpegFile({ also: [jpegSegment(0xfe, Buffer.alloc(1000))] }), 257, 'ustar')),
      hostile('disc as pdf', 'pdf', withAt(pdfFile({ also: `% ${' '.repeat(40_000)}\n` }), 32_769, 'CD001')),
    );
}

function endingAsZip(before: Buffer, after: Buffer): Buffer {
  const zip = zipFile(after.toString('latin1'));
  return Buffer.concat([before, jpegSegment(0xfe, zip.subarray(0, -after.length)), after]);
}

function withAt(bytes: Buffer, at: number, mark: string): Buffer {
  const changed = Buffer.from(bytes);
  changed.write(mark, at, 'latin1');
  return changed;
}

function scriptsInPdf(): HostileFile[] {
  const action = (name: string) => `9 0 obj\n<< /S /${name} /JS (app.alert\\(1\\)) >>\nendobj\n`;
  const acts = ['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'Rendition', 'GoToE', 'RichMedia', 'EmbeddedFile', 'XFA'];
  const spelled = (name: string) => [...name].map((each) => `#${each.charCodeAt(0).toString(16)}`).join('');
  const first = (name: string) => `#${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const asPdf = (why: string, also: string) => hostile(why, 'pdf', pdfFile({ also }));
  return acts
    .flatMap((name) => [
      asPdf(`pdf that does ${name}`, action(name)),
      asPdf(`pdf that does ${name}, spelled in numbers`, action(spelled(name))),
      asPdf(`pdf that does ${name}, its first letter in numbers`, action(first(name))),
      asPdf(`pdf that does ${name}, packed`, packedObjects(`<< /S /${name} >>`)),
      asPdf(
        `pdf that does ${name}, packed and said to be none`,
        packedObjects(`<< /S /${name} >>`, '/N 1 /First 4 /Filter /FlateDecode'),
      ),
      asPdf(
        `pdf that does ${name}, packed behind a comment`,
        packedObjects(`<< /S /${name} >>`, '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode % 1 0 obj endstream\n'),
      ),
      asPdf(
        `pdf that does ${name}, in what says to be a picture`,
        `7 0 obj\n<< /Type /XObject /Filter /DCTDecode /Length 60 >>\nstream\n${action(name)}\nendstream\nendobj\n`,
      ),
    ])
    .concat(
      hostile(
        'pdf behind a password',
        'pdf',
        pdfFile({ also: '6 0 obj\n<< /Filter /Standard /V 4 >>\nendobj\ntrailer\n<< /Encrypt 6 0 R >>\n' }),
      ),
      asPdf(
        'pdf packed in another way',
        packedObjects('<< /A 1 >>', '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]'),
      ),
      asPdf('pdf packed with a filter named elsewhere', packedObjects('<< /A 1 >>', '/Type /ObjStm /N 1 /First 4 /Filter 5 0 R')),
    );
}

function bombs(mostBytes: number): HostileFile[] {
  const noughts = deflateSync(Buffer.alloc(6 * 1024 * 1024));
  const packed = `8 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n${noughts.toString('latin1')}\nendstream\nendobj\n`;
  const scans = Array.from({ length: 150 }, () =>
    Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.alloc(4)]),
  );
  const progressive = Buffer.concat([jpegFile().subarray(0, -2), ...scans, Buffer.from([0xff, 0xd9])]);
  const text = deflateSync(Buffer.alloc(100 * 1024 * 1024));
  const tall = [
    [60_000, 60_000],
    [1_000_000, 1000],
    [2 ** 31 - 1, 2 ** 31 - 1],
    [0, 10],
  ] as const;
  return [
    hostile('pdf that unpacks to much', 'pdf', pdfFile({ also: packed })),
    hostile(
      'pdf that packs and never ends',
      'pdf',
      pdfFile({
        also: `8 0 obj\n<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n${'x'.repeat(Math.min(mostBytes - 2000, 600_000))}`,
      }),
    ),
    hostile('jpeg of many scans', 'jpeg', progressive),
    hostile(
      'png with a text that unpacks to much',
      'png',
      pngFile({ also: [pngChunk('zTXt', Buffer.concat([Buffer.from('c\0\0'), text, Buffer.alloc(200_000)]))] }),
    ),
    hostile('png with a profile that is too long', 'png', pngFile({ also: [pngChunk('iCCP', Buffer.alloc(300_000))] })),
    hostile('jpeg of 65 535 by 65 535', 'jpeg', jpegFile({ width: 65_535, height: 65_535 })),
    hostile('jpeg of no height', 'jpeg', jpegFile({ height: 0 })),
    ...tall.map(([width, height]) => hostile(`png of ${width} by ${height}`, 'png', pngOf(width, height))),
  ];
}

/** Its header alone says how large it is. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    pngFile().subarray(0, 8),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(10))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Papers that end too early, or of which a byte is another. */
function cut(): HostileFile[] {
  return papers.flatMap((as) => {
    const whole = pictures[as];
    return [0.3, 0.6, 0.9].map((part) =>
      hostile(`${as} cut off at ${part}`, as, whole.subarray(0, Math.floor(whole.length * part))),
    );
  });
}

const paths = [
  '../../../etc/passwd',
  '..\\..\\windows\\system32\\x',
  '/etc/cron.d/x',
  'a.php%00.jpg',
  '.htaccess',
  'con.jpg',
  'x.jpg/../../y.html',
];

/** Names that lead elsewhere, of files that are none of ours. */
function named(): HostileFile[] {
  return paths.map((name) => ({ ...hostile('a path for a name', 'jpeg', html), name }));
}
