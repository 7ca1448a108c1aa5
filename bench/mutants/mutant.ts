/** A defect of our own, as it could slip into one file, and the tests that have to see it. */
export interface Mutant {
  /** What `--only` takes. */
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Stands in the file exactly once. What takes its place compiles. */
  readonly find: string;
  readonly replace: string;
  /** What does not hold any more: a sentence of the business. */
  readonly breaks: string;
  readonly tests: readonly string[];
}
