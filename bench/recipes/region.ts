import { before, behind, newFile, replaced, type Recipe } from './recipe.ts';

/** Clients of company 3 from Brazil, with leverage of their own. */
export const region: Recipe = {
  name: 'a region',
  pieces: [
    {
      what: 'its file',
      edits: [
        newFile('src/law/regions/brazil.ts', [
          "import type { CountryRegion, InstrumentCaps } from './profile.ts';",
          '',
          'const caps: InstrumentCaps = {',
          '  major_fx: 100,',
          '  other_fx: 50,',
          '  gold: 50,',
          '  major_index: 50,',
          '  minor_index: 20,',
          '  commodity: 20,',
          '  share: 5,',
          '  crypto: 2,',
          '};',
          '',
          '/** Clients of company 3 from Brazil. */',
          'export const brazil: CountryRegion = {',
          '  company: 3,',
          "  countries: ['BR'],",
          '  overrides: {',
          "    languages: ['en'],",
          '    trading: {',
          '      leverageCaps: { retail: caps, professional: null, counterparty: null },',
          '      negativeBalanceProtection: true,',
          '      closeOutPercent: 60,',
          '    },',
          '  },',
          '};',
        ]),
      ],
      missed: { by: 'server', named: /index\.ts\(.*'\.\/brazil\.ts'/ },
    },
    {
      what: 'its name',
      edits: [replaced('src/law/regions/profile.ts', "countryRegionKeys = ['china']", "countryRegionKeys = ['china', 'brazil']")],
      missed: { by: 'server', named: /'brazil' does not exist/ },
    },
    {
      what: 'its line in the index',
      edits: [
        before('src/law/regions/index.ts', "import { china } from './china.ts';", "import { brazil } from './brazil.ts';\n"),
        replaced('src/law/regions/index.ts', '= { china };', '= { brazil, china };'),
      ],
      missed: { by: 'server', named: /regions\/index\.ts\(.*'brazil' is missing/ },
    },
    {
      what: 'what methods take there',
      edits: [
        behind(
          'src/law/cardMethods.ts',
          '    china: mainCurrencies,\n',
          "    brazil: { USD: card('100', '50000'), BRL: card('500', '270000') },\n",
        ),
      ],
      missed: { by: 'server', named: /cardMethods\.ts\(.*\n?.*'brazil' is missing/ },
    },
    {
      what: 'what goes back to cards there',
      edits: [behind('src/law/cardMethods.ts', '  china: globalPayouts,\n', '  brazil: mainPayouts,\n')],
      missed: { by: 'server', named: /cardMethods\.ts\(.*\n?.*'brazil' is missing/ },
    },
    {
      what: 'its country in the test of the gates',
      edits: [
        behind(
          'src/server/testing/gateTable.ts',
          "  china: { company: 3, country: 'CN' },\n",
          "  brazil: { company: 3, country: 'BR' },\n",
        ),
      ],
      missed: { by: 'server', named: /gateTable\.ts\(.*'brazil' is missing/ },
    },
    {
      what: 'its rights in the test of the gates',
      edits: [replaced('src/server/testing/gateTable.ts', "= ['global', 'china'];", "= ['global', 'china', 'brazil'];")],
      missed: { by: 'law', named: /open_live_account brazil/ },
    },
    {
      what: 'a seeded client',
      edits: [
        before(
          'seed/personas.ts',
          "  {\n    name: 'cn.active',",
          [
            '  {',
            "    name: 'br.active',",
            '    company: 3,',
            "    country: 'BR',",
            '    status: 12,',
            "    firstName: 'Ana',",
            "    lastName: 'Souza',",
            "    phone: '+5511912345601',",
            '    registeredDaysAgo: 300,',
            '    hasPapers: true,',
            '  },\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'law', named: /"brazil"/ },
    },
  ],
  proof: { file: 'region.ts' },
};
