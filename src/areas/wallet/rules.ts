/** The kinds of movement whose key ends with the number of a transfer, or with that and the number of a part of it. */
const ofTransfers =
  /^(?:deposit(?:_received|_settled|_returned)?|transfer_[a-z_]+|withdrawal_[a-z]+|reversal):(\d{1,9})(?:-\d{1,9})?$/;

/** The transfer that a movement belongs to, by its key; null for every other movement. */
export function transferIdOf(key: string): number | null {
  const id = ofTransfers.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}

/** What can have become of money that was set aside for a transfer: the facts that tell it, the last of them first. */
const holdOutcomes = [
  { outcome: 'released', by: ['transfer_released'] },
  { outcome: 'returned', by: ['transfer_returned'] },
  { outcome: 'done', by: ['transfer_settled', 'transfer_to_wallet'] },
  { outcome: 'under_way', by: ['transfer_sent'] },
] as const;
export type HoldOutcome = (typeof holdOutcomes)[number]['outcome'];

const heldKind = 'transfer_held';

/** The keys of all that may have followed on a movement; nothing follows on most. */
export function followersOf({ kind, key }: { readonly kind: string; readonly key: string }): string[] {
  const id = transferIdOf(key);
  return kind === heldKind && id !== null ? holdOutcomes.flatMap(({ by }) => by.map((each) => `${each}:${id}`)) : [];
}

/** What became of the money that a line has set aside; undefined of every other line, and while nothing has. */
export function outcomeOf(
  line: { readonly kind: string; readonly key: string },
  posted: ReadonlySet<string>,
): HoldOutcome | undefined {
  const id = transferIdOf(line.key);
  if (line.kind !== heldKind) return undefined;
  return holdOutcomes.find(({ by }) => by.some((each) => posted.has(`${each}:${id}`)))?.outcome;
}
