import { z } from 'zod';
import { companyIds, sites } from '../../law/regions/profile.ts';
import { contract } from '../../protocol/call.ts';

const site = z.enum(sites);

/** A country as document 2 §3 has it, under its names. */
const country = z.object({
  cid: z.int(),
  iso2: z.string(),
  iso3: z.string(),
  name: z.string(),
  official_name: z.string(),
  /** Whether anybody may register from there. */
  enabled: z.boolean(),
  phone_code: z.string(),
  /** The versions of the site that it is offered in. */
  v: z.array(site),
  /** The versions in which it is disabled. */
  d: z.array(site),
  /** The companies that serve it. */
  region_ids: z.array(z.literal(companyIds)),
  is_eu: z.boolean(),
  is_cis: z.boolean(),
  is_aml: z.boolean(),
  is_disabled_for_global: z.boolean(),
  has_flag: z.boolean(),
  /** What its tax numbers look like; `is_nid`: the national identity number is one. */
  tax_id: z.object({ rule: z.string(), is_nid: z.boolean() }),
  no_tin_allowed: z.boolean(),
});

export const countriesContract = contract({
  area: 'countries',
  calls: {
    countries: {
      method: 'GET',
      path: 'api/direct/forextime/countries',
      summary: 'Every country: its codes, who serves it, where it is disabled, and what its tax numbers look like.',
      who: 'anyone',
      runs: 'read',
      input: z.object({}),
      output: z.object({ countries: z.array(country) }),
      errors: {},
      keepsText: true,
      rate: { count: 60, seconds: 60 },
    },
    states: {
      method: 'GET',
      path: 'api/direct/forextime/states',
      summary: 'The states of a country whose clients are asked for theirs; none of any other.',
      who: 'anyone',
      runs: 'read',
      input: z.object({
        /** The country’s `cid`: 156 is Nigeria. */
        country_id: z.coerce.number().int().positive(),
      }),
      output: z.object({ states: z.array(z.object({ id: z.int(), name: z.string() })) }),
      errors: {},
      rate: { count: 60, seconds: 60 },
    },
  },
});
