// Questions of a test, each with one answer to choose: what follows from which answer, on the screen and at the server alike.

interface Answer {
  readonly id: number;
  readonly text: string;
  /** Answers that this one gives too, which cannot be changed while it stands. */
  readonly presets: readonly number[];
}

/** A question in the reader's language. */
export interface Question {
  readonly id: number;
  readonly text: string;
  readonly answers: readonly Answer[];
  /** Asked only after one of the answers, and not where that was given by another question. */
  readonly sub_questions: readonly {
    readonly id: number;
    readonly text: string;
    readonly answers: readonly Answer[];
    /** The answer of the question above that it follows on. */
    readonly revealed_by: number;
  }[];
}

/** What the dependencies look at. */
interface Asked {
  readonly id: number;
  readonly answers: readonly { readonly id: number; readonly presets: readonly number[] }[];
}
export interface Linked extends Asked {
  readonly sub_questions: readonly (Asked & { readonly revealed_by: number })[];
}

/** What of the answers is given by another one, and so is locked. */
export function presetBy(questions: readonly Linked[], chosen: readonly number[]): readonly number[] {
  return flat(questions).flatMap(({ answers }) => answers.flatMap(({ id, presets }) => (chosen.includes(id) ? presets : [])));
}

/** The questions that stand before whoever has chosen these answers, in their order. */
export function shownQuestions<Of extends Linked>(
  questions: readonly Of[],
  chosen: readonly number[],
): readonly (Of | Of['sub_questions'][number])[] {
  const locked = presetBy(questions, chosen);
  return questions.flatMap((each) => [
    each,
    ...each.sub_questions.filter(({ revealed_by: by }) => chosen.includes(by) && !locked.includes(by)),
  ]);
}

/** The same answers with all that follows from them: one a question, what is given by another, nothing of what is not asked. */
export function countedAnswers(questions: readonly Linked[], chosen: readonly number[]): readonly number[] {
  const given = presetBy(questions, chosen);
  const first = onePerQuestion(questions, [...chosen, ...given]);
  const shown = new Set(shownQuestions(questions, first).flatMap(({ answers }) => answers.map(({ id }) => id)));
  return first.filter((id) => shown.has(id));
}

/** Chooses an answer. What only another answer had given goes with it. */
export function chooseAnswer(questions: readonly Linked[], chosen: readonly number[], id: number): readonly number[] {
  if (isLocked(questions, chosen, id)) return chosen;
  const next = onePerQuestion(questions, [...chosen, id]);
  const still = presetBy(questions, next);
  const lost = new Set(presetBy(questions, chosen).filter((each) => !still.includes(each)));
  return countedAnswers(
    questions,
    next.filter((each) => each === id || !lost.has(each)),
  );
}

/** Whether the question of that answer has been answered by another question. */
export function isLocked(questions: readonly Linked[], chosen: readonly number[], id: number): boolean {
  const locked = presetBy(questions, chosen);
  const own = flat(questions).find(({ answers }) => answers.some((each) => each.id === id));
  return own?.answers.some((each) => locked.includes(each.id)) ?? false;
}

/** The questions that are asked and not answered. */
export function unanswered(questions: readonly Linked[], chosen: readonly number[]): readonly number[] {
  return shownQuestions(questions, chosen).flatMap(({ id, answers }) =>
    answers.some((each) => chosen.includes(each.id)) ? [] : [id],
  );
}

/** As a form keeps them: the ids with commas between. */
export function readAnswers(value: string): readonly number[] {
  return value.split(',').filter(Boolean).map(Number);
}

function onePerQuestion(questions: readonly Linked[], chosen: readonly number[]): readonly number[] {
  // The last that was chosen counts.
  return flat(questions).flatMap(({ answers }) => chosen.findLast((id) => answers.some((each) => each.id === id)) ?? []);
}

function flat(questions: readonly Linked[]): readonly Asked[] {
  return questions.flatMap((each) => [each, ...each.sub_questions]);
}
