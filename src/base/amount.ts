import { withoutZeros } from './ending.ts';

/* Amounts as people write them and as callers send them: decimal strings, never turned into floats. */

/** Arabic-Indic and Persian figures, as phones in these languages type them. */
const figureStarts = [0x0660, 0x06f0];
const maxWholeDigits = 15;

/**
 * What a field holds of what was typed or pasted: Latin figures, and the separators as far as they can still become an
 * amount. Undefined where a key must have no effect. A comma stays a comma, because only the figures after it tell whether
 * it groups ("1,250") or stands for the point ("12,5", on keyboards without one); where both stand, the last is the point.
 */
export function typedAmount(text: string, decimals: number): string | undefined {
  const figures = Array.from(text, latinFigure)
    .join('')
    // Spaces, apostrophes and Arabic's own sign group, whatever follows them.
    .replace(/[\s\u00a0\u202f'’٬]/g, '')
    .replaceAll('٫', '.');
  const plain = withoutGroups(figures);
  if (plain === undefined) return undefined;
  const match = /^(\d*)(?:([.,])(\d*))?$/.exec(plain);
  // Groups on their way: 1,250,0
  if (!match) return groupsBegun.test(plain) && wholeDigits(plain) <= maxWholeDigits ? plain : undefined;
  const [, whole = '', separator = '', fraction = ''] = match;
  const mostAfter = separator === ',' ? Math.max(decimals, groupLength) : decimals;
  const isPointless = separator === '.' && decimals === 0;
  if (whole.length > maxWholeDigits || isPointless || fraction.length > mostAfter) return undefined;
  return `${whole.replace(/^0+(?=\d)/, '')}${separator}${fraction}`;
}

const groupLength = 3;

/** Drops separators that can only group. What is left has a point, a comma that may be either, or commas in a row of groups. */
function withoutGroups(figures: string): string | undefined {
  const [point, comma] = [figures.indexOf('.'), figures.indexOf(',')];
  if (point < 0 || comma < 0) {
    if (point >= 0 && point !== figures.lastIndexOf('.')) return ungrouped(figures, '.');
    return comma === figures.lastIndexOf(',') || groupsBegun.test(figures) ? figures : undefined;
  }
  const [last, other] = figures.lastIndexOf('.') > figures.lastIndexOf(',') ? ['.', ','] : [',', '.'];
  const [whole = '', fraction = '', ...more] = figures.split(last);
  const ungroupedWhole = ungrouped(whole, other);
  // The fraction is one: its separator has come after groups of the other kind.
  return more.length > 0 || ungroupedWhole === undefined ? undefined : `${ungroupedWhole}.${fraction}`;
}

const groupsBegun = /^\d{1,3}(,\d{3})+,\d{0,3}$/;

function ungrouped(text: string, separator: string): string | undefined {
  const [first = '', ...groups] = text.split(separator);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => group.length === groupLength && /^\d+$/.test(group));
  return isGrouped ? [first, ...groups].join('') : undefined;
}

function wholeDigits(text: string): number {
  return text.replaceAll(',', '').length;
}

function latinFigure(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const start = figureStarts.find((from) => code >= from && code <= from + 9);
  return start === undefined ? character : String(code - start);
}

/** What is typed with at most a point in it: a comma before exactly three figures groups, any other is the point. */
export function pointed(typed: string): string {
  return ungrouped(typed, ',') !== undefined && !typed.startsWith('0') ? typed.replaceAll(',', '') : typed.replace(',', '.');
}

/** The amount as the server takes it: ".5" is "0.5", "12." is "12". Empty stays empty. */
export function amountText(typed: string): string {
  const plain = pointed(typed);
  if (plain === '' || plain === '.') return '';
  return plain.replace(/^\./, '0.').replace(/\.$/, '');
}

/** Compares two decimal strings of one currency, digit by digit. */
export function isMore(first: string, second: string): boolean {
  const decimals = Math.max(...[first, second].map((text) => text.split('.')[1]?.length ?? 0));
  return scaled(first, decimals) > scaled(second, decimals);
}

function scaled(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = BigInt(whole + fraction.padEnd(decimals, '0'));
  return text.startsWith('-') ? -digits : digits;
}

/** Basis points as per cent, without trailing zeros: 250 is "2.5", 0 is "0". */
export function percentOf(basisPoints: number): string {
  const hundredths = String(basisPoints % 100).padStart(2, '0');
  return withoutZeros(`${Math.trunc(basisPoints / 100)}.${hundredths}`);
}
