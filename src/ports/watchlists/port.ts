/**
 * Lists of persons whom the law knows: under sanctions, or politically exposed. Each is a file that its publisher puts up anew; who of
 * the clients stands on one is decided by us, so nothing of a client ever leaves.
 */
export interface Watchlists {
  /** The lists that the broker has configured, by the names that it gave them. */
  readonly names: readonly string[];
  /**
   * The list as it is published now. `known`: the publisher's mark of the file that was read last, so that the same is not sent again.
   * Never throws for what a publisher may answer.
   */
  read(name: string, known: string | null): Promise<WatchlistAnswer>;
}

export const listingKinds = ['sanctions', 'pep'] as const;
/** `pep`: politically exposed, or near to somebody who is. */
export type ListingKind = (typeof listingKinds)[number];

/** A person on a list. Companies, ships and aircraft are left out: clients are persons. */
export interface ListedPerson {
  /** The publisher's own number of it, which stays. */
  readonly key: string;
  readonly kind: ListingKind;
  /** The main name first. */
  readonly names: readonly string[];
  /** `1970-01-31`, `1970-01`, `1970`, or `1961/1963` for some time between. */
  readonly birthDates: readonly string[];
  /** ISO 3166 alpha-2, in capitals. */
  readonly countries: readonly string[];
  /** By which programmes or for which offices. */
  readonly reasons: readonly string[];
}

export type WatchlistAnswer =
  | {
      readonly outcome: 'done';
      /** SHA-256 of the file, in hex. */
      readonly digest: string;
      /** The publisher's mark of this file, for asking again. */
      readonly mark: string | null;
      /** As the file says; null where it says nothing. */
      readonly publishedAt: string | null;
      readonly persons: readonly ListedPerson[];
    }
  /** The file is the one that is known. */
  | { readonly outcome: 'unchanged' }
  /** It is not there, not whole, or of another form: what is known stays. */
  | { readonly outcome: 'unknown'; readonly reason: string };
