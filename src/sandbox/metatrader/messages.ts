import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The MetaTrader 5 Web API as its server writes it (MetaQuotes, "Web API", REST). Written from the vendor's
 * documentation alone, apart from the portal's connector, so that the two cannot share a mistake.
 */

/** What a call is answered with: `retcode` and whatever stands beside it. Every leaf is a string, as the vendor sends it. */
export interface Reply {
  readonly retcode: string;
  readonly [field: string]: unknown;
}

export const retcodes = {
  done: '0 Done',
  error: '2 Common error',
  parameters: '3 Invalid parameters',
  permissions: '8 Not enough permissions',
  tooFrequent: '12 Too frequent requests',
  notFound: '13 Not found',
  incomplete: '14 Operation has not been completed',
  authInvalid: '1000 Invalid client type or not authorised',
  authAccount: '1001 Invalid account',
  loginsExhausted: '3002 No free logins',
  loginExists: '3004 Login already exists',
  password: '3006 Invalid account password',
  openPositions: '3008 User has open trades',
  otherCurrency: '3010 Group has another currency',
  amountTooLarge: '4005 Operation sum limit exceeded',
  requote: '10004 Requote',
  placed: '10008 Order placed',
  filled: '10009 Request executed',
  invalidRequest: '10013 Invalid request',
  invalidVolume: '10014 Invalid volume',
  invalidPrice: '10015 Invalid price',
  invalidStops: '10016 Invalid stops',
  tradeDisabled: '10017 Trade is disabled',
  marketClosed: '10018 Market is closed',
  noMoney: '10019 Not enough money',
  invalidExpiration: '10022 Invalid order expiration',
  orderGone: '10023 Order state changed',
  tooManyOrders: '10033 Orders limit reached',
  invalidType: '10035 Invalid order type',
  positionClosed: '10036 Position is already closed',
  closeVolume: '10038 Invalid close volume',
  closeOnly: '10044 Only position closing is allowed',
} as const;

/** How a request to the dealer went. */
export interface DealResult {
  readonly retcode: string;
  readonly deal: number;
  readonly order: number;
  readonly price: number;
  readonly volume: number;
}

export function done(fields: Readonly<Record<string, unknown>> = {}): Reply {
  return { retcode: retcodes.done, ...fields };
}

export function refused(retcode: string): Reply {
  return { retcode };
}

/** The parameters of a call: the query with its escapes undone, overlaid by the JSON body (the body has the higher priority). */
export function parameters(url: URL, body: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of url.searchParams) found.set(name.toLowerCase(), unescaped(value));
  if (body.trim() === '') return found;
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new SyntaxError('the body must be an object');
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value === 'string' || typeof value === 'number') found.set(name.toLowerCase(), String(value));
  }
  return found;
}

/** A backslash stands before `=`, `|`, itself and a line feed; alone it is nothing. */
function unescaped(value: string): string {
  return value.replace(/\\([=|\\\n])/g, '$1');
}

/** md5( md5(utf16le(password)) ++ "WebAPI" ): what both sides know without ever sending the password. */
export function passwordDigest(password: string): Buffer {
  const inner = createHash('md5').update(Buffer.from(password, 'utf16le')).digest();
  return createHash('md5').update(inner).update('WebAPI', 'ascii').digest();
}

/** The answer to a challenge of 16 bytes in hex. */
export function challengeAnswer(digest: Buffer, challenge: string): string {
  return createHash('md5').update(digest).update(Buffer.from(challenge, 'hex')).digest('hex');
}

export function newChallenge(): string {
  return randomBytes(16).toString('hex');
}

export function isSameText(left: string, right: string): boolean {
  const [first, second] = [Buffer.from(left), Buffer.from(right)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** A whole number of points as a price with the symbol's digits: 108500 at 5 is "1.08500". */
export function priceText(points: number, digits: number): string {
  if (digits === 0) return String(points);
  const padded = String(points).padStart(digits + 1, '0');
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** A decimal price in whole points, or undefined when it is not a price of that many digits. Zero means "any". */
export function pointsOf(text: string, digits: number): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.slice(digits).replaceAll('0', '') !== '') return undefined;
  return Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
}

export function secondsText(ms: number): string {
  return String(Math.floor(ms / 1000));
}
