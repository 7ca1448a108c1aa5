import { before, behind, newFile, replaced, words, type Piece, type Recipe } from './recipe.ts';

const called = (language: 'en' | 'ar' | 'zh', name: string): Piece => ({
  what: `what its clients call it in ${language}`,
  edits: [words(`locales/${language}/moves.po`, { 'moves.company.6': name })],
  missed: { by: 'words', named: new RegExp(`^${language} lacks moves\\.company\\.6`, 'm') },
});

/** Company 6, which serves Ghana. */
export const company: Recipe = {
  name: 'a company',
  pieces: [
    {
      what: 'its file',
      edits: [
        newFile('src/law/regions/ghana.ts', [
          "import { global } from './global.ts';",
          "import type { CompanyProfile, RegionRules } from './profile.ts';",
          '',
          '/** Company 6, which serves Ghana. */',
          'export const ghana: CompanyProfile & RegionRules = {',
          '  ...global,',
          "  serves: ['GH'],",
          "  languages: ['en'],",
          "  demo: { balance: '5000', leverage: 200 },",
          '};',
        ]),
      ],
      missed: { by: 'server', named: /index\.ts\(.*'\.\/ghana\.ts'/ },
    },
    {
      what: 'its number',
      edits: [replaced('src/law/regions/profile.ts', 'companyIds = [1, 3, 4, 5]', 'companyIds = [1, 3, 4, 5, 6]')],
      missed: { by: 'server', named: /'6' does not exist|'ghana' does not exist/ },
    },
    {
      what: 'the name of its region',
      edits: [replaced('src/law/regions/profile.ts', "5: 'kenya' }", "5: 'kenya', 6: 'ghana' }")],
      missed: { by: 'server', named: /profile\.ts\(.*'6' is missing/ },
    },
    {
      what: 'its line in the index',
      edits: [
        before('src/law/regions/index.ts', "import { global } from './global.ts';", "import { ghana } from './ghana.ts';\n"),
        replaced('src/law/regions/index.ts', '5: kenya }', '5: kenya, 6: ghana }'),
      ],
      missed: { by: 'server', named: /regions\/index\.ts\(.*'6' is missing/ },
    },
    {
      what: 'what methods take there',
      edits: [behind('src/law/cardMethods.ts', '    china: mainCurrencies,\n', '    ghana: mainCurrencies,\n')],
      missed: { by: 'server', named: /cardMethods\.ts\(.*\n?.*'ghana' is missing/ },
    },
    {
      what: 'what goes back to cards there',
      edits: [behind('src/law/cardMethods.ts', '  china: globalPayouts,\n', '  ghana: mainPayouts,\n')],
      missed: { by: 'server', named: /cardMethods\.ts\(.*\n?.*'ghana' is missing/ },
    },
    {
      what: 'its legal line',
      edits: [
        behind(
          'src/law/brand.ts',
          "    5: { legalLine: { en: 'Atrium Kenya serves clients in Kenya.' }, losingShare: null },\n",
          "    6: { legalLine: { en: 'Atrium Ghana serves clients in Ghana.' }, losingShare: null },\n",
        ),
      ],
      missed: { by: 'server', named: /brand\.ts\(.*'6' is missing/ },
    },
    {
      what: 'what its law has kept of clients who have left',
      edits: [
        before(
          'src/areas/personalData/rules.ts',
          '  5: {\n    // The act',
          "  6: { years: 6, moneyLaundering: 'Act 1044 (Ghana), s. 32', markets: 'Act 929 (Ghana)', books: 'Act 992 (Ghana), s. 127' },\n",
        ),
      ],
      missed: { by: 'server', named: /personalData\/rules\.ts\(.*'6' is missing/ },
    },
    {
      what: 'its name at the desk',
      edits: [words('locales/en/desk.desk.po', { 'desk.company.6': 'Ghana' })],
      missed: { by: 'words', named: /^en lacks desk\.company\.6/m },
    },
    called('en', 'our Ghanaian company'),
    called('ar', 'شركتنا في غانا'),
    called('zh', '我们的加纳公司'),
    {
      what: 'its country in the test of the gates',
      edits: [
        behind(
          'src/server/testing/gateTable.ts',
          "  china: { company: 3, country: 'CN' },\n",
          "  ghana: { company: 6, country: 'GH' },\n",
        ),
      ],
      missed: { by: 'server', named: /gateTable\.ts\(.*'ghana' is missing/ },
    },
    {
      what: 'its rights in the test of the gates',
      edits: [replaced('src/server/testing/gateTable.ts', "= ['global', 'china'];", "= ['global', 'china', 'ghana'];")],
      missed: { by: 'law', named: /open_live_account ghana/ },
    },
    {
      what: 'a seeded client',
      edits: [
        before(
          'seed/personas.ts',
          "  {\n    name: 'ng.active',",
          [
            '  {',
            "    name: 'gh.active',",
            '    company: 6,',
            "    country: 'GH',",
            '    status: 12,',
            "    firstName: 'Ama',",
            "    lastName: 'Mensah',",
            "    phone: '+233241234501',",
            '    registeredDaysAgo: 300,',
            '    hasPapers: true,',
            '  },\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'law', named: /"ghana"/ },
    },
  ],
  proof: { file: 'company.ts' },
};
