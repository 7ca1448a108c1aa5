import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { questionnaireNamed } from './questionnaires.ts';
import { attemptsOf, type Attempt } from './store.ts';

export interface ToldAttempt extends Omit<Attempt, 'client' | 'company' | 'answers'> {
  readonly id: number;
  /** As they were asked and answered; by their numbers where the version is not known any more. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

/** The tests that a client has taken, the latest first: every answer with the version of the questions that it was given to. */
export async function attemptsTold(
  sql: Sql,
  { client, say }: { readonly client: ClientId; readonly say: Say },
): Promise<readonly ToldAttempt[]> {
  const rows = await attemptsOf(sql, client);
  return rows.map(({ answers, ...row }) => ({
    ...row,
    answers: Array.isArray(answers) ? inWords(row.version, answers, say) : [],
  }));
}

function inWords(version: string, answers: readonly number[], say: Say): ToldAttempt['answers'] {
  const asked = (questionnaireNamed(version)?.questions ?? [])
    .flatMap((each) => [each, ...(each.follows ?? [])])
    .flatMap(({ id: question, answers: listed }) => listed.map(({ id }) => ({ question, id })));
  return answers.map((given) => {
    const known = asked.find(({ id }) => id === given);
    if (!known) return { question: '', answer: String(given) };
    return { question: say(`questionnaire.question.${known.question}`), answer: say(`questionnaire.answer.${known.id}`) };
  });
}
