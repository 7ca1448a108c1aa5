import { behind, newFile, replaced, type Recipe } from './recipe.ts';

/** German, as far as it is translated, for clients of company 3. */
export const language: Recipe = {
  name: 'a language',
  pieces: [
    {
      what: 'its row',
      edits: [
        behind(
          'src/law/languages.ts',
          "  hk: { tag: 'zh-Hant-HK', formats: 'zh-HK', name: '繁體中文（香港）', direction: 'ltr', catalog: 'none' },\n",
          "  de: { tag: 'de', formats: 'de', name: 'Deutsch', direction: 'ltr', catalog: 'part' },\n",
        ),
      ],
      missed: { by: 'server', named: /'de'/ },
    },
    {
      what: 'its catalog',
      edits: [
        newFile('locales/de/transfers.po', [
          'msgid ""',
          'msgstr ""',
          '"Language: de\\n"',
          '"MIME-Version: 1.0\\n"',
          '"Content-Type: text/plain; charset=utf-8\\n"',
          '"Content-Transfer-Encoding: 8bit\\n"',
          '',
          'msgid "error.unknown_transfer"',
          'msgstr "Diese Zahlung gibt es nicht."',
        ]),
      ],
      missed: { by: 'words', named: /^de is declared to have a catalog, and has none/m },
    },
    {
      what: 'where it is offered',
      edits: [replaced('src/law/regions/global.ts', "'fa', 'hk'] as const", "'fa', 'hk', 'de'] as const")],
      missed: { by: 'law', named: /"de"/ },
    },
    {
      what: 'its name at the captcha’s vendor',
      edits: [behind('src/web/geetest.ts', "  'pt-br': 'pt-pt',\n", "  de: 'de',\n")],
      missed: { by: 'browser', named: /geetest\.ts\(.*\bde\b/ },
    },
  ],
  proof: { file: 'language.ts' },
};
