import { stdnum } from 'stdnum';
import { fitsTaxId, isPrintedTaxId, taxNumbers } from '../../law/taxIds.ts';

/** What of the library is asked; its own table knows each country by a type of its own. */
type Validators = Readonly<Record<string, { readonly validate: (value: string) => { readonly isValid: boolean } } | undefined>>;
const known: Readonly<Record<string, Validators | undefined>> = stdnum;

/**
 * Whether it can be a tax number of somebody in that country (ISO 3166 alpha-2): the document's own pattern, else the check
 * digits of any of the country's numbers, else the generic pattern. An empty one passes: whether one must be given is another
 * question.
 */
export function isTaxId(country: string, taxId: string): boolean {
  const typed = taxId.trim();
  if (!fitsTaxId(country, typed)) return false;
  const numbers = taxNumbers[country];
  if (typed === '' || numbers === undefined || isPrintedTaxId(country)) return true;
  return numbers.some((number) => known[country]?.[number]?.validate(typed).isValid === true);
}
