import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import { countriesContract } from './contract.ts';

test('a country goes out under the names of the documents, with its tax number’s rule', async () => {
  const { countries } = countriesContract.calls.countries.output.parse(await calls().countries());
  const named = (iso2: string) => countries.find((country) => country.iso2 === iso2);
  expect(countries).toHaveLength(244);
  expect(named('DE')).toMatchObject({ v: ['eu'], d: ['global', 'uk'], region_ids: [1], tax_id: { rule: String.raw`^\d{11}$` } });
  expect(named('CN')).toMatchObject({ tax_id: { is_nid: true }, has_flag: false, no_tin_allowed: false });
  expect(named('AE')).toMatchObject({ no_tin_allowed: true });
  expect(named('US')).toMatchObject({ enabled: false, region_ids: [] });
  expect(countries.filter(({ no_tin_allowed: isAllowed }) => isAllowed)).toHaveLength(75);
});

test('the states of Nigeria are its 36 and the capital’s; no other country is asked for one', async () => {
  const nigeria = await calls().states({ country_id: 156 });
  expect(nigeria.states).toHaveLength(37);
  expect(nigeria.states[0]).toEqual({ id: 1, name: 'Abia' });
  expect(await calls().states({ country_id: 1 })).toEqual({ states: [] });
  expect(await calls().states({ country_id: 9999 })).toEqual({ states: [] });
});
