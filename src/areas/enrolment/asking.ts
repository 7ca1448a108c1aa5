import type { Say } from '../../base/wording.ts';
import { enrolmentFields, enrolmentLines } from '../../law/enrolmentFields.ts';
import { goalFields, suitabilityFields } from '../../law/investors.ts';
import { enrolmentListNames, optionsFor, type EnrolmentOption } from '../../law/enrolmentLists.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { states } from '../../law/states.ts';
import type { ClientIdentity } from '../../protocol/call.ts';
import type { Settings } from '../../settings/index.ts';
import { questionsFor } from '../appropriateness/face.ts';
import { hasAgreed, termsVersion } from '../session/face.ts';
import { emptyOf, followed, type FormSpec } from '../../protocol/form.ts';
import { derived, type Answers, type Asked } from './rules.ts';
import type { EnrolmentFacts } from './store.ts';

/** What of a call's context the questions depend on. */
export interface AskingContext {
  readonly client: Pick<ClientIdentity, 'profile'>;
  readonly settings: Settings;
  readonly language: LanguageKey;
  readonly now: Date;
}

/** What of the yearly confirmation depends on more than the client's region: whether the test can be taken now. */
export interface RetakeState {
  readonly isTestOpen: boolean;
}

/** The same for the yearly confirmation. */
export function askedAgain(facts: EnrolmentFacts, ctx: AskingContext, { isTestOpen }: RetakeState): Asked {
  return { ...askedOf(facts, ctx), isRetake: true, questions: isTestOpen ? questionsFor(ctx.client.profile) : [] };
}

/** What decides which questions are put to the client. */
export function askedOf(facts: EnrolmentFacts, { client: { profile }, settings, now }: AskingContext): Asked {
  const { enrolment } = regionProfileOf(profile);
  return {
    country: profile.country,
    groups: enrolment.asks,
    isNameEmpty: facts.first_name.trim() === '' || facts.last_name.trim() === '',
    isTermsAgreed: hasAgreed(facts, termsVersion(settings, profile.company)),
    hasStates: states[profile.country] !== undefined,
    refusesCitizens: enrolment.refusesCitizens,
    questions: facts.at_passed ? [] : questionsFor(profile),
    today: now.toISOString().slice(0, 10),
  };
}

/** Every list as this client is offered it, in the language that is read. */
export function listsFor({ client: { profile }, language }: AskingContext, say: Say) {
  const { company, country } = profile;
  const told = enrolmentListNames.map((list) => {
    const options = optionsFor(list, { company, country, language });
    return [list, options.map((option) => ({ id: option.id, translate_string: toldBy(option, { say, language }) }))] as const;
  });
  const own = (states[country] ?? []).map((name, index) => ({ id: String(index + 1), translate_string: name }));
  return Object.fromEntries([...told, ['state_reg_id', own] as const]);
}

/** What one of a list is called. */
export function toldBy(
  option: EnrolmentOption,
  { say, language }: { readonly say: Say; readonly language: LanguageKey },
): string {
  if ('phrase' in option) return say(option.phrase);
  if ('name' in option) return option.name;
  const { format } = new Intl.NumberFormat(languages[language].formats);
  if (option.least === null) return say('enrolment.band.under', { most: format(option.most ?? 0) });
  if (option.most === null) return say('enrolment.band.over', { least: format(option.least) });
  return say('enrolment.band.between', { least: format(option.least), most: format(option.most) });
}

const fields: FormSpec['fields'] = enrolmentLines;

/** What of a draft is kept: fields of the form and of the suitability questionnaire, and no secrets. */
export function keptOf(typed: Readonly<Record<string, string | boolean>>): Record<string, string | boolean> {
  return Object.fromEntries(
    [...enrolmentFields, ...goalFields, ...suitabilityFields].flatMap((name) => {
      const value = typed[name];
      return value === undefined || fields[name]?.isSecret ? [] : [[name, value]];
    }),
  );
}

/** What a call brought, as rules read it. */
export function answersOf(input: Readonly<Record<string, unknown>>): Answers {
  const typed = Object.fromEntries(
    enrolmentFields.flatMap((name) => {
      const value = input[name];
      if (Array.isArray(value)) return [[name, value.join(',')]];
      if (typeof value === 'string' || typeof value === 'boolean') return [[name, value]];
      return [[name, emptyOf(fields[name])]];
    }),
  );
  const whole = derived(typed, typed);
  // What hangs on an answer that is not there was not told either.
  return followed(fields, Object.fromEntries(enrolmentFields.map((name) => [name, whole[name] ?? ''])));
}
