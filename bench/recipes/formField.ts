import { behind, words, type Piece, type Recipe } from './recipe.ts';

const sentences = {
  en: 'What should we know about it?',
  ar: 'ما الذي ينبغي أن نعرفه عنها؟',
  zh: '还有什么需要我们了解？',
} as const;

const wording = (language: keyof typeof sentences): Piece => ({
  what: `its label in ${language}`,
  edits: [words(`locales/${language}/documents.po`, { 'documents.field.identityComment': sentences[language] })],
  missed: { by: 'words', named: new RegExp(`^${language} lacks documents\\.field\\.identityComment`, 'm') },
});

/** Something to say beside a proof of identity, which its call takes already. */
export const formField: Recipe = {
  name: 'a field of a form',
  pieces: [
    {
      what: 'its line in the form',
      edits: [
        behind(
          'src/areas/documents/contract.ts',
          "        file: { kind: 'file', label: 'documents.field.front', takes: papers },\n",
          "        comment: { kind: 'text', label: 'documents.field.identityComment', isOptional: true },\n",
        ),
      ],
      missed: { by: 'browser', named: /Identity\.tsx\(.*'comment' does not exist/ },
    },
    {
      what: 'what it begins with',
      edits: [
        behind(
          'src/areas/documents/screens/Identity.tsx',
          '      doc_country: countryOfFlow(query) ?? country,\n',
          "      comment: '',\n",
        ),
      ],
      missed: { by: 'browser', named: /Identity\.tsx\(.*\n?.*'comment' is missing/ },
    },
    wording('en'),
    wording('ar'),
    wording('zh'),
  ],
  proof: { file: 'formField.ts' },
};
