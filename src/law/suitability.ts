import { goalFields, investorLists, suitabilityAnswers, suitabilityFields, type GivenAnswers } from './investors.ts';

/* The suitability questionnaire of the yearly confirmation (document 2 §3; readings, 11): the seven questions that investors are asked too. */

/** The questions and lists as they are now; answers are kept with it. */
export const suitabilityVersion = 'suitability-1';

const sliderIds: readonly number[] = goalFields.map((_field, index) => 12 + index);
const pictureIds: readonly number[] = suitabilityFields.map((_field, index) => 16 + index);
export const suitabilityIds: readonly number[] = [...sliderIds, ...pictureIds];

interface Answer {
  readonly id: number;
  readonly answer: number;
}

export type SuitabilityFault = 'incomplete' | 'not_whole';

/** What is wrong with them: each question once, the pictures one of those shown, the sliders a hundred together. */
export function suitabilityFault(answers: readonly Answer[]): SuitabilityFault | undefined {
  const byId = new Map(answers.map(({ id, answer }) => [id, answer]));
  if (byId.size !== answers.length || byId.size !== suitabilityIds.length) return 'incomplete';
  const most = (id: number): number => {
    const field = suitabilityFields[pictureIds.indexOf(id)];
    return field === undefined ? 5 : investorLists[field].length;
  };
  const fits = (id: number): boolean => {
    const answer = byId.get(id) ?? 0;
    return Number.isInteger(answer) && answer >= 1 && answer <= most(id);
  };
  if (!suitabilityIds.every(fits)) return 'incomplete';
  const sum = sliderIds.reduce((all, id) => all + (byId.get(id) ?? 1) - 1, 0);
  return sum === 4 ? undefined : 'not_whole';
}

/** What was answered, as the form has it, by the documents' ids; a picture that was not chosen is left out. */
export function suitabilityOf(given: GivenAnswers): readonly Answer[] {
  const open = new Set(pictureIds.filter((_id, index) => (given[suitabilityFields[index] ?? ''] ?? '') === ''));
  return suitabilityAnswers(given).filter(({ id }) => !open.has(id));
}
