/** The kinds of movement whose key ends with the number of a transfer. */
const ofTransfers = /^(?:deposit(?:_received|_settled|_returned)?|transfer_[a-z_]+|reversal):(\d{1,9})$/;

/** The transfer that a movement belongs to, by its key; null for every other movement. */
export function transferIdOf(key: string): number | null {
  const id = ofTransfers.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}

/** What can have become of money that was set aside for a transfer: the facts that tell it, the last of them first. */
const fates = [
  { fate: 'released', by: ['transfer_released'] },
  { fate: 'returned', by: ['transfer_returned'] },
  { fate: 'done', by: ['transfer_settled', 'transfer_to_wallet'] },
  { fate: 'under_way', by: ['transfer_sent'] },
] as const;

const heldKind = 'transfer_held';

/** The keys of all that may have followed on a movement; nothing follows on most. */
export function followersOf({ kind, key }: { readonly kind: string; readonly key: string }): string[] {
  const id = transferIdOf(key);
  return kind === heldKind && id !== null ? fates.flatMap(({ by }) => by.map((each) => `${each}:${id}`)) : [];
}

/** The sentence of a line: what the movement was, or, of money that was set aside, what it is by now. */
export function sentenceOf(line: { readonly kind: string; readonly key: string }, posted: ReadonlySet<string>): string {
  const id = transferIdOf(line.key);
  const came = line.kind === heldKind && fates.find(({ by }) => by.some((each) => posted.has(`${each}:${id}`)));
  return came ? `movement.${line.kind}.${came.fate}` : `movement.${line.kind}`;
}
