/** How much of the height stays empty above the highest value and below the lowest. */
const share = 0.12;

/** From where to where an axis goes: the values with room around them, and around one value alone too. */
export function padded(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const room = high > low ? (high - low) * share : Math.max(Math.abs(high) * share, 1);
  const least = low - room;
  // What was never below zero does not look as if it had been.
  return [low >= 0 && least < 0 ? 0 : least, high + room];
}
