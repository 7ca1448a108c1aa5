import { isCompanyId } from './regions/profile.ts';

/** What staff call a company of the broker; its number where it is none of them. `say` has the words of the desk. */
export function companyName(company: number, say: (id: string) => string): string {
  return isCompanyId(company) ? say(`desk.company.${company}`) : String(company);
}
