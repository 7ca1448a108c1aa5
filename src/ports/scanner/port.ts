/** What the broker asks of a virus scanner: whether a file is one that nobody should open. */
export interface Scanner {
  /** Looks at all of the bytes, piece by piece; each is good until the next is asked for. An error of `body` itself is thrown on. */
  scan(body: AsyncIterable<Uint8Array>): Promise<ScanAnswer>;
}

export type ScanAnswer =
  | { readonly outcome: 'clean' }
  /** `found`: what it is called there, for staff to read. */
  | { readonly outcome: 'infected'; readonly found: string }
  /** It will never say: the file is larger than it looks at. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** It did not say; asking again is safe. */
  | { readonly outcome: 'unknown'; readonly reason: string };
