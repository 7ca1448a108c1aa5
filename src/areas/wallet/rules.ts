import { remittanceId, type RemittanceId } from '../../base/id.ts';
/** The kinds of movement whose key ends with the number of a transfer, or with that and the number of a part of it. */
const ofTransfers =
  /^(?:deposit(?:_received|_settled|_returned)?|transfer_[a-z_]+|withdrawal_[a-z]+|reversal):(\d{1,9})(?:-\d{1,9})?$/;

/** The transfer that a movement belongs to, by its key; null for every other movement. */
export function transferIdOf(key: string): RemittanceId | null {
  const id = ofTransfers.exec(key)?.[1];
  return id === undefined ? null : remittanceId(Number(id));
}

/** What can have become of money that has left a wallet for a transfer: the facts that tell it, the last of them first. */
const holdOutcomes = [
  { outcome: 'released', by: ['transfer_released'] },
  { outcome: 'returned', by: ['transfer_returned'] },
  { outcome: 'done', by: ['transfer_settled', 'transfer_to_wallet'] },
  { outcome: 'under_way', by: ['transfer_sent'] },
] as const;
export type HoldOutcome = (typeof holdOutcomes)[number]['outcome'];

/** The kinds by which money leaves a wallet for a transfer: set aside first, or at once. */
const leavingKinds: ReadonlySet<string> = new Set(['transfer_held', 'transfer_sent', 'transfer_to_wallet']);

interface Line {
  readonly kind: string;
  readonly key: string;
  /** Less than zero: it left the wallet. */
  readonly minor: bigint;
}

/** The transfer for which money has left the wallet by a line; undefined of every other line. */
function leftFor({ kind, key, minor }: Line): number | undefined {
  return minor < 0n && leavingKinds.has(kind) ? (transferIdOf(key) ?? undefined) : undefined;
}

/** The keys of all that may have followed on a movement; nothing follows on most. */
export function followersOf(line: Line): string[] {
  const id = leftFor(line);
  return id === undefined ? [] : holdOutcomes.flatMap(({ by }) => by.map((each) => `${each}:${id}`));
}

/** What became of the money that has left by a line; undefined of every other line, and while it is no more than set aside. */
export function outcomeOf(line: Line, posted: ReadonlySet<string>): HoldOutcome | undefined {
  const id = leftFor(line);
  if (id === undefined) return undefined;
  return holdOutcomes.find(({ by }) => by.some((each) => posted.has(`${each}:${id}`)))?.outcome;
}
