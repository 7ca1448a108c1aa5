import { asianCountries } from '../../law/countryLists.ts';
import { hasToEnrol, nationalNumberRule, postcodeRule } from '../../law/enrolment.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import { noTaxIdCountries } from '../../law/taxIds.ts';
import { recordAudit } from '../../ledger/audit.ts';
import type { Handlers } from '../../protocol/call.ts';
import { testFor } from '../appropriateness/face.ts';
import { termsVersion } from '../session/face.ts';
import { askedOf, keptOf, listsFor } from './asking.ts';
import type { enrolmentContract } from './contract.ts';
import { needsOf } from './rules.ts';
import { factsOf, keepDraft, putOff } from './store.ts';
import { submit } from './submit.ts';
import { tellingCalls, type TellingNeeds } from './telling.ts';

export type Needs = TellingNeeds;

export const calls = (app: Needs) =>
  ({
    ...tellingCalls(app),

    async details(_input, ctx) {
      const { profile } = ctx.client;
      if (!hasToEnrol(profile.status)) return ctx.refuse('registration_complete');
      const facts = await factsOf(ctx.sql, ctx.client.id);
      const { enrolment, terms } = regionProfileOf(profile);
      const asked = askedOf(facts, ctx);
      const links = ctx.settings.terms[profile.company];
      const lists = listsFor(ctx, app.words.in(ctx.language));
      return {
        form: enrolment.form,
        label: `registration-step2-popup-${enrolment.form}`,
        is_closable: enrolment.isClosable,
        is_name_empty: asked.isNameEmpty,
        no_tin_allowed: noTaxIdCountries.includes(profile.country),
        no_tin_reasons: lists['no_tin_reason'] ?? [],
        fields: needsOf(asked),
        field_dictionaries: lists,
        field_regex: {
          national_doc_number: nationalNumberRule(profile.country)?.pattern.source ?? null,
          individual_postcode: postcodeRule(profile.country).pattern.source,
        },
        fields_values: { ...enrolment.defaults, ...facts.draft },
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

    submit: (input, ctx) => submit(input, ctx),

    async keep({ answers }, ctx) {
      if (!hasToEnrol(ctx.client.profile.status)) return ctx.refuse('registration_complete');
      const kept = keptOf(answers);
      await keepDraft(ctx.sql, { client: ctx.client.id, answers: kept, at: ctx.now });
      return {};
    },

    async note(_input, ctx) {
      const { id: client, profile } = ctx.client;
      if (!hasToEnrol(profile.status)) return ctx.refuse('registration_complete');
      if (!regionProfileOf(profile).enrolment.isClosable) return ctx.refuse('enrolment_stays');
      await putOff(ctx.sql, { client, at: ctx.now });
      await recordAudit(ctx.sql, {
        actor: { kind: 'client', id: String(client) },
        action: 'registration.put_off_second_step',
        subject: `client:${client}`,
        clientId: client,
        detail: {},
        at: ctx.now,
      });
      return {};
    },
  }) satisfies Handlers<typeof enrolmentContract>;
