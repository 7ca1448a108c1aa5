import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import type { Say } from '../../base/wording.ts';
import { countryOf } from '../../law/countries.ts';
import { enrolmentFields, enrolmentLines, type EnrolmentField, type EnrolmentSection } from '../../law/enrolmentFields.ts';
import { enrolmentListNames, enrolmentLists, type EnrolmentList, type EnrolmentOption } from '../../law/enrolmentLists.ts';
import { goalFields, investorLists, suitabilityFields } from '../../law/investors.ts';
import type { LanguageKey } from '../../law/languages.ts';
import { states } from '../../law/states.ts';
import { toldBy } from './asking.ts';
import { confirmationsOf, tellingsOf, type Chosen, type Telling } from './store.ts';

/* What a client has told of themselves, as staff read it: in words, with what was told before. */

/** More changes of one answer than these say nothing more. */
const mostBefore = 10;

interface Answer {
  readonly value: string | boolean;
  readonly at: Date;
}

/** The answers to one question, the latest first; what was taken back by an empty one stands as empty. */
export type AnswersByField = ReadonlyMap<EnrolmentField, readonly Answer[]>;

/** Of tellings from the oldest on, each answer that differs from the one before it. Pure. */
export function answersByField(tellings: readonly Telling[]): AnswersByField {
  const found = new Map<EnrolmentField, Answer[]>();
  for (const { answers, at } of tellings)
    for (const field of enrolmentFields) {
      const value = answers[field];
      if (value === undefined) continue;
      const known = found.get(field) ?? [];
      const last = known[0]?.value ?? '';
      if (value !== last) found.set(field, [{ value, at }, ...known]);
    }
  return found;
}

export interface ToldAnswer {
  readonly section: EnrolmentSection;
  readonly field: EnrolmentField;
  /** What was asked, and what was answered; empty where it was taken back. */
  readonly question: string;
  readonly answer: string;
  readonly at: Date;
  /** The latest first. */
  readonly before: readonly { readonly answer: string; readonly at: Date }[];
}

interface Reader {
  readonly say: Say;
  readonly language: LanguageKey;
}

interface Asked extends Reader {
  readonly client: ClientId;
  /** Where the client lives, ISO 3166 alpha-2. */
  readonly country: string;
}

/** All that a client told at the registration and anew since, in the order of the form. */
export async function answersTold(sql: Sql, { client, country, ...reader }: Asked): Promise<readonly ToldAnswer[]> {
  const answers = answersByField(await tellingsOf(sql, client));
  return enrolmentFields.flatMap((field) => {
    const [last, ...before] = answers.get(field) ?? [];
    if (!last) return [];
    const words = (value: Answer['value']): string => inWords(field, value, { ...reader, country });
    return [
      {
        section: enrolmentLines[field].asked.section,
        field,
        question: reader.say(enrolmentLines[field].label),
        answer: words(last.value),
        at: last.at,
        before: before.slice(0, mostBefore).map(({ value, at }) => ({ answer: words(value), at })),
      },
    ];
  });
}

/** An answer as it was chosen: what a list calls it, a country's name, yes or no; else as it was typed. */
function inWords(field: EnrolmentField, value: Answer['value'], of: Reader & Pick<Asked, 'country'>): string {
  const { say, country } = of;
  if (typeof value === 'boolean') return say(value ? 'enrolment.yes' : 'enrolment.no');
  if (isList(field)) {
    const ids = value.split(',').filter(Boolean);
    return ids.map((id) => optionIn(field, id, of)).join(', ');
  }
  const { kind } = enrolmentLines[field];
  if (kind === 'country') return countryOf(value)?.name ?? value;
  if (kind === 'choice' && (value === 'yes' || value === 'no')) return say(`enrolment.${value}`);
  return field === 'state_reg_id' ? (states[country]?.[Number(value) - 1] ?? value) : value;
}

function isList(field: EnrolmentField): field is EnrolmentField & EnrolmentList {
  return enrolmentListNames.some((list) => list === field);
}

/** Also one that is offered to others alone, or to nobody any more, by its id. */
function optionIn(list: EnrolmentList, id: string, reader: Reader): string {
  const options: readonly EnrolmentOption[] = enrolmentLists[list];
  const option = options.find((each) => each.id === id);
  return option ? toldBy(option, reader) : id;
}

export interface ToldConfirmation {
  readonly at: Date;
  readonly version: string;
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

/** What was answered to the suitability questions of each yearly confirmation, the latest first, with the version of the questions. */
export async function confirmationsTold(
  sql: Sql,
  { client, say }: Pick<Asked, 'client' | 'say'>,
): Promise<readonly ToldConfirmation[]> {
  const rows = await confirmationsOf(sql, client);
  return rows.map(({ at, version, suitability }) => ({
    at,
    version,
    // Once erased they are no list any more.
    answers: Array.isArray(suitability) ? suitability.map((given) => suitabilityInWords(given, say)) : [],
  }));
}

/** Document 2 §3: 12 to 15 are the sliders, from 1 for nothing to 5 for a hundred; 16 to 21 the picture’s place. */
function suitabilityInWords({ id, answer }: Chosen, say: Say) {
  const goal = goalFields[id - 12];
  if (goal !== undefined) return { question: say(`investors.${goal}`), answer: String((answer - 1) * 25) };
  const picture = suitabilityFields[id - 16];
  if (picture === undefined) return { question: String(id), answer: String(answer) };
  const option = investorLists[picture][answer - 1];
  return {
    question: say(`investors.${picture}`),
    answer: option === undefined ? String(answer) : say(`investors.option.${option}`),
  };
}
