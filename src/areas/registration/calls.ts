import { legalLineIn, standardLosingShare } from '../../law/brand.ts';
import { regionProfileOf, type RegionClient } from '../../law/regions/index.ts';
import type { Handlers } from '../../protocol/call.ts';
import { clientById, secondsUntilPin, termsVersion } from '../session/face.ts';
import { begin, begunBy, confirmAction, resend, subjectOf } from './begin.ts';
import { confirm, type ConfirmNeeds } from './confirm.ts';
import type { registrationContract } from './contract.ts';
import { companyToSignUpWith } from './rules.ts';
import { agreementsOf, originOf } from './store.ts';

export type Needs = ConfirmNeeds;

export const calls = (app: Needs) =>
  ({
    async offer({ country = '' }, ctx) {
      const company = companyToSignUpWith(country, ctx.site);
      const begun = await begunBy(app, ctx);
      const asked = { subject: subjectOf(begun?.email ?? ''), action: confirmAction, settings: ctx.settings, now: ctx.now };
      const offered = company.ok
        ? offeredBy({ company: company.value, country }, ctx)
        : { company_id: null, terms: null, foot: null };
      return {
        site: ctx.site ?? null,
        ...offered,
        pending: begun ? { email: begun.email, resend_seconds: await secondsUntilPin(ctx.sql, asked) } : null,
      };
    },

    begin: (input, ctx) => begin(app, input, ctx),

    resend: (_input, ctx) => resend(app, ctx),

    confirm: (input, ctx) => confirm(app, input, ctx),

    async origin({ client_id }, ctx) {
      const client = await clientById(ctx.sql, Number(client_id));
      if (!client) return ctx.refuse('client_not_found', { field: 'client_id' });
      const origin = await originOf(ctx.sql, client.id);
      const agreements = await agreementsOf(ctx.sql, client.id);
      await ctx.record({ subject: `client:${client.id}`, clientId: client.id });
      return {
        origin: origin ? { ...origin, at: origin.at.toISOString() } : null,
        agreements: agreements.map(({ company_id: company, agreed_at: at, version, address }) => ({
          company,
          version,
          agreed_at: at.toISOString(),
          address,
        })),
      };
    },
  }) satisfies Handlers<typeof registrationContract>;

type OfferContext = Parameters<Handlers<typeof registrationContract>['offer']>[1];

function offeredBy(client: RegionClient, { settings, language }: Pick<OfferContext, 'settings' | 'language'>) {
  const { company, terms, riskWarning } = regionProfileOf(client);
  const brand = settings.brand.companies[company];
  const { losingShare: own } = brand;
  const links = settings.terms[company];
  const documents = terms.map((key) => ({ key, url: links[key] ?? null }));
  return {
    company_id: company,
    terms: { version: termsVersion(settings, company), documents },
    foot: {
      legal_line: legalLineIn(brand, language),
      losing: riskWarning ? { share: own ?? standardLosingShare, is_own: own !== null } : null,
    },
  };
}
