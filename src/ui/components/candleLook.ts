/**
 * The library's own price label is that of the last bar in sight, which is no price of now once somebody scrolls back. So the
 * price of now has a line of its own.
 */
export const candleLook = { lastValueVisible: false, priceLineVisible: false } as const;

/** Dashes (the library's 2), with the price on the axis. */
export const priceLook = { lineWidth: 1, lineStyle: 2, lineVisible: true, axisLabelVisible: true } as const;

/** Bars that stay empty beside the newest, so that it does not grow under the axis and the line is seen beyond it. */
export const timeLook = { rightOffset: 6 } as const;

/** A place of the drawing as a price of so many digits. */
export function writtenPrice(price: number, digits: number): string {
  const points = String(Math.round(price * 10 ** digits)).padStart(digits + 1, '0');
  return digits === 0 ? points : `${points.slice(0, -digits)}.${points.slice(-digits)}`;
}
