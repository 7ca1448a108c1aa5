import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { personas } from '../../../seed/personas.ts';
import { defaultSettings } from '../../settings/index.ts';
import { isCategoryId } from '../categories.ts';
import { countries } from '../countries.ts';
import { mayRefer } from '../incentives.ts';
import { languagesOffered } from '../languageChoice.ts';
import { methodDirections, methodsOffered } from '../methods.ts';
import { capsDeposits } from '../verified.ts';
import { companyProfileOf, homeProfileOf, profileOfSite, regionProfileOf, regions } from './index.ts';
import { companyIds, homeRegions, regionKeys, type CountryRegion, type RegionProfile } from './profile.ts';

describe('Regions', () => {
  test('follow from company and country', () => {
    expect(regionProfileOf({ company: 3, country: 'CN' })).toMatchObject({ key: 'china', languages: ['zh', 'en'] });
    expect(regionProfileOf({ company: 4, country: 'CN' }).key).toBe('uk');
    expect(regionProfileOf({ company: 3, country: 'HK' })).toBe(homeProfileOf(3));
    expect(regions.map(({ key }) => key).toSorted()).toEqual([...regionKeys].toSorted());
    expect(new Set(regionKeys).size).toBe(regionKeys.length);
  });

  test('inside a company keep what is the company’s own', () => {
    for (const { company, branch, site, terms, isKenyaBroker } of regions)
      expect(companyProfileOf(company)).toMatchObject({ branch, site, terms, isKenyaBroker });
    const written: CountryRegion['overrides'][] = [
      { riskWarning: true },
      // @ts-expect-error -- the version of the site is the company's own
      { site: 'eu' },
      // @ts-expect-error -- so is what its clients accept
      { terms: ['client_agreement'] },
      // @ts-expect-error -- and so is its branch
      { languages: ['en'], branch: 3 },
    ];
    expect(written).toHaveLength(4);
  });

  test('use the groups of their company’s accounts unless they have trading rules of their own', () => {
    for (const region of regions) {
      const home = homeProfileOf(region.company);
      expect(region.groups).toBe(region.trading === home.trading ? home.key : region.key);
    }
  });

  test('name no country twice, and every country in them is one that the company serves', () => {
    const named = regions.flatMap(({ company, countries: own }) => (own ?? []).map((country) => `${company}:${country}`));
    expect(new Set(named).size).toBe(named.length);
    for (const { company, countries: own } of regions)
      for (const country of own ?? []) expect(countries.find(({ iso2 }) => iso2 === country)?.region_ids).toContain(company);
  });

  test('offer at least one language of which a catalog ships, each once', () => {
    for (const region of regions) {
      expect(languagesOffered(region)[0]).toBe(region.languages[0]);
      expect(new Set(region.languages).size).toBe(region.languages.length);
    }
  });

  test('say of every direction what is taken there', () => {
    for (const { key } of regions)
      for (const direction of methodDirections)
        expect(methodsOffered({ direction, region: key, changes: [] }).length).toBeGreaterThan(0);
  });

  test('each have a seeded client, so that one can look at them', () => {
    const seen = new Set(personas.map((client) => regionProfileOf(client).key));
    expect(regionKeys.filter((key) => !seen.has(key))).toEqual([]);
  });

  test('name what settings have to tell of: whoever may pay in before the papers has a cap that ships', () => {
    const capped = companyIds.filter(capsDeposits);
    const told = new Set(defaultSettings.unverified.companies.map(({ company }) => company));
    expect(capped.filter((company) => !told.has(company))).toEqual([]);
  });

  test('allow no incentive that nobody asks for', () => {
    const asking = readFileSync(path.join(import.meta.dirname, '../incentives.ts'), 'utf8');
    const allowed = new Set(regions.flatMap(({ incentives }) => Object.values(incentives).flat()));
    expect(allowed.size).toBeGreaterThan(0);
    expect([...allowed].filter((incentive) => !asking.includes(`mayBeOffered('${incentive}'`))).toEqual([]);
  });

  test('have no cell that nobody reads', () => {
    const root = path.join(import.meta.dirname, '../..');
    const readers = ['areas', 'law', 'server', 'web', '../seed']
      .flatMap((room) =>
        readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => path.join(root, room, file)),
      )
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes(path.join('law', 'regions')))
      .map((file) => withoutComments(readFileSync(file, 'utf8')))
      .filter((text) => /regions\/(index|profile)\.ts/.test(text));
    const isRead = (cell: string) => readers.some((text) => reads(text, cell));
    const cells = new Set(regions.flatMap((region) => [...Object.keys(region), ...cellsWithin(region)]));
    for (const cell of ['gold.openTo', 'enrolment.refusesTaxResidents', 'residenceProof.accepts', 'trading.closeOutPercent'])
      expect(cells).toContain(cell);
    expect([...cells].filter((cell) => !isRead(cell))).toEqual([]);
    expect(['walletCurrencies', 'gold.tax', 'enrolment.accepts'].filter(isRead)).toEqual([]);
    // Taken, by itself or under another name; not written, said or meant.
    const read = ['region.cell', 'const { cell } = region', 'const { other, cell: mine } = region', '({ other, cell, }) => cell'];
    expect(read.filter((text) => !reads(text, 'cell'))).toEqual([]);
    const written = [
      'return { cell: 1 }',
      '{ other: 2, cell: [] }',
      "say('other, cell')",
      '// of the region.cell',
      '/* region.cell */',
    ];
    expect(written.filter((text) => reads(withoutComments(text), 'cell'))).toEqual([]);
    const within = [
      'region.rules.cell',
      '({ rules }) => rules.cell',
      'const { cell } = regionOf(client).rules',
      '{ a, cell: b } = rules;',
    ];
    expect(within.filter((text) => !reads(text, 'rules.cell'))).toEqual([]);
    const elsewhere = [
      'form.cell',
      'const { cell } = form',
      'const { cell } = form;\nconst { other } = region.rules',
      'region.rules',
    ];
    expect(elsewhere.filter((text) => reads(text, 'rules.cell'))).toEqual([]);
  });
});

describe('Companies', () => {
  test('share the world: one serves everybody whom no other was founded for', () => {
    expect(companyIds.filter((id) => companyProfileOf(id).serves === 'everybody_else')).toEqual([3]);
    const served = companyIds.flatMap((id) => companyProfileOf(id).serves).filter((country) => country !== 'everybody_else');
    expect(new Set(served).size).toBe(served.length);
  });

  test('have their number in every account’s number, where there is room for one digit', () => {
    expect(companyIds.filter((id) => id > 9)).toEqual([]);
    expect(new Set(Object.values(homeRegions)).size).toBe(companyIds.length);
  });

  test('are known by the version of the site where it is theirs alone', () => {
    expect([profileOfSite('eu')?.company, profileOfSite('uk')?.company, profileOfSite('global')]).toEqual([1, 4, undefined]);
  });
});

test.each([
  [3, '', 0, true],
  [3, 'IR', 0, false],
  [3, 'BE', 0, false],
  [5, 'KE', 0, true],
  [1, 'CY', 0, false],
  [1, 'DE', 2, false],
  [4, 'GB', 0, false],
  [4, 'GB', 1, false],
] as const)('a client of company %i from %s in category %i may be asked to refer a friend: %s', (...row) => {
  const [company, country, category, wanted] = row;
  expect(isCategoryId(category) && mayRefer({ company, country, category })).toBe(wanted);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
}

/** Cells that stand in a group, as `gold.openTo`; `incentives` is a table by category, whose rows are no cells. */
function cellsWithin(region: RegionProfile): string[] {
  const told: readonly (readonly [string, unknown])[] = Object.entries(region);
  return told.flatMap(([name, value]) =>
    isPlain(value) && name !== 'incentives' ? Object.keys(value).map((cell) => `${name}.${cell}`) : [],
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether a program's text takes a property of that name: `region.cell`, or `cell` out of braces; of a group's cell, out of that group. */
function reads(text: string, cell: string): boolean {
  const [group, within] = cell.split('.');
  if (within !== undefined)
    return new RegExp(String.raw`\b${group}\.${within}\b|\{[^{}]*\b${within}\b[^{}]*\} = [^;{}\n]*\b${group}\b`).test(text);
  if (new RegExp(String.raw`\.${cell}\b`).test(text)) return true;
  return [...text.matchAll(/\{([^{}]*)\}(?=\s*(?:=[^=>]|:|\)|,))/g)].some(([, inside = '']) =>
    new RegExp(String.raw`(?:^|,)\s*${cell}\s*(?:$|,|=|:\s*\w+\s*(?:$|,))`).test(inside),
  );
}
