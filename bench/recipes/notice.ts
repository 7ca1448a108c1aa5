import { before, newFile, replaced, words, type Piece, type Recipe } from './recipe.ts';

const sentences = {
  en: ['Account renamed', 'Account {number} has a new name.'],
  ar: ['تمت إعادة تسمية الحساب', 'للحساب {number} اسم جديد.'],
  zh: ['账户已重命名', '账户 {number} 有了新名称。'],
} as const;

const wording = (language: keyof typeof sentences): Piece => ({
  what: `its words in ${language}`,
  edits: [
    words(`locales/${language}/accounts.po`, {
      'notice.account_renamed.title': sentences[language][0],
      'notice.account_renamed.text': sentences[language][1],
    }),
  ],
  missed: { by: 'words', named: new RegExp(`^${language} lacks notice\\.account_renamed\\.t`, 'm') },
});

/** A client is told of an account that was renamed: the first notice of the area. */
export const notice: Recipe = {
  name: 'a notice',
  pieces: [
    {
      what: 'its type',
      edits: [
        newFile('src/areas/accounts/notices.ts', [
          "import { leadsTo, notices } from '../../protocol/notice.ts';",
          "import { pageLinks } from '../../protocol/pageLinks.ts';",
          '',
          '/** What a client is told of accounts that stand. */',
          'export const accountsNotices = notices({',
          "  account_renamed: { level: 'info', channels: ['screen'], target: leadsTo(pageLinks.account, { id: 'number' }) },",
          '});',
        ]),
      ],
      missed: { by: 'server', named: /accounts\/calls\.ts\(.*'\.\/notices\.ts'/ },
    },
    wording('en'),
    wording('ar'),
    wording('zh'),
    {
      what: 'its telling',
      edits: [
        before(
          'src/areas/accounts/calls.ts',
          'import { accountOf, accountsOf,',
          "import { accountsNotices } from './notices.ts';\nimport { notify } from '../notices/face.ts';\n",
        ),
        replaced(
          'src/areas/accounts/calls.ts',
          '      await renameAccount(context.sql, account.number, name);\n',
          [
            '      await renameAccount(context.sql, account.number, name);',
            '      await notify(context.sql, {',
            '        clientId: context.client.id,',
            '        notice: accountsNotices.account_renamed,',
            '        values: { number: account.number },',
            '        key: `account:${account.number}:renamed:${context.now.toISOString()}`,',
            '        now: context.now,',
            '      });\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'rooms', named: /account_renamed/ },
    },
    {
      what: 'its fact',
      edits: [
        before(
          'src/server/testing/otherFacts.ts',
          "  {\n    fact: 'an account is put away',",
          [
            '  {',
            "    fact: 'an account is renamed',",
            "    type: 'account_renamed',",
            '    over: onScreen,',
            "    live: ['accounts', 'dashboard'],",
            '    ready: async ({ app, client, dollars }) => {',
            '      const path = `api/accounts/${dollars}/name`;',
            "      return () => app.call({ method: 'PATCH', path, body: { name: 'Savings' }, as: client });",
            '    },',
            '  },\n',
          ].join('\n'),
        ),
      ],
      missed: { by: 'rooms', named: /account_renamed/ },
    },
  ],
  commands: [
    { script: 'registries', missed: { by: 'server', named: /account_renamed/ } },
    // The map names the tests of a call, and a fact is one.
    { script: 'map', missed: { by: 'rooms', named: /npm run map/ } },
  ],
  proof: { file: 'notice.ts', tests: ['src/server/told.test.ts'] },
};
