import { countedAnswers, unanswered, type Linked } from '../../base/questions.ts';
import type { Questionnaire } from './questionnaires.ts';

/** What the dependencies of a questionnaire look at. */
export function linkedOf({ questions }: Questionnaire): readonly Linked[] {
  const asked = ({ id, answers }: Questionnaire['questions'][number]) => ({
    id,
    answers: answers.map((answer) => ({ id: answer.id, presets: answer.presets ?? [] })),
  });
  return questions.map((each) => ({
    ...asked(each),
    sub_questions: (each.follows ?? []).map((sub) => ({ ...asked(sub), revealed_by: sub.revealedBy })),
  }));
}

export interface Score {
  /** What counts of what was sent. */
  readonly answers: readonly number[];
  readonly points: number;
  readonly isPassed: boolean;
  readonly maxLeverage: number;
}

/** Undefined where a question is left open, or an answer belongs to none. */
export function scoreOf(questionnaire: Questionnaire, chosen: readonly number[]): Score | undefined {
  const linked = linkedOf(questionnaire);
  const { questions, passes, leverage } = questionnaire;
  const all = questions.flatMap((each) => [each, ...(each.follows ?? [])]).flatMap(({ answers }) => answers);
  if (!chosen.every((id) => all.some((answer) => answer.id === id))) return undefined;
  const answers = countedAnswers(linked, chosen);
  if (unanswered(linked, answers).length > 0) return undefined;
  const points = all.reduce((sum, { id, points: own }) => (answers.includes(id) ? sum + own : sum), 0);
  const isPassed = points >= passes.points && passes.right.every((id) => answers.includes(id));
  const most = leverage.passed.findLast(({ from }) => points >= from)?.most ?? leverage.failed;
  return { answers, points, isPassed, maxLeverage: isPassed ? most : leverage.failed };
}
