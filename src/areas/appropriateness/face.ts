import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import type { Say } from '../../base/wording.ts';
import { categoryKind } from '../../law/categories.ts';
import type { ClientProfile } from '../../law/gates.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { z } from 'zod';
import type { question } from '../../protocol/questionShape.ts';
import type { Linked } from '../../base/questions.ts';
import type { Settings } from '../../settings/index.ts';
import { lowerLeverages } from '../accounts/face.ts';
import type { Test } from './contract.ts';
import { questionnaireOf, type AnswerId, type Questionnaire, type QuestionId } from './questionnaires.ts';
import { linkedOf, scoreOf } from './scoring.ts';
import { telling } from './telling.ts';
import { keepAttempt, lastAttempt, lockClient, type Attempt, type LastAttempt } from './store.ts';

/** The tests that a client has taken, in words, for staff who judge them. */
export { attemptsTold, type ToldAttempt } from './attempted.ts';

type Question = z.input<typeof question>;
type Tested = Pick<ClientProfile, 'company' | 'country' | 'category' | 'appropriatenessPassed'>;

/** The questions that a client is asked now; undefined where law asks none of them. */
export function testFor(profile: Tested, say: Say): { readonly version: string; readonly questions: Question[] } | undefined {
  const asked = askedOf(profile);
  return asked && { version: asked.version, questions: asked.questions.map((each) => toldQuestion(each, say)) };
}

/** The same without words, for what follows from which answer. */
export function questionsFor(profile: Tested): readonly Linked[] {
  const asked = askedOf(profile);
  return asked === undefined ? [] : linkedOf(asked);
}

function askedOf(profile: Tested): Questionnaire | undefined {
  const isAsked = regionProfileOf(profile).appropriatenessTest.includes(categoryKind(profile.category));
  return isAsked ? questionnaireOf(profile.company) : undefined;
}

function toldQuestion({ id, answers, follows = [] }: Questionnaire['questions'][number], say: Say): Question {
  return {
    ...toldPlain(id, answers, say),
    sub_questions: follows.map((sub) => ({ ...toldPlain(sub.id, sub.answers, say), revealed_by: sub.revealedBy })),
  };
}

function toldPlain(id: QuestionId, answers: Questionnaire['questions'][number]['answers'], say: Say) {
  const words = (of: AnswerId): string => say(`questionnaire.answer.${of}`);
  return {
    id,
    text: say(`questionnaire.question.${id}`),
    answers: answers.map((answer) => ({ id: answer.id, text: words(answer.id), presets: [...(answer.presets ?? [])] })),
  };
}

/** How a client stands with the test: the last one, and from when on it can be taken. */
export async function stateOfTest(
  sql: Sql,
  of: { readonly client: ClientId; readonly profile: Tested; readonly settings: Settings; readonly now: Date },
): Promise<Omit<Test, 'version' | 'questionnaire'>> {
  const last = await lastAttempt(sql, of.client);
  const { appropriatenessPassed: isPassed } = of.profile;
  const from = availableFrom(last, isPassed, of.settings);
  const mayBeTaken = !isPassed && (from === undefined || from <= of.now);
  return {
    is_passed: isPassed,
    last_date: last?.at.toISOString() ?? null,
    form_available: mayBeTaken,
    form_available_from: !isPassed && !mayBeTaken ? (from?.toISOString() ?? null) : null,
    max_leverage_available: last?.maxLeverage ?? null,
  };
}

function availableFrom(last: LastAttempt | undefined, isPassed: boolean, { appropriateness }: Settings): Date | undefined {
  return last === undefined || isPassed ? undefined : after(last.at, appropriateness.retakeDays * dayMs);
}

export interface Taken {
  readonly client: ClientId;
  readonly profile: Tested;
  /** The ids of the answers. */
  readonly answers: readonly number[];
  readonly takenIn: Attempt['takenIn'];
  /** Once a year also whoever has passed takes it (document 2 §2). */
  readonly isAgain?: boolean;
  readonly settings: Settings;
  readonly now: Date;
}

export type Outcome =
  | { readonly kind: 'taken'; readonly attempt: number; readonly isPassed: boolean; readonly maxLeverage: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'passed_before' }
  | { readonly kind: 'later'; readonly from: Date };

/** Takes the test, within the caller's transaction: answers and result are kept, and leverages follow the result. */
export async function takeTest(sql: Sql, of: Taken): Promise<Outcome> {
  const { client, profile, now } = of;
  const asked = askedOf(profile);
  const score = asked && scoreOf(asked, of.answers);
  if (!asked || !score) return { kind: 'incomplete' };
  const { isPassed: wasPassed } = await lockClient(sql, client);
  if (wasPassed && of.isAgain !== true) return { kind: 'passed_before' };
  const last = await lastAttempt(sql, client);
  const from = availableFrom(last, wasPassed, of.settings);
  if (from !== undefined && from > now) return { kind: 'later', from };
  const { version } = asked;
  const { takenIn } = of;
  const attempt = await keepAttempt(sql, { ...score, client, company: profile.company, version, takenIn, at: now });
  await followResult(sql, { client, most: score.maxLeverage, now });
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client) },
    action: 'appropriateness.take',
    subject: `client:${client}`,
    clientId: client,
    // What was answered stands in its own row.
    detail: { version, is_passed: score.isPassed, max_leverage: score.maxLeverage, taken_in: takenIn },
    at: now,
  });
  return { kind: 'taken', attempt, isPassed: score.isPassed, maxLeverage: score.maxLeverage };
}

/** Whether the client can take the test now, having passed it or not; false where none is asked. */
export async function mayTakeAgain(sql: Sql, of: Pick<Taken, 'client' | 'profile' | 'settings' | 'now'>): Promise<boolean> {
  if (askedOf(of.profile) === undefined) return false;
  const from = availableFrom(await lastAttempt(sql, of.client), of.profile.appropriatenessPassed, of.settings);
  return from === undefined || from <= of.now;
}

/** A client's live accounts come down to so much, as soon as nothing is open on them; what an earlier result asked for falls away. */
export async function followResult(
  sql: Sql,
  of: { readonly client: ClientId; readonly most: number; readonly now: Date },
): Promise<void> {
  await lowerLeverages(sql, of, telling);
}
