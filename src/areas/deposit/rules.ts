/** Basis points as per cent, without trailing zeros: 250 is "2.5", 0 is "0". */
export function percentOf(basisPoints: number): string {
  const hundredths = String(basisPoints % 100).padStart(2, '0');
  return `${Math.trunc(basisPoints / 100)}.${hundredths}`.replace(/\.?0+$/, '') || '0';
}
