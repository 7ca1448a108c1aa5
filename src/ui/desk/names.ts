const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** "South Africa" for ZA. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : code;
}
