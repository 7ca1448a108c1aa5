import { isOfItsRows, type Sql } from './sql.ts';

/** Asks for many at once; an answer for each question, in its place. It throws when none of it is done. */
export type AskMany<Question, Answer, Of> = (of: Of, questions: readonly Question[]) => Promise<readonly Answer[]>;

/**
 * Makes one statement (of a database, or of whatever else is asked) of what many callers ask side by side: one is on its way, and who
 * comes meanwhile goes with the next. Nobody waits for a timer. When many are refused together, each is asked alone, so that one bad
 * question harms nobody else.
 */
export function gathered<Question, Answer, Of extends object = Sql>(
  askMany: AskMany<Question, Answer, Of>,
  mostAtOnce = 100,
): (of: Of, question: Question) => Promise<Answer> {
  // Of each connection, pool or transaction, so that nobody's question leaves the transaction that it belongs to.
  const lanes = new WeakMap<Of, Lane<Question, Answer>>();
  return (of, question) => {
    let lane = lanes.get(of);
    if (!lane) lanes.set(of, (lane = { waiting: [], isAsking: false }));
    const { waiting } = lane;
    const answer = new Promise<Answer>((resolve, reject) => waiting.push({ question, resolve, reject }));
    if (!lane.isAsking) void askAll(lane, (questions) => askMany(of, questions), mostAtOnce);
    return answer;
  };
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Lane<Question, Answer> {
  readonly waiting: Waiting<Question, Answer>[];
  isAsking: boolean;
}

type Ask<Question, Answer> = (questions: readonly Question[]) => Promise<readonly Answer[]>;

async function askAll<Question, Answer>(
  lane: Lane<Question, Answer>,
  ask: Ask<Question, Answer>,
  mostAtOnce: number,
): Promise<void> {
  lane.isAsking = true;
  while (lane.waiting.length > 0) {
    // Whoever asks in the same turn of the event loop comes along.
    await new Promise((resolve) => setImmediate(resolve));
    await answerAll(lane.waiting.splice(0, mostAtOnce), ask);
  }
  lane.isAsking = false;
}

async function answerAll<Question, Answer>(
  batch: readonly Waiting<Question, Answer>[],
  ask: Ask<Question, Answer>,
): Promise<void> {
  try {
    const answers = await ask(batch.map(({ question }) => question));
    if (answers.length !== batch.length) throw new Error(`${answers.length} answers to ${batch.length} questions`);
    // As many answers as questions, so that none of them is left out.
    batch.forEach(({ resolve }, place) => resolve(answers[place] as Answer));
  } catch (error) {
    if (batch.length === 1 || !isOfItsRows(error)) for (const { reject } of batch) reject(error);
    else for (const one of batch) await answerAll([one], ask);
  }
}

/** The rows of many, each brought to the place (from one on) that it names; undefined where there is none. */
export function inTheirOrder<Row extends { readonly place: number }>(count: number, rows: readonly Row[]): (Row | undefined)[] {
  const answers = Array.from<Row | undefined>({ length: count });
  for (const row of rows) answers[row.place - 1] = row;
  return answers;
}
