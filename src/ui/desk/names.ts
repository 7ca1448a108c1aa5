import { companyIds } from '../../law/regions/profile.ts';
import type { Words } from '../words/words.ts';

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** "South Africa" for ZA. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : code;
}

/** What staff call a company of the broker. */
export function companyName(company: number, t: Words['t']): string {
  const known = companyIds.find((id) => id === company);
  return known === undefined ? String(company) : t(`desk.company.${known}`);
}
