import type { ClientId } from '../../base/id.ts';
import type { Sql } from '../../base/sql.ts';
import { hasToRepeat } from '../../law/dues.ts';
import { hasToEnrol } from '../../law/enrolment.ts';
import { gateDecisions, forEveryGate, type ClientProfile } from '../../law/gates.ts';
import { mayRefer } from '../../law/incentives.ts';
import { isFeedbackAsked } from '../../law/feedback.ts';
import { firstInterposed, type Outstanding } from '../../law/interposed.ts';
import { regionProfileOf } from '../../law/regions/index.ts';
import type { Settings } from '../../settings/index.ts';
import { statusFacts } from '../../law/statuses.ts';
import { noTaxIdCountries } from '../../law/taxIds.ts';
import type { ClientInfo } from '../../protocol/envelope.ts';
import { hasAgreed, personalDataVersion, termsVersion } from './rules.ts';
import { clientFacts, type ClientFacts } from './store.ts';

export interface InfoOf {
  readonly client: { readonly id: ClientId; readonly profile: ClientProfile };
  readonly settings: Settings;
  readonly now: Date;
  readonly say: (id: string) => string;
}

/** What a client is and may do, as client_info tells it, with the gates' sentences in the language of `say`. One statement. */
export async function clientInfoOf(sql: Sql, of: InfoOf): Promise<ClientInfo> {
  const { id, profile } = of.client;
  const facts = await clientFacts(sql, id, of.now);
  const region = regionProfileOf(profile);
  const decisions = gateDecisions(profile);
  const { maxLive, maxDemo } = of.settings.accounts;
  const isTermsAgreed = hasAgreed(facts, termsVersion(of.settings, profile.company));
  const asked = { status: profile.status, registeredAt: facts.registered_at, answeredAt: facts.feedback_at };
  const isFeedbackDue = isFeedbackAsked(asked, of.settings.feedback, of.now);
  const mayEnrol = decisions.enrol.allowed;
  return {
    id,
    status_id: profile.status,
    status: statusFacts(profile.status).name,
    company_id: profile.company,
    branch_id: facts.branch_id,
    region: region.key,
    site: profile.site ?? region.site,
    country: profile.country,
    client_category: profile.category,
    clientCategory: profile.category,
    title: facts.title,
    name: facts.first_name,
    surname: facts.last_name,
    lastName: facts.last_name,
    email: facts.email,
    mobile_phone: facts.mobile_phone,
    language: facts.language,
    registrationDate: facts.registered_at.toISOString(),
    asm: facts.asm,
    at_passed: facts.at_passed,
    at_failed_first_attempt: facts.at_failed_first_attempt,
    is_password_change_required: facts.is_password_change_required,
    is_terms_agreed: isTermsAgreed,
    is_name_empty: facts.first_name.trim() === '',
    display_questionnaire: isFeedbackDue,
    login_notifications: true,
    deposit_notifications: true,
    tax_info: { no_tin_allowed: noTaxIdCountries.includes(facts.tax_residency ?? profile.country) },
    // There is no programme of introducing brokers and no experiment, so nobody has joined one.
    ib_page: null,
    ab_testing_control_group_or_not_joined: true,
    picture: facts.picture,
    canRefer: mayRefer(profile),
    isKenyaBroker: region.isKenyaBroker,
    client_can_open_account:
      (decisions.open_live_account.allowed && facts.live_accounts < maxLive) ||
      (decisions.open_demo_account.allowed && facts.demo_accounts < maxDemo),
    interposes: firstInterposed(outstandingOf(facts, of, { isTermsAgreed, isFeedbackDue, mayEnrol })),
    gates: forEveryGate((action) => {
      const decision = decisions[action];
      if (decision.allowed) return null;
      return {
        code: decision.code,
        message: of.say(`error.${decision.code}`),
        ...(decision.next === undefined ? {} : { next: decision.next }),
      };
    }),
  };
}

interface Answered {
  readonly isTermsAgreed: boolean;
  readonly isFeedbackDue: boolean;
  readonly mayEnrol: boolean;
}

/** What has to be dealt with, for the queue after sign-in. */
function outstandingOf(
  facts: ClientFacts,
  { client: { profile }, settings }: Pick<InfoOf, 'client' | 'settings'>,
  { isTermsAgreed, isFeedbackDue, mayEnrol }: Answered,
): Outstanding {
  const isRepeating = hasToRepeat(profile.status);
  const isOpen = hasToEnrol(profile.status) || isRepeating;
  return {
    isPasswordChangeRequired: facts.is_password_change_required,
    isEnrolmentDue: isOpen && mayEnrol && !facts.is_enrolment_put_off,
    isTermsAgreed,
    isClosed: statusFacts(profile.status).closed !== undefined,
    isPersonalDataAgreed: facts.personal_data_version >= personalDataVersion(settings, profile.company),
    isFeedbackDue: isFeedbackDue && !facts.is_feedback_put_off,
    // Readings: 66 meets the yearly confirmation in the second step, and once more nowhere. Whoever may tell nothing now is asked for nothing,
    // since they could not put it off either.
    due: mayEnrol ? facts.due.filter((what) => what !== 'yearly_confirmation' || !isRepeating) : [],
  };
}
