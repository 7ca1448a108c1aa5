import { enrolmentFields, enrolmentLines, updatedSections, type EnrolmentField } from '../../law/enrolmentFields.ts';
import { noTaxIdCountries } from '../../law/taxIds.ts';
import type { LanguageKey } from '../../law/languages.ts';
import type { Say } from '../../base/wording.ts';
import type { Handlers } from '../../protocol/call.ts';
import type { FactorNeeds } from '../factors/face.ts';
import { listsFor } from './asking.ts';
import type { enrolmentContract } from './contract.ts';
import { dueAt } from './dues.ts';
import { namesTold, toldOf } from './store.ts';
import { openTaxes } from './taxes.ts';
import { update } from './updating.ts';

export interface TellingNeeds extends FactorNeeds {
  readonly words: { in(language: LanguageKey): Say };
}

type Calls = Handlers<typeof enrolmentContract>;

const inSections = (sections: readonly string[]): readonly EnrolmentField[] =>
  enrolmentFields.filter((name) => sections.includes(enrolmentLines[name].asked.section));
/** Who the client is, where they live, where they pay taxes. */
const registered = inSections(['you', 'address', 'tax']);
const questioned = [
  ...inSections(['means', 'experience']),
  ...updatedSections.tax,
  'place_of_birth',
  'national_doc_number',
] as const;

/** What was told, and telling it anew. */
export const tellingCalls = (app: TellingNeeds) => {
  const tellTaxes = openTaxes(app);
  return {
    async regdata(_input, { sql, client }) {
      const told = await toldOf(sql, client.id);
      const due = await dueAt(sql, client.id, 'tax_number');
      const names = await namesTold(sql, client.id);
      return {
        regdata: { ...picked(told, registered), ...names, country: client.profile.country },
        tax_id_due: due?.toISOString() ?? null,
      };
    },

    async questionnaire(_input, ctx) {
      return {
        answers: picked(await toldOf(ctx.sql, ctx.client.id), questioned),
        may_lack_tax_id: [...noTaxIdCountries],
        field_dictionaries: listsFor(ctx, app.words.in(ctx.language)),
      };
    },

    async employment(typed, ctx) {
      await update(ctx, { section: 'employment', typed });
      return {};
    },

    async means(typed, ctx) {
      await update(ctx, { section: 'means', typed });
      return {};
    },

    async turnover({ client_id: id, ...typed }, ctx) {
      if (id !== ctx.client.id) return ctx.refuse('record_not_found');
      await update(ctx, { section: 'anticipated_turnover', typed });
      return {};
    },

    async taxResidency({ client_id: id, password, code, passkey, ...typed }, ctx) {
      if (id !== ctx.client.id) return ctx.refuse('record_not_found');
      await tellTaxes(ctx, { typed, proof: { password, code, passkey } });
      return {};
    },
  } satisfies Partial<Calls>;
};

function picked(told: Awaited<ReturnType<typeof toldOf>>, names: readonly EnrolmentField[]): Record<string, string | boolean> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = told?.[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}
