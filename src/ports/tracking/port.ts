/**
 * Whoever counts how the portal is used: pages by their label, events and goals. A visitor is a name that was drawn by lot when the
 * client agreed; who that is, and from which address, is never told.
 */
export interface Tracking {
  /** Tells of so many happenings at once. Never throws for what the vendor may answer. */
  record(hits: readonly Hit[]): Promise<TrackAnswer>;
  /** Whether somebody who counts answers there; changes nothing. */
  reach(): Promise<TrackAnswer>;
}

export interface Hit {
  readonly name: string;
  readonly what:
    | { readonly kind: 'page_view' | 'event' }
    | { readonly kind: 'goal'; /** As the vendor numbers it. */ readonly number: number };
  /** Sixteen hex digits. */
  readonly visitor: string;
  readonly at: Date;
}

export type TrackAnswer =
  | { readonly outcome: 'done' }
  /** Not taken, and not to be sent again. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** Not taken: sending it again counts nothing twice. */
  | { readonly outcome: 'later'; readonly reason: string }
  /** Taken or not: sending it again could count twice. */
  | { readonly outcome: 'unknown'; readonly reason: string };
