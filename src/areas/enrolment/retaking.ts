import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { after, dayMs } from '../../base/time.ts';
import { hasToRepeat, type DueName } from '../../law/dues.ts';
import { requireGate } from '../../law/gates.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { suitabilityFault, suitabilityVersion } from '../../law/suitability.ts';
import type { StatusId } from '../../law/statuses.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Confirming, ProvenIdentity, QuestionnaireContext } from '../../protocol/questionnaire.ts';
import { mayTakeAgain, takeTest } from '../appropriateness/face.ts';
import { noteIdentity } from '../duplicates/face.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { closeNotice, notify } from '../notices/face.ts';
import { openProof } from '../security/face.ts';
import { agreeTerms, termsVersion } from '../session/face.ts';
import { answersOf, askedAgain } from './asking.ts';
import { dueAt, endRepeat, keepConfirmation, lockStatus, putDue, endDue, statusBefore } from './dues.ts';
import { enrolmentNotices } from './notices.ts';
import { changesTaxes, contradicting, faultsIn, residencyOf, type Answers } from './rules.ts';
import { addUpdate, dropDraft, factsOf, toldOf, type EnrolmentFacts } from './store.ts';
import { faultsByServer, keptNames, shownOf, told } from './submit.ts';
import { followTax } from './updating.ts';

/** What the yearly confirmation tells anew besides itself. */
const answeredWith: readonly DueName[] = ['employment', 'anticipated_turnover', 'cfd_risk'];

/** Under which name a client is told of a confirmation that fell due then. */
export const yearlyKey = (due: Date): string => `yearly:${due.toISOString()}`;
/** And that it has to be repeated, once the days of grace had passed too. */
export const overdueKey = (due: Date): string => `yearly:overdue:${due.toISOString()}`;

export interface ConfirmingNeeds extends FactorNeeds {
  /** Papers stand on what was told here, so what they have proven is handed in. */
  provenIdentity(sql: Sql, client: ClientId): Promise<ProvenIdentity>;
}

/** What is answered at the address of the appropriateness test and is not the test. */
export function openConfirming(needs: ConfirmingNeeds): Confirming {
  const prove = openProof(needs);
  return {
    retake: ({ password = '', code, passkey, ...sent }, ctx) => {
      const isProven = password !== '';
      const confirm = (sql: Sql): Promise<Answered> => retake({ ...needs, isProven }, sent, { ...ctx, sql });
      return isProven ? prove(ctx, { password, code, passkey }, confirm) : ctx.transact(confirm);
    },
    additional: (sent, ctx) => ctx.transact((sql) => additional(sent, { ...ctx, sql })),
  };
}

type Answered = Awaited<ReturnType<Confirming['retake']>>;
type Sent = Omit<Parameters<Confirming['retake']>[0], 'password' | 'code' | 'passkey'>;

interface Retaking extends ConfirmingNeeds {
  /** Whether the client has proven anew who they are. */
  readonly isProven: boolean;
}

/** The yearly confirmation: whole or not at all; who had to repeat it (66) is again what they were. */
async function retake(
  needs: Retaking,
  { suitability_answers: suitability = [], answers = [], version: _set, ...typed }: Sent,
  ctx: QuestionnaireContext,
): Promise<Answered> {
  const { sql, now, settings } = ctx;
  const { id: client, profile } = ctx.client;
  requireGate('enrol', profile, ctx.refuse);
  const status = await lockStatus(sql, client);
  const due = await dueAt(sql, client, 'yearly_confirmation');
  if (!hasToRepeat(status) && (due === undefined || due > now)) return ctx.refuse('confirmation_not_due');
  const before = (await toldOf(sql, client)) ?? {};
  const all = answersOf({ ...before, ...typed, answers: answers.map(String) });
  const isTestOpen = await mayTakeAgain(sql, { client, profile, settings, now });
  const facts = await factsOf(sql, client);
  const asked = askedAgain(facts, ctx, { isTestOpen });
  const shown = shownOf(all, asked);
  const proven = { ...(await needs.provenIdentity(sql, client)), before: profile.hasApprovedId ? answersOf(before) : {} };
  const faults = { ...contradicting(all, shown, proven), ...faultsIn(all, shown, asked), ...faultsByServer(all, shown, ctx) };
  if (Object.keys(faults).length > 0) return ctx.refuse('answers_wrong', { fields: told(faults) });
  requireSuitable(ctx, suitability);
  // Reported of a client, as where they are changed alone.
  if (!needs.isProven && changesTaxes(answersOf(before), all)) return ctx.refuse('field_required', { field: 'password' });
  if (!asked.isTermsAgreed) await agree(ctx, typed.terms_version);
  const kept = Object.fromEntries(keptNames(all, shown).map((name) => [name, all[name] ?? '']));
  const update = await addUpdate(sql, {
    client,
    section: 'yearly',
    answers: { ...kept, tax_residency: residencyOf(all) },
    at: now,
  });
  const test = shown.includes('answers') ? await take(ctx, all) : undefined;
  await keepConfirmation(sql, {
    client,
    company: profile.company,
    update,
    attempt: test?.attempt ?? null,
    version: suitabilityVersion,
    suitability,
    at: now,
  });
  await followTax(ctx, all);
  await noteWho(ctx, { all, facts });
  await goOn(ctx, { status, due, update });
  return { success: true, is_passed: test?.isPassed ?? facts.at_passed, max_leverage: test?.maxLeverage ?? null };
}

/** What has become known of who it is: another client may be the same person. */
async function noteWho(ctx: QuestionnaireContext, { all, facts }: { readonly all: Answers; readonly facts: EnrolmentFacts }) {
  const { profile, id: clientId } = ctx.client;
  const [birthDate, number] = [String(all.birth_date ?? ''), String(all.national_doc_number ?? '')];
  const document = number === '' ? {} : { document: { country: profile.country, number } };
  const known = { firstName: facts.first_name, lastName: facts.last_name, birthDate, ...document };
  await noteIdentity(ctx.sql, { clientId, known, now: ctx.now, settings: ctx.settings });
}

function requireSuitable(ctx: QuestionnaireContext, answers: NonNullable<Sent['suitability_answers']>): void {
  const fault = suitabilityFault(answers);
  const field = 'suitability_answers';
  if (fault === 'incomplete') ctx.refuse('field_required', { field });
  if (fault === 'not_whole') ctx.refuse('max_value_less_100', { field });
}

async function agree(ctx: QuestionnaireContext, version: number | undefined): Promise<void> {
  const { id: clientId, profile } = ctx.client;
  const { company } = profile;
  if (version === undefined || version !== termsVersion(ctx.settings, company)) return ctx.refuse('terms_changed');
  await agreeTerms(ctx.sql, { clientId, company, version, address: ctx.origin.address, at: ctx.now });
}

async function take({ sql, client: { id: client, profile }, settings, now, refuse }: QuestionnaireContext, { answers }: Answers) {
  const chosen = String(answers ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number);
  const outcome = await takeTest(sql, { client, profile, answers: chosen, takenIn: 'yearly', isAgain: true, settings, now });
  if (outcome.kind !== 'taken') return refuse('answers_wrong', { fields: told({ answers: 'test' }) });
  return outcome;
}

interface Told {
  readonly status: StatusId;
  /** When it fell due; undefined where a client had to repeat it without that being known. */
  readonly due: Date | undefined;
  readonly update: number;
}

/** What follows from a confirmation: the next one, the status that was before, and that the client is told. */
async function goOn(ctx: QuestionnaireContext, { status, due, update }: Told): Promise<void> {
  const { sql, now, settings } = ctx;
  const { id: client, profile } = ctx.client;
  await putDue(sql, {
    client,
    what: 'yearly_confirmation',
    why: 'year',
    dueAt: after(now, settings.yearlyConfirmation.days * dayMs),
    at: now,
  });
  for (const what of answeredWith) await endDue(sql, client, what);
  await dropDraft(sql, client);
  if (hasToRepeat(status)) {
    const isApproved = profile.hasApprovedId && profile.hasApprovedResidence;
    await endRepeat(sql, { client, to: (await statusBefore(sql, client)) ?? (isApproved ? 12 : 9), at: now });
  }
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client) },
    action: 'client.yearly_confirmation',
    subject: `client:${client}`,
    clientId: client,
    // What was told stands in rows of its own, not in what is kept for ever.
    detail: { update, from: status, address: ctx.origin.address },
    at: now,
  });
  if (due) for (const key of [yearlyKey(due), overdueKey(due)]) await closeNotice(sql, { clientId: client, key, now });
  await tellRecords(sql, { client, section: 'yearly', update, now });
}

/** Document 2 §5: whoever says that the risk is not understood goes no further. */
async function additional(
  { trade_cfd_before: before, risk_understanding: understands }: Sent,
  ctx: QuestionnaireContext,
): Promise<Answered> {
  const { sql, now } = ctx;
  const { id: client, profile } = ctx.client;
  requireGate('change_profile', profile, ctx.refuse);
  if (!regionProfileOf(profile).enrolment.asks.includes('risk_understanding')) return ctx.refuse('confirmation_not_due');
  if (before !== 'yes' && before !== 'no') return ctx.refuse('field_required', { field: 'trade_cfd_before' });
  if (understands !== 'yes' && understands !== 'no') return ctx.refuse('field_required', { field: 'risk_understanding' });
  if (understands === 'no') return ctx.refuse('cfd_risk_not_understood', { field: 'risk_understanding' });
  const answers = { trade_cfd_before: before, risk_understanding: understands };
  const update = await addUpdate(sql, { client, section: 'cfd_risk', answers, at: now });
  await endDue(sql, client, 'cfd_risk');
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client) },
    action: 'client.cfd_risk',
    subject: `client:${client}`,
    clientId: client,
    detail: { update, address: ctx.origin.address },
    at: now,
  });
  return { success: true, is_passed: profile.appropriatenessPassed, max_leverage: null };
}

interface Updated {
  readonly client: QuestionnaireContext['client']['id'];
  readonly section: string;
  readonly update: number;
  readonly now: Date;
}

async function tellRecords(sql: Sql, { client: clientId, section, update, now }: Updated): Promise<void> {
  await notify(sql, { clientId, notice: enrolmentNotices.records_updated, values: { section }, key: `records:${update}`, now });
}
