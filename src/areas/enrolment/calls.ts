import { asianCountries } from '../../law/countryLists.ts';
import { hasToRepeat, type DueName } from '../../law/dues.ts';
import { hasToEnrol, nationalNumberRule, postcodeRule } from '../../law/enrolment.ts';
import { retakeDefaults } from '../../law/enrolmentLists.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { noTaxIdCountries } from '../../law/taxIds.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import { mayTakeAgain, testFor } from '../appropriateness/face.ts';
import { termsVersion } from '../session/face.ts';
import { isCounted, track } from '../tracking/face.ts';
import { askedAgain, askedOf, keptOf, listsFor } from './asking.ts';
import type { enrolmentContract } from './contract.ts';
import { deskCalls } from './deskCalls.ts';
import { dueAt, putDueOff, endDue } from './dues.ts';
import { needsOf, residencyOf } from './rules.ts';
import { factsOf, keepDraft, putOff, toldOf } from './store.ts';
import { submit, type SubmitNeeds } from './submit.ts';
import { tellingCalls, type TellingNeeds } from './telling.ts';

export type Needs = TellingNeeds & SubmitNeeds;

export const calls = (app: Needs) =>
  ({
    ...tellingCalls(app),

    ...deskCalls(),

    async details({ form_type: type }, ctx) {
      const { profile } = ctx.client;
      const { facts, asked, label, isClosable, before } = await (type === 'retake' ? again(ctx) : first(ctx));
      const { enrolment, terms } = regionProfileOf(profile);
      const links = ctx.settings.terms[profile.company];
      const lists = listsFor(ctx, app.words.in(ctx.language));
      return {
        form: enrolment.form,
        label,
        is_counted: await isCounted(ctx.sql, ctx.client.id),
        is_closable: isClosable,
        is_retake: type === 'retake',
        is_name_empty: asked.isNameEmpty,
        no_tin_allowed: noTaxIdCountries.includes(residencyOf({ ...before, ...facts.draft }) || profile.country),
        no_tin_reasons: lists['no_tin_reason'] ?? [],
        fields: needsOf(asked),
        field_dictionaries: lists,
        field_regex: {
          national_doc_number: nationalNumberRule(profile.country)?.pattern.source ?? null,
          individual_postcode: postcodeRule(profile.country).pattern.source,
        },
        fields_values: { ...enrolment.defaults, ...before, ...facts.draft },
        is_year_first: asianCountries.includes(profile.country),
        today: asked.today,
        refused_citizens: [...enrolment.refusesCitizens],
        test: asked.questions.length === 0 ? null : (testFor(profile, app.words.in(ctx.language)) ?? null),
        terms: {
          version: termsVersion(ctx.settings, profile.company),
          documents: terms.map((key) => ({ key, url: links[key] ?? null })),
        },
      };
    },

    submit: (input, ctx) => submit(app, input, ctx),

    async keep({ answers }, ctx) {
      if (!hasToEnrol(ctx.client.profile.status) && !(await isConfirmationDue(ctx))) return ctx.refuse('registration_complete');
      const kept = keptOf(answers);
      await keepDraft(ctx.sql, { client: ctx.client.id, answers: kept, at: ctx.now });
      return {};
    },

    async note({ what }, ctx) {
      const { id: client, profile } = ctx.client;
      if (what !== undefined) return putDueAside(ctx, what);
      const isRepeating = hasToRepeat(profile.status);
      if (!hasToEnrol(profile.status) && !isRepeating) return ctx.refuse('registration_complete');
      // Money stays free to leave for whoever has to repeat (readings, 7), so what stands over it closes.
      if (!isRepeating && !regionProfileOf(profile).enrolment.isClosable) return ctx.refuse('enrolment_stays');
      await putOff(ctx.sql, { client, at: ctx.now });
      await notePutOff(ctx, 'registration.put_off_second_step', {});
      await track(ctx.sql, { client, name: 'regfullNotCompleted', at: ctx.now });
      return {};
    },
  }) satisfies Handlers<typeof enrolmentContract>;

type Calls = Handlers<typeof enrolmentContract>;
type DetailsContext = Parameters<Calls['details']>[1];
type NoteContext = Parameters<Calls['note']>[1];

/** What the second step begins with. */
async function first(ctx: DetailsContext) {
  const { profile } = ctx.client;
  if (!hasToEnrol(profile.status)) return ctx.refuse('registration_complete');
  const facts = await factsOf(ctx.sql, ctx.client.id);
  const { form, isClosable } = regionProfileOf(profile).enrolment;
  return { facts, asked: askedOf(facts, ctx), label: `registration-step2-popup-${form}` as const, isClosable, before: {} };
}

/** What the yearly confirmation begins with: all that was told before. */
async function again(ctx: DetailsContext) {
  const { sql, settings, now } = ctx;
  const { id: client, profile } = ctx.client;
  if (!(await isConfirmationDue(ctx))) return ctx.refuse('confirmation_not_due');
  const facts = await factsOf(sql, client);
  const isTestOpen = await mayTakeAgain(sql, { client, profile, settings, now });
  const before = { ...retakeDefaults, ...(await toldOf(sql, client)) };
  const asked = askedAgain(facts, ctx, { isTestOpen });
  return { facts, asked, label: 'yearly-confirmation-popup' as const, isClosable: true, before };
}

async function isConfirmationDue({ sql, client, now }: Pick<DetailsContext, 'sql' | 'client' | 'now'>): Promise<boolean> {
  if (hasToRepeat(client.profile.status)) return true;
  const due = await dueAt(sql, client.id, 'yearly_confirmation');
  return due !== undefined && due <= now;
}

/** Gone until the next sign-in; a professional's confirmation for good, for closing it says no. */
async function putDueAside(ctx: NoteContext, what: DueName): Promise<Record<string, never>> {
  const { sql, client, now } = ctx;
  if (!(await putDueOff(sql, { client: client.id, what, now }))) return ctx.refuse('confirmation_not_due');
  if (what === 'professional') await endDue(sql, client.id, what);
  await notePutOff(ctx, 'client.put_off', { what });
  return {};
}

async function notePutOff({ sql, client, now }: NoteContext, action: string, detail: object): Promise<void> {
  await recordAudit(sql, {
    actor: { kind: 'client', id: String(client.id) },
    action,
    subject: `client:${client.id}`,
    clientId: client.id,
    detail: { ...detail },
    at: now,
  });
}
