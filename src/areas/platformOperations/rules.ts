import { secondMs } from '../../base/time.ts';

/**
 * What is asked of a platform, by kind: how it is found again when its answer was lost, and how often it may be sent while it is not
 * known what became of it. `takesPatience`: the platform is given its time (`platform.patienceSeconds`) before an empty look-up counts.
 * What a platform does later than that is done a second time, or though it was given up: that is found, and taken back.
 */
export const operationKinds = {
  balance: { foundBy: 'tag', mostSends: 2, takesPatience: true },
  credit: { foundBy: 'tag', mostSends: 2, takesPatience: true },
  correction: { foundBy: 'tag', mostSends: 2, takesPatience: true },
  // A market moves: what a client wanted then is nothing to be sent later.
  market_order: { foundBy: 'tag', mostSends: 1, takesPatience: true },
  close_position: { foundBy: 'tag', mostSends: 1, takesPatience: true },
  // Two deals under one tag, one of each position: that of the one named tells.
  close_by: { foundBy: 'tag', mostSends: 1, takesPatience: true },
  pending_order: { foundBy: 'tag', mostSends: 1, takesPatience: true },
  // Found where what is in force is as it was asked for.
  change_order: { foundBy: 'state', mostSends: 1, takesPatience: true },
  cancel_order: { foundBy: 'state', mostSends: 1, takesPatience: true },
  position_stops: { foundBy: 'state', mostSends: 1, takesPatience: true },
  // Asking for the same again does no harm, and it is asked until it is so.
  access: { foundBy: 'state', mostSends: Infinity, takesPatience: true },
  // The login is ours and nobody else's, so a second opening of it is refused as `exists` and does nothing.
  open_account: { foundBy: 'login', mostSends: Infinity, takesPatience: false },
} as const satisfies Record<string, KindRow>;

interface KindRow {
  readonly foundBy: 'tag' | 'state' | 'login';
  readonly mostSends: number;
  readonly takesPatience: boolean;
}

export type OperationKind = keyof typeof operationKinds;
export type MoneyKind = 'balance' | 'credit' | 'correction';

export type OperationState = 'asking' | 'looking' | 'unknown' | 'idle' | 'done' | 'refused';

/**
 * What has been sent as often as it may be counts as not done only so many patiences after the last sending: an answer may have been
 * lost with the process that asked, and an earlier sending may still take effect. Until then the client sees that it waits.
 */
export const patiencesUntilOver = 5;

/** How long it may stay unknown whether money has moved: from the first sending until the last is over. */
export function longestUnknownMs({ patienceSeconds }: { readonly patienceSeconds: number }): number {
  return patienceSeconds * secondMs * (1 + patiencesUntilOver) + 2 * leaseSeconds * secondMs;
}

export interface EmptyLook {
  readonly kind: OperationKind;
  readonly sends: number;
  /** How long ago it was sent last, when the look-up began. */
  readonly ageMs: number;
  readonly patienceMs: number;
}

/** What follows when a look-up finds nothing: it is looked up again, sent again, or over: it counts as not done. */
export function afterEmptyLook({ kind, sends, ageMs, patienceMs }: EmptyLook): 'wait' | 'send' | 'over' {
  const { mostSends, takesPatience } = operationKinds[kind];
  if (takesPatience && ageMs < patienceMs) return 'wait';
  if (sends < mostSends) return 'send';
  return sends > 1 && ageMs < patienceMs * patiencesUntilOver ? 'wait' : 'over';
}

/** Whether it was sent as often as it may be while nobody knows what became of it. */
export function isSentOften({ kind, sends }: Pick<EmptyLook, 'kind' | 'sends'>): boolean {
  return sends >= operationKinds[kind].mostSends;
}

/** The tag under which a deal that was made once too often is taken back: the platform's ticket, which no other deal has. */
export function surplusTag(deal: { readonly platform: string; readonly ticket: string }): string {
  return `s-${deal.platform}-${deal.ticket}`;
}

/** From a claim on, nobody else is at it for so long: longer than from the claim to the end of what is asked under it. */
export const leaseSeconds = 30;
/** After a claim nothing is sent later than that; what the port has sent by then, it gives up ten seconds after it. */
export const sendWithinMs = 15_000;

type Part = Readonly<Record<'lots' | 'price', string>>;

/** What an order came to that was filled in parts: all their lots, at the price of the whole, to the last digit that they are told with. */
export function filledTogether(parts: readonly Part[]): Part {
  const [lotDigits, priceDigits] = [digitsOf(parts.map(({ lots }) => lots)), digitsOf(parts.map(({ price }) => price))];
  const counted = parts.map(({ lots, price }) => ({ lots: unitsOf(lots, lotDigits), price: unitsOf(price, priceDigits) }));
  const lots = counted.reduce((sum, part) => sum + part.lots, 0n);
  const paid = counted.reduce((sum, part) => sum + part.lots * part.price, 0n);
  const price = lots === 0n ? 0n : (2n * paid + lots) / (2n * lots);
  return { lots: decimalOf(lots, lotDigits), price: decimalOf(price, priceDigits) };
}

const digitsOf = (all: readonly string[]): number => Math.max(0, ...all.map((each) => each.split('.')[1]?.length ?? 0));

function unitsOf(text: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
}

function decimalOf(units: bigint, digits: number): string {
  const all = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`;
}
