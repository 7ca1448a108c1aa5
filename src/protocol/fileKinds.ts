/** The kinds of files that calls take. What a file is its bytes say (`server/uploads/`), never its name nor what the sender calls it. */
export const fileKinds = {
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg' },
  png: { mediaType: 'image/png', extension: 'png' },
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
  /** A bank's statement: XML, of which its reader says the rest. */
  xml: { mediaType: 'application/xml', extension: 'xml' },
  /** A piece of a file that comes in parts: nothing is said of it before the whole is there, and nobody is given it. */
  part: { mediaType: 'application/octet-stream', extension: 'part' },
} as const;
export type FileKind = keyof typeof fileKinds;

/** What a paper is sent as. */
export const paperKinds = ['jpeg', 'png', 'pdf'] as const satisfies readonly FileKind[];

/** Trade rules: 25 MB is the limit of documents. */
export const paperBytes = 25_000_000;

/** Of a call that takes a file: as `multipart/form-data`, the file in the part `file`, every other field of `input` as text. */
export interface TakesFile {
  readonly kinds: readonly FileKind[];
  readonly mostBytes: number;
}

/** A file as the handler gets it: in the store already, and gone with the end of the call unless it was kept (`areas/files/face.ts`). */
export interface TakenFile {
  readonly id: string;
  readonly kind: FileKind;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** As the sender calls it, for people to read: no path, at most a hundred characters. */
  readonly name: string;
}

/** A file as a browser holds it. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Why a file that bears the right name is not taken. Each is a sentence: `error.wrong_file_type` chooses by it. */
export type FileFault = 'other' | 'active' | 'locked' | 'damaged';
