import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { AsyncFlateStreamHandler, ZipInputFile } from 'fflate';

/** A file of a zip archive that is packed beside the program's own thread, so that a long one keeps nobody waiting. */
export interface PackedFile extends ZipInputFile {
  /** Answers when the bytes have been packed, and may be forgotten. */
  write(bytes: Uint8Array): Promise<void>;
  /** Nothing more comes. */
  end(): Promise<void>;
  terminate(): void;
}

/** The number of deflate in APPNOTE.TXT 4.4.5. */
const deflate = 8;
const level = 6;

export function packedFile(filename: string): PackedFile {
  const packer = createDeflateRaw({ level });
  const file: PackedFile = {
    filename,
    size: 0,
    crc: 0,
    compression: deflate,
    async write(bytes) {
      file.size += bytes.length;
      file.crc = crc32(bytes, file.crc);
      await new Promise<void>((resolve, reject) => packer.write(bytes, (error) => (error ? reject(error) : resolve())));
    },
    async end() {
      packer.end();
      await once(packer, 'end');
      tell(new Uint8Array(0), true);
    },
    terminate: () => void packer.destroy(),
  };
  const tell = (piece: Uint8Array<ArrayBuffer>, isLast: boolean): void =>
    // Given to it by the archive that takes it in.
    (file.ondata as AsyncFlateStreamHandler)(null, piece, isLast);
  packer.on('data', (piece: Buffer<ArrayBuffer>) => tell(piece, false));
  return file;
}
