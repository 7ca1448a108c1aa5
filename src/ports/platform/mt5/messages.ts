import { createHash } from 'node:crypto';
import { withoutZeros } from '../../../base/ending.ts';
import type { PlatformRefusal } from '../port.ts';

/**
 * MetaTrader 5 Web API, REST (MetaQuotes, "Web API": Authentication, Manager Interface). The words on the wire and
 * nothing else: signatures, escapes, numbers, return codes.
 */

/** md5( md5(utf16le(password)) ++ "WebAPI" ): the shared secret of the challenges. */
export function passwordHash(password: string): Buffer {
  return md5(Buffer.concat([md5(Buffer.from(password, 'utf16le')), Buffer.from('WebAPI', 'ascii')]));
}

/** md5( secret ++ challenge bytes ) in hex: `srv_rand_answer` of ours, `cli_rand_answer` of the server's. */
export function answerTo(secret: Buffer, challengeHex: string): string {
  return md5(Buffer.concat([secret, Buffer.from(challengeHex, 'hex')])).toString('hex');
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

/** A path with its query: `=`, `|`, backslash and line feed are escaped with a backslash, spaces are %20. */
export function pathWith(path: string, query: Readonly<Record<string, string | number>>): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(escaped(String(value)))}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

export function escaped(value: string): string {
  return value.replace(/[=|\\\n]/g, (character) => `\\${character}`);
}

/** The number that a `retcode` such as "10019 Not enough money" begins with; undefined when it is none. */
export function retcodeOf(value: unknown): number | undefined {
  const match = typeof value === 'string' || typeof value === 'number' ? /^(\d{1,6})(?:\s|$)/.exec(String(value)) : null;
  return match ? Number(match[1]) : undefined;
}

/** Codes after which nobody can say whether the thing was done: general network, time-out, no connection. */
const undecided: ReadonlySet<number> = new Set([7, 9, 10, 10011, 10012, 10031]);

export function isUndecided(retcode: number): boolean {
  return undecided.has(retcode);
}

/** Codes that say: sign in (again). */
export function isAuthorisation(retcode: number): boolean {
  return retcode >= 1000 && retcode <= 1034;
}

/** The vendor's return codes in our words (common, users 3001–3019, trades 4001–4009, requests 10001–10046). */
const refusals: Readonly<Record<number, PlatformRefusal>> = {
  // The server itself failed: an error it does not name, its disk, its memory, no service, a shutdown.
  2: 'server_fault',
  3: 'wrong_input',
  5: 'server_fault',
  6: 'server_fault',
  8: 'no_permission',
  11: 'server_fault',
  12: 'too_frequent',
  13: 'not_found',
  15: 'server_fault',
  17: 'exists',
  3002: 'logins_exhausted',
  3004: 'exists',
  3006: 'weak_password',
  3007: 'logins_exhausted',
  3008: 'open_positions',
  3010: 'other_currency',
  4005: 'amount_too_large',
  10004: 'price_changed',
  10013: 'wrong_input',
  10014: 'wrong_volume',
  10015: 'wrong_price',
  10016: 'wrong_stops',
  10017: 'trade_disabled',
  10018: 'market_closed',
  10019: 'not_enough_money',
  10020: 'price_changed',
  10021: 'price_changed',
  10022: 'wrong_expiry',
  10023: 'order_gone',
  10024: 'too_frequent',
  10026: 'trade_disabled',
  10027: 'trade_disabled',
  10033: 'too_many_orders',
  10035: 'wrong_kind',
  10034: 'too_many_positions',
  10036: 'position_closed',
  10038: 'wrong_volume',
  10040: 'too_many_positions',
  10044: 'close_only',
};

export function refusalOf(retcode: number): PlatformRefusal {
  return refusals[retcode] ?? (isAuthorisation(retcode) ? 'not_authorised' : 'rejected');
}

/** A decimal string as whole minor units of that many digits. Throws when the server's number does not fit them. */
export function minorOf(text: string, digits: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new MessageFault(`"${text}" is not an amount`);
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.slice(digits).replaceAll('0', '') !== '') throw new MessageFault(`"${text}" has more than ${digits} decimals`);
  const minor = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return sign === '' ? minor : -minor;
}

/** A decimal string that is exactly the same in as few figures as say it: "100000.00" is "100000", "0.10" is "0.1". */
export function decimalOf(text: string): string {
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(text)) throw new MessageFault(`"${text}" is no decimal number`);
  return withoutZeros(text);
}

/** The vendor's volume (1/10000 lot) as lots: "100" is "0.01". */
export function lotsOf(volume: string): string {
  const padded = volume.padStart(5, '0');
  return withoutZeros(`${padded.slice(0, -4)}.${padded.slice(-4)}`);
}

/** Lots as the vendor's volume, or undefined when they are no positive number with at most four decimals. */
export function volumeOf(lots: string): number | undefined {
  const match = /^(\d{1,6})(?:\.(\d{1,4}))?$/.exec(lots);
  if (!match) return undefined;
  const volume = Number((match[1] ?? '') + (match[2] ?? '').padEnd(4, '0'));
  return volume > 0 ? volume : undefined;
}

/** The server said something that its documentation does not allow: a fault between us, never a refusal. */
export class MessageFault extends Error {}

/** One record of an answer, every field read by name. */
export class Fields {
  readonly #record: Readonly<Record<string, unknown>>;

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MessageFault('a record was expected');
    this.#record = value as Readonly<Record<string, unknown>>;
  }

  has(name: string): boolean {
    return this.#record[name] !== undefined;
  }

  value(name: string): unknown {
    return this.#record[name];
  }

  text(name: string): string {
    const value = this.#record[name];
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return String(value);
    throw new MessageFault(`the field ${name} is missing`);
  }

  whole(name: string): number {
    const value = this.text(name);
    if (!/^-?\d{1,15}$/.test(value)) throw new MessageFault(`the field ${name} is no whole number: ${value}`);
    return Number(value);
  }

  minor(name: string, digits: number): bigint {
    return minorOf(this.text(name), digits);
  }

  /** What the server's clock showed, in milliseconds where the server gives them, else from seconds. */
  wallMs(name: string): number {
    return this.has(`${name}Msc`) ? this.whole(`${name}Msc`) : this.whole(name) * 1000;
  }
}

/** The records of a list. */
export function recordsOf(value: unknown): Fields[] {
  if (!Array.isArray(value)) throw new MessageFault('a list was expected');
  return value.map((record) => new Fields(record));
}
