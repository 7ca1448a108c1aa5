/** What somebody typed to find a client, as what it can be. */
export type Search =
  | { readonly kind: 'newest' }
  /** A client's number, an account's or wallet's, or a payment's. */
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'reference'; readonly reference: string }
  | { readonly kind: 'email'; readonly start: string }
  | { readonly kind: 'name'; readonly words: readonly string[] };

const largestNumber = 2_147_483_647;
const mostWords = 6;

export function readSearch(typed: string | undefined): Search {
  const text = (typed ?? '').trim();
  if (text === '') return { kind: 'newest' };
  const digits = /^#?(\d{1,10})$/.exec(text)?.[1];
  if (digits !== undefined && Number(digits) <= largestNumber) return { kind: 'number', number: Number(digits) };
  // As the engine writes references: `r512-0a1b2c3d`.
  if (/^r\d+-[0-9a-f]{8}$/i.test(text)) return { kind: 'reference', reference: text.toLowerCase() };
  if (text.includes('@')) return { kind: 'email', start: text.toLowerCase() };
  return { kind: 'name', words: text.toLowerCase().split(/\s+/).slice(0, mostWords) };
}
