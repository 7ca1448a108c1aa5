import type { CompanyId } from '../../law/regions/profile.ts';

// The questions and what each answer counts. It stays at the server, so that nobody reads the right answers in a browser.

interface Answer {
  readonly id: AnswerId;
  readonly points: number;
  readonly presets?: readonly AnswerId[];
}

interface PlainQuestion {
  readonly id: QuestionId;
  readonly answers: readonly Answer[];
}

interface TestQuestion extends PlainQuestion {
  readonly follows?: readonly (PlainQuestion & { readonly revealedBy: AnswerId })[];
}

/** A set of questions with its scoring. A published one is never changed: another version stands beside it. */
export interface Questionnaire {
  readonly version: string;
  /** Whose own it is; null: of every company that has none of its own. */
  readonly company: CompanyId | null;
  readonly questions: readonly TestQuestion[];
  /** So many points at least, and these answered rightly. */
  readonly passes: { readonly points: number; readonly right: readonly AnswerId[] };
  /** The most leverage by points, of who has passed, ascending; and of who has not. */
  readonly leverage: { readonly passed: readonly { readonly from: number; readonly most: number }[]; readonly failed: number };
}

export type QuestionId = 27 | 28 | 29 | 30 | 31 | 32 | 33 | 34 | 35 | 36 | 37 | 38 | 39 | 40 | 41 | 42 | 43;
// prettier-ignore
export type AnswerId =
  | 121 | 122 | 123 | 124 | 125 | 126 | 127 | 128 | 129 | 130 | 132 | 133 | 134 | 135 | 136 | 137 | 138 | 141 | 142 | 143 | 144
  | 145 | 146 | 147 | 148 | 149 | 150 | 151 | 152 | 153 | 154 | 155 | 156 | 157 | 158 | 159 | 160 | 161 | 162 | 163 | 164 | 165
  | 166 | 167 | 168 | 169 | 170 | 171 | 172 | 173 | 174 | 175 | 176 | 177;

/**
 * Document 2 §4 links 27 to 32 and gives the ids 123, 127, 135 and 144: who has never traded has traded nothing of the kind. The
 * questions themselves and their points are ours.
 */
const experience: readonly TestQuestion[] = [
  {
    id: 27,
    answers: [
      { id: 121, points: 3 },
      { id: 122, points: 2 },
      { id: 123, points: 0, presets: [127, 135, 144] },
    ],
  },
  {
    id: 28,
    answers: [
      { id: 124, points: 2 },
      { id: 125, points: 1 },
      { id: 126, points: 2 },
      { id: 127, points: 0 },
    ],
    follows: [
      {
        id: 29,
        revealedBy: 127,
        answers: [
          { id: 128, points: 1 },
          { id: 129, points: 1 },
          { id: 130, points: 0 },
        ],
      },
    ],
  },
  {
    id: 30,
    answers: [
      { id: 132, points: 2 },
      { id: 133, points: 2 },
      { id: 134, points: 1 },
      { id: 135, points: 0 },
    ],
    follows: [
      {
        id: 31,
        revealedBy: 135,
        answers: [
          { id: 136, points: 1 },
          { id: 137, points: 1 },
          { id: 138, points: 0 },
        ],
      },
    ],
  },
  {
    id: 32,
    answers: [
      { id: 141, points: 1 },
      { id: 142, points: 2 },
      { id: 143, points: 2 },
      { id: 144, points: 0 },
    ],
  },
];

/** Two points for the one right answer. */
function knowing(id: QuestionId, answers: readonly AnswerId[], right: AnswerId): TestQuestion {
  return { id, answers: answers.map((each) => ({ id: each, points: each === right ? 2 : 0 })) };
}

const knowledge: readonly TestQuestion[] = [
  knowing(33, [145, 146, 147], 146),
  knowing(34, [148, 149, 150], 148),
  knowing(35, [151, 152, 153], 152),
  knowing(36, [154, 155, 156], 155),
  knowing(37, [157, 158, 159], 158),
  knowing(38, [160, 161, 162], 160),
  knowing(39, [163, 164, 165], 163),
  knowing(40, [166, 167, 168], 167),
  knowing(41, [169, 170, 171], 169),
];

// Our own rule: experience alone passes nobody, and nobody passes who does not know what leverage does and that all can be lost. Below
// the law's 30 (ESMA 2018/796) leverage follows the points.
const scoring: Pick<Questionnaire, 'passes' | 'leverage'> = {
  passes: { points: 14, right: [146, 148] },
  leverage: {
    passed: [
      { from: 14, most: 20 },
      { from: 18, most: 30 },
    ],
    failed: 5,
  },
};

/** The oldest first; the last of a company is the one that is asked. */
const questionnaires: readonly Questionnaire[] = [
  // Our own rule: a country anywhere may be written to be tested, and is never left with a test that has no questions.
  { version: 'general-1', company: null, questions: [...experience, ...knowledge], ...scoring },
  { version: 'eu-1', company: 1, questions: [...experience, ...knowledge, knowing(42, [172, 173, 174], 172)], ...scoring },
  { version: 'uk-1', company: 4, questions: [...experience, ...knowledge, knowing(43, [175, 176, 177], 175)], ...scoring },
];

/** What a company asks now of whom its region has tested: its own questions, or else the general ones. */
export function questionnaireOf(company: CompanyId): Questionnaire {
  const asked = lastOf(company) ?? lastOf(null);
  if (!asked) throw new Error('there is no general questionnaire');
  return asked;
}

/** The questions of a version, whichever is asked by now; undefined where there was none of that name. */
export function questionnaireNamed(version: string): Questionnaire | undefined {
  return questionnaires.find((each) => each.version === version);
}

function lastOf(company: Questionnaire['company']): Questionnaire | undefined {
  return questionnaires.findLast((each) => each.company === company);
}
