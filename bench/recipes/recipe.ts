/** A recipe of CONTRIBUTING.md, done for real. */
export interface Recipe {
  /** What it adds, as CONTRIBUTING.md calls it: `a region`. */
  readonly name: string;
  /** In the order in which somebody would do them. */
  readonly pieces: readonly Piece[];
  /** What follows from the files: `registries`, `map`. Each is run in this order once all pieces are there. */
  readonly commands?: readonly Command[];
  /** A file below bench/recipes/proofs that tests what has been added, and tests of the tree that have to pass too. */
  readonly proof: { readonly file: string; readonly tests?: readonly string[] };
}

/** Something that a recipe asks for, without which the compiler or the quick check has to say what is missing. */
export interface Piece {
  /** As one would say it: `its line in the index`. */
  readonly what: string;
  readonly edits: readonly Edit[];
  readonly missed: Missed;
}

/** How one hears that it is missing. */
export interface Missed {
  /** The step of the quick check that is looked at first, by a word of its name in bin/quick.json. */
  readonly by: string;
  /** The file or the key that the output of a red step has to name. */
  readonly named: RegExp;
}

export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** The file's text with the piece in it; it is given '' where there is no such file. Throws where the piece finds no place. */
  readonly apply: (text: string) => string;
}

/** A script of package.json that writes files which follow from others. */
export interface Command {
  readonly script: 'registries' | 'map';
  readonly missed: Missed;
}

/** A file that is not there yet. */
export function newFile(file: string, lines: readonly string[]): Edit {
  return {
    file,
    apply(text) {
      if (text !== '') throw new Error(`${file} is there already`);
      return `${lines.join('\n')}\n`;
    },
  };
}

/** What stands in the file exactly once becomes something else. */
export function replaced(file: string, find: string, replacement: string): Edit {
  return {
    file,
    apply(text) {
      const found = text.split(find).length - 1;
      if (found !== 1) throw new Error(`${JSON.stringify(find)} is found ${found} times in ${file}`);
      return text.split(find).join(replacement);
    },
  };
}

/** Written behind what stands in the file exactly once. */
export function behind(file: string, find: string, text: string): Edit {
  return replaced(file, find, find + text);
}

export function before(file: string, find: string, text: string): Edit {
  return replaced(file, find, text + find);
}

/** Sentences at the end of a catalog, by their ids. */
export function words(file: string, sentences: Readonly<Record<string, string>>): Edit {
  const entries = Object.entries(sentences).map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`);
  return { file, apply: (text) => `${text.trimEnd()}\n${entries.join('')}` };
}

/** The text of every file that some of the pieces touch, by file; throws where one of them finds no place. */
export function applied(pieces: readonly Piece[], read: (file: string) => string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { edits } of pieces) {
    for (const { file, apply } of edits) texts.set(file, apply(texts.get(file) ?? read(file)));
  }
  return texts;
}
