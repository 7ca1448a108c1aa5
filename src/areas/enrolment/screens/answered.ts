import type { Words } from '../../../ui/words/words.ts';
import type { Questionnaire } from '../contract.ts';

/** What was told so far, as a field holds it. */
export function text(answers: Questionnaire['answers'], name: string): string {
  const told = answers[name];
  return typeof told === 'string' ? told : '';
}

/** A list to choose from, with nothing chosen first. */
export function chosenFrom(told: Questionnaire, t: Words['t'], name: string) {
  const listed = told.field_dictionaries[name] ?? [];
  return {
    options: [
      { value: '', label: t('enrolment.choose') },
      ...listed.map(({ id, translate_string: label }) => ({ value: id, label })),
    ],
  };
}
