/** The kinds of movement whose key ends with the number of a transfer. */
const ofTransfers = /^(?:deposit(?:_received|_settled|_returned)?|transfer_[a-z_]+|reversal):(\d{1,9})$/;

/** The transfer that a movement belongs to, by its key; null for every other movement. */
export function transferIdOf(key: string): number | null {
  const id = ofTransfers.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}
