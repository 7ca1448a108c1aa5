import { before, behind, words, type Piece, type Recipe } from './recipe.ts';

const sentences = {
  en: 'There is no rate between these two currencies.',
  ar: 'لا يوجد سعر صرف بين هاتين العملتين.',
  zh: '这两种货币之间没有汇率。',
} as const;

const wording = (language: keyof typeof sentences): Piece => ({
  what: `its refusal in ${language}`,
  edits: [words(`locales/${language}/rates.po`, { 'error.pair_not_known': sentences[language] })],
  missed: { by: 'words', named: new RegExp(`^${language} lacks error\\.pair_not_known`, 'm') },
});

/** One rate of today, asked for by two currencies. */
export const call: Recipe = {
  name: 'a call',
  pieces: [
    {
      what: 'its declaration',
      edits: [
        behind(
          'src/areas/rates/contract.ts',
          '  calls: {\n',
          [
            '    pair: {',
            "      method: 'GET',",
            "      path: 'api/rates/pair',",
            "      summary: 'The rate of today between two currencies, for deposits.',",
            "      who: 'client',",
            "      gate: 'view',",
            "      runs: 'read',",
            '      input: z.object({ from: z.string().length(3), to: z.string().length(3) }),',
            '      output: z.object({ pair: conversionRate }),',
            '      errors: { pair_not_known: 404 },',
            "      reads: ['rates'],",
            '    },\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'server', named: /rates\/calls\.ts\(.*'pair' does not exist/ },
    },
    {
      what: 'its handler',
      edits: [
        behind(
          'src/areas/rates/calls.ts',
          'export const calls = () =>\n  ({\n',
          [
            '    pair: async ({ from, to }, { sql, now, settings, refuse }) => {',
            '      const table = await readTable(sql, now);',
            "      const rates = table ? shown(table, 'deposit', markupsWhile('current', settings.rates)) : [];",
            '      const pair = rates.find((each) => each.from === from && each.to === to);',
            "      return pair ? { pair } : refuse('pair_not_known', { field: 'to' });",
            '    },\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'server', named: /rates\/calls\.ts\(.*'pair' is missing/ },
    },
    {
      what: 'its way on',
      edits: [before('src/protocol/ways.ts', "  account_closed: 'opener',\n", "  pair_not_known: 'here',\n")],
      missed: { by: 'server', named: /pair_not_known/ },
    },
    wording('en'),
    wording('ar'),
    wording('zh'),
  ],
  commands: [{ script: 'map', missed: { by: 'rooms', named: /npm run map/ } }],
  proof: { file: 'call.ts' },
};
