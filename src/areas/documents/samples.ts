import type { Say } from '../../base/wording.ts';
import { isCompanyId } from '../../law/regions/profile.ts';
import { regionProfileOf } from '../../law/regions/index.ts';

/** What the copy has to show. */
const shows = {
  sampledocs: ['whole_page', 'name_and_photo', 'dates'],
  pordocs: ['name_and_address', 'issuer', 'date_of_issue'],
} as const;

/** The samples of a company by their printed path, such as `pordocs-3.json`, as a country inside it has them; undefined for what is none. */
export function samplesOf(file: string, country: string, say: Say) {
  const [, list, number] = /^(sampledocs|pordocs)-(\d+)\.json$/.exec(file) ?? [];
  const company = Number(number);
  if ((list !== 'sampledocs' && list !== 'pordocs') || !isCompanyId(company)) return undefined;
  const { identityProofs, residenceProof } = regionProfileOf({ company, country });
  const keys = list === 'sampledocs' ? identityProofs : residenceProof.accepts;
  return keys.map((key) => ({
    key,
    name: say(`documents.sample.${key}`),
    shows: shows[list].map((what) => say(`documents.shows.${what}`)),
  }));
}
