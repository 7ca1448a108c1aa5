/** From the least to the most that may be done on an account. */
const scale = ['closed', 'read_only', 'close_only', 'full'] as const;
type Access = (typeof scale)[number];

function isWider(found: Access, wanted: Access): boolean {
  return scale.indexOf(found) > scale.indexOf(wanted);
}

/**
 * Whether somebody has shut more at the platform than is wanted now: that is not opened by a wish that nobody there knows of. Closing
 * only is our own doing, unless a look has found it where more was wanted.
 */
export function isShutThere(of: { readonly access: Access; readonly wanted: Access; readonly found: string | null }): boolean {
  const { access, wanted, found } = of;
  return isWider(wanted, access) && (access !== 'close_only' || found === access);
}

export type Look =
  /** It is as it should be, or staff has let it stand. */
  | 'fits'
  /** More may be done there than we allow: it is set again at once, and somebody looks who has changed it. */
  | 'widened'
  /** Less may be done: it may be on its way, so it is told at the next look. */
  | 'narrowed_now'
  | 'narrowed';

/** What a look at an account's access means. */
export function lookAt(of: {
  readonly found: Access;
  readonly wanted: Access;
  /** What the look before has found. */
  readonly before: string | null;
  readonly letStand: string | null;
}): Look {
  const { found, wanted, before, letStand } = of;
  if (found === wanted || found === letStand) return 'fits';
  if (isWider(found, wanted)) return 'widened';
  return before === found ? 'narrowed' : 'narrowed_now';
}
