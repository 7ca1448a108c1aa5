import { languagesOffered } from '../law/languageChoice.ts';
import type { LanguageKey } from '../law/languages.ts';
import { regionProfileOf } from '../law/regions/index.ts';
import { isCompanyId } from '../law/regions/profile.ts';
import { useClientPart } from '../ui/api/context.tsx';

/** The languages that the client's region offers, in the order of the menu. */
export function useLanguagesOffered(): readonly LanguageKey[] {
  const company = useClientPart((state) => state.client?.company_id);
  const country = useClientPart((state) => state.client?.country) ?? '';
  return languagesOffered(isCompanyId(company) ? regionProfileOf({ company, country }) : undefined);
}
