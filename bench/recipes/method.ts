import { before, words, type Piece, type Recipe } from './recipe.ts';

const sentences = {
  en: ['Local card', 'Cards of local banks'],
  ar: ['بطاقة محلية', 'بطاقات البنوك المحلية'],
  zh: ['本地银行卡', '本地银行的银行卡'],
} as const;

const wording = (language: keyof typeof sentences): Piece => ({
  what: `its words in ${language}`,
  edits: [
    words(`locales/${language}/money.po`, {
      'money.method.local_card': sentences[language][0],
      'money.method.local_card.hint': sentences[language][1],
    }),
  ],
  missed: { by: 'words', named: new RegExp(`^${language} lacks money\\.method\\.local_card\\b`, 'm') },
});

/** A second route of the card provider, for deposits in rand. */
export const method: Recipe = {
  name: 'a payment method',
  pieces: [
    {
      what: 'its row',
      edits: [
        before(
          'src/law/alternativeMethods.ts',
          '  // Document 1 §3: 337 crypto wallets.',
          [
            '  {',
            '    id: 341,',
            "    key: 'local_card',",
            '    group: 3,',
            "    route: { provider: 'praxis', method: 'Local Card' },",
            '    offers: {',
            '      deposit: {',
            '        ...forEveryRegion(() => null),',
            "        global: { ZAR: { min: '500', max: '100000', feeBasisPoints: 0, arrives: 'at_once' } },",
            '      },',
            '    },',
            '  },\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'words', named: /en has money\.method\.local_card, which nobody says/ },
    },
    wording('en'),
    wording('ar'),
    wording('zh'),
  ],
  proof: { file: 'method.ts' },
};
