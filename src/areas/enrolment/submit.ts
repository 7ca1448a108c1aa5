import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { countryOf } from '../../law/countries.ts';
import { enrolledStatus, hasToEnrol, notYetIssued } from '../../law/enrolment.ts';
import { enrolmentFields, enrolmentLines, type EnrolmentField } from '../../law/enrolmentFields.ts';
import { enrolmentListNames, optionsFor } from '../../law/enrolmentLists.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { hostOf } from '../../law/sites.ts';
import { states } from '../../law/states.ts';
import { recordAudit } from '../../ledger/audit.ts';
import { isFieldAsked, type FormSpec } from '../../protocol/form.ts';
import type { Handlers } from '../../protocol/call.ts';
import { readAnswers } from '../../base/questions.ts';
import { isTaxId } from '../countries/face.ts';
import { takeTest } from '../appropriateness/face.ts';
import { noteIdentity } from '../duplicates/face.ts';
import { agreePersonalData, agreeTerms, hashPassword, termsVersion, personalDataVersion } from '../session/face.ts';
import { track } from '../tracking/face.ts';
import { answersOf, askedOf } from './asking.ts';
import type { enrolmentContract } from './contract.ts';
import {
  faultsIn,
  hiddenOf,
  isLikeProfessional,
  lacksTaxId,
  needsOf,
  residencyOf,
  sentences,
  type Answers,
  type Asked,
  type Faults,
} from './rules.ts';
import { putDue } from './dues.ts';
import { enrol, factsOf, type EnrolmentFacts } from './store.ts';

type Calls = Handlers<typeof enrolmentContract>;
type Input = Parameters<Calls['submit']>[0];
type Context = Parameters<Calls['submit']>[1];

export interface SubmitNeeds {
  readonly sessions: { end(sql: Sql, sid: string): Promise<void>; forget(sid: string): void };
  /** Papers stand on what was told here, so what follows from those that were sent before is handed in. */
  readonly papers: { followEnrolled(sql: Sql, of: { readonly client: ClientId; readonly now: Date }): Promise<void> };
}

const fields: FormSpec['fields'] = enrolmentLines;
/** Our own rule: who adds the number later has so long. */
export const laterDays = 90;
/** Trade rules: "not yet issued" holds for twelve months. */
export const notYetIssuedDays = 365;

/** Takes the second step whole or not at all: what was told is kept, the client goes on to completely registered. */
export async function submit(app: SubmitNeeds, input: Input, ctx: Context): ReturnType<Calls['submit']> {
  const { id: client, profile } = ctx.client;
  if (!hasToEnrol(profile.status)) return ctx.refuse('registration_complete');
  const facts = await factsOf(ctx.sql, client);
  const asked = askedOf(facts, ctx);
  const all = answersOf(input);
  const shown = shownOf(all, asked);
  const faults = { ...faultsIn(all, shown, asked), ...faultsByServer(all, shown, ctx) };
  if (Object.keys(faults).length > 0) return ctx.refuse('answers_wrong', { fields: told(faults) });
  if (regionProfileOf(profile).enrolment.refusesTaxResidents.includes(residencyOf(all))) return leadElsewhere(app, ctx);
  if (!asked.isTermsAgreed && input.terms_version !== termsVersion(ctx.settings, profile.company))
    return ctx.refuse('terms_changed');
  const hash = await hashPassword(String(all.security_answer).trim().toLowerCase());
  // What is not asked of this client, or not any more, was not told.
  const answers = {
    ...Object.fromEntries(keptNames(all, shown).map((name) => [name, all[name] ?? ''])),
    tax_residency: residencyOf(all),
  };
  const { isShared, test } = await ctx.transact(async (sql) => {
    const isAlsoOthers = await write(sql, { answers, all, asked, facts, hash }, ctx);
    await app.papers.followEnrolled(sql, { client, now: ctx.now });
    const taken = shown.includes('answers') ? await take(sql, { answers, all, facts }, ctx) : undefined;
    return { isShared: isAlsoOthers, test: taken };
  });
  return {
    is_similar_to_professional: isLikeProfessional(answers),
    is_passed_aptest: test?.isPassed ?? facts.at_passed,
    max_leverage: test?.maxLeverage ?? null,
    duplicate_account: isShared,
  };
}

/** Document 2 §8: signed out, with a message, and led to the site of the company that serves them. */
async function leadElsewhere({ sessions }: SubmitNeeds, ctx: Context): Promise<never> {
  const { id, sid } = ctx.client;
  await ctx.transact(async (sql) => {
    await sessions.end(sql, sid);
    await recordAudit(sql, {
      actor: { kind: 'client', id: String(id) },
      action: 'registration.led_elsewhere',
      subject: `session:${sid}`,
      clientId: id,
      at: ctx.now,
    });
  });
  sessions.forget(sid);
  return ctx.refuse('80002', { data: { host: hostOf(ctx.settings.sites, 'eu') ?? null } });
}

/** The appropriateness test, which stands or falls with the rest; undefined where it cannot be taken again yet. */
async function take(sql: Sql, { answers, all, facts }: Pick<Telling, 'answers' | 'all' | 'facts'>, ctx: Context) {
  const { id: client, profile } = ctx.client;
  const { settings, now } = ctx;
  const chosen = readAnswers(String(all.answers ?? ''));
  const outcome = await takeTest(sql, { client, profile, answers: chosen, takenIn: 'second_step', settings, now });
  if (outcome.kind === 'incomplete') return ctx.refuse('answers_wrong', { fields: told({ answers: 'test' }) });
  // Asked again after the next sign-in, for whoever goes without saying yes or no to it (document 2 §4).
  const isPassed = outcome.kind === 'taken' ? outcome.isPassed : facts.at_passed;
  if (isPassed && isLikeProfessional(answers))
    await putDue(sql, { client, what: 'professional', why: 'unanswered', dueAt: now, at: now });
  return outcome.kind === 'taken' ? outcome : undefined;
}

interface Telling {
  readonly answers: Record<string, string | boolean>;
  readonly all: Answers;
  readonly asked: Asked;
  readonly facts: EnrolmentFacts;
  readonly hash: string;
}

/** Answers whether the client has something in common with another one. */
async function write(sql: Sql, { answers, all, asked, facts, hash }: Telling, ctx: Context): Promise<boolean> {
  const { id: client, profile } = ctx.client;
  const at = ctx.now;
  const names = asked.isNameEmpty
    ? { firstName: String(all.first_name), lastName: String(all.last_name) }
    : { firstName: facts.first_name, lastName: facts.last_name };
  const isMoved = await enrol(sql, {
    client,
    company: profile.company,
    answers,
    securityAnswerHash: hash,
    isLikeProfessional: isLikeProfessional(answers),
    ...names,
    from: profile.status,
    to: enrolledStatus,
    at,
  });
  if (!isMoved) return ctx.refuse('registration_complete');
  const { address } = ctx.origin;
  await agree(sql, { answers, asked }, ctx);
  if (answers['no_tin_reason'] === notYetIssued)
    await putDue(sql, { client, what: 'tax_number', why: 'not_yet_issued', dueAt: after(at, notYetIssuedDays * dayMs), at });
  else if (lacksTaxId(all, asked))
    await putDue(sql, { client, what: 'tax_number', why: 'later', dueAt: after(at, laterDays * dayMs), at });
  const nextYear = after(at, ctx.settings.yearlyConfirmation.days * dayMs);
  await putDue(sql, { client, what: 'yearly_confirmation', why: 'year', dueAt: nextYear, at });
  const number = String(answers['national_doc_number'] ?? '');
  const isShared = await noteIdentity(sql, {
    clientId: client,
    known: {
      email: facts.email,
      phone: facts.mobile_phone ?? '',
      ...names,
      birthDate: String(answers['birth_date'] ?? ''),
      ...(number === '' ? {} : { document: { country: profile.country, number } }),
    },
    now: at,
    settings: ctx.settings,
  });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client) },
    action: 'registration.second_step',
    subject: `client:${client}`,
    clientId: client,
    // What was told stands in its own row, not in what is kept for ever.
    detail: { from: profile.status, to: enrolledStatus, address },
    at,
  });
  await track(sql, { client, name: 'regfullCompleted', at });
  return isShared;
}

/** What was agreed to with it: the terms, where they were not before, and the notice on personal data. */
async function agree(sql: Sql, { answers, asked }: Pick<Telling, 'answers' | 'asked'>, ctx: Context): Promise<void> {
  const { id: clientId, profile } = ctx.client;
  const { company } = profile;
  const agreed = { clientId, company, address: ctx.origin.address, at: ctx.now };
  if (!asked.isTermsAgreed) await agreeTerms(sql, { ...agreed, version: termsVersion(ctx.settings, company) });
  if (answers['personal_data'] === true)
    await agreePersonalData(sql, { ...agreed, version: personalDataVersion(ctx.settings, company) });
}

/** The fields that stand before this client with these answers, in the order of the form. */
export function shownOf(answers: Answers, asked: Asked): readonly EnrolmentField[] {
  const hidden = hiddenOf(answers, needsOf(asked));
  return enrolmentFields.filter((name) => isFieldAsked(fields[name], answers) && !hidden.includes(name));
}

const keptElsewhere: ReadonlySet<EnrolmentField> = new Set(['security_answer', 'answers']);

/**
 * With what was shown goes what was filled in from elsewhere; the answer to the security question is kept as a hash alone, those of the
 * test with its result.
 */
export function keptNames(all: Answers, shown: readonly EnrolmentField[]): readonly EnrolmentField[] {
  const derived = all.dont_have_tax_id === true || residencyOf(all) === '' ? [] : (['tax_id'] as const);
  return [...new Set([...shown, ...derived])].filter((name) => !keptElsewhere.has(name));
}

/** What only the server knows: whether an answer is one of the list as it is offered, a country one that there is, and a tax number's check digits. */
export function faultsByServer(
  answers: Answers,
  shown: readonly EnrolmentField[],
  ctx: Pick<Context, 'client' | 'language'>,
): Faults {
  const { company, country } = ctx.client.profile;
  const listed = enrolmentListNames.filter((name) => shown.includes(name));
  const strange = listed.filter((name) => {
    const ids = new Set(optionsFor(name, { company, country, language: ctx.language }).map(({ id }) => id));
    return String(answers[name] ?? '')
      .split(',')
      .some((id) => id !== '' && !ids.has(id));
  });
  const nowhere = shown.filter((name) => {
    const told = String(answers[name] ?? '');
    return fields[name]?.kind === 'country' && told !== '' && countryOf(told) === undefined;
  });
  const state = Number(answers.state_reg_id || 1);
  return {
    ...Object.fromEntries(nowhere.map((name) => [name, 'choice'])),
    ...Object.fromEntries(strange.map((name) => [name, 'choice'])),
    ...(state < 1 || state > (states[country]?.length ?? 1) ? { state_reg_id: 'choice' } : {}),
    ...(isTaxId(residencyOf(answers), String(answers.tax_id ?? '')) ? {} : { tax_id: 'number' }),
  };
}

/** As a refusal tells them at the fields. */
export function told(faults: Faults) {
  return Object.fromEntries(Object.entries(faults).map(([name, rule]) => [name, { rule, phrase: sentences[rule] }]));
}
