import { countries } from '../../law/countries.ts';
import { states } from '../../law/states.ts';
import { noTaxIdCountries, taxIdRule } from '../../law/taxIds.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { countriesContract } from './contract.ts';

type Calls = Handlers<typeof countriesContract>;

/** Always the same object, so that its text is written once. */
const told: Awaited<ReturnType<Calls['countries']>> = {
  countries: countries.map((country) => ({
    ...country,
    v: [...country.v],
    d: [...country.d],
    region_ids: [...country.region_ids],
    tax_id: taxIdOf(country.iso2),
    no_tin_allowed: noTaxIdCountries.includes(country.iso2),
  })),
};

/** As document 2 §3 has it: the pattern as text, and whether it is the national number’s. */
function taxIdOf(country: string) {
  const { pattern, is_nid } = taxIdRule(country);
  return { rule: pattern.source, is_nid };
}

export const calls = () =>
  ({
    countries: async () => told,

    async states({ country_id }) {
      const { iso2 = '' } = countries.find(({ cid }) => cid === country_id) ?? {};
      return { states: (states[iso2] ?? []).map((name, index) => ({ id: index + 1, name })) };
    },
  }) satisfies Calls;
