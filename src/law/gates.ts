import { gateActions, gateCodes, type GateAction, type GateCode } from './gateNames.ts';
import type { NextPage } from './nextPages.ts';
import type { RefusalDetail } from '../base/refusal.ts';
import { categoryKind, type CategoryId } from './categories.ts';
import { closedToOpening, stockBlockedCountries } from './countryLists.ts';
import { dormantStatus } from './dormancy.ts';
import { regionProfileOf } from './regions/index.ts';
import type { CompanyId, RegionProfile, Site } from './regions/profile.ts';
import { statusFacts, type StatusFacts, type StatusId } from './statuses.ts';

export { gateActions, gateCodes, type GateAction, type GateCode };

/** All that a gate looks at. The region follows from company and country. */
export interface ClientProfile {
  readonly status: StatusId;
  readonly company: CompanyId;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly category: CategoryId;
  /** The version of the site that the client came in by; the company's own when left out. */
  readonly site?: Site;
  readonly registeredAt: Date;
  readonly hasApprovedId: boolean;
  readonly hasApprovedResidence: boolean;
  readonly appropriatenessPassed: boolean;
  /** The most leverage that the client's last test allows; left out where none was taken. */
  readonly testLeverage?: number;
  /** A payment of the client's is disputed at the bank; left out: none is. */
  readonly isChargedBack?: boolean;
  /** The desk keeps the client from opening positions; left out: it does not. */
  readonly isTradingRestricted?: boolean;
  /** Payments wait until somebody has looked; left out: they do not. */
  readonly arePaymentsPaused?: boolean;
  /** A move to another company that may be made, or is under way; left out where there is none. */
  readonly companyMove?: 'open' | 'under_way';
}

export type GateDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly code: GateCode; readonly next?: NextPage };

/** Whether a client of that profile may do that; if not, why, and what to do next. Pure. */
export function gateDecision(action: GateAction, profile: ClientProfile): GateDecision {
  const region = regionProfileOf(profile);
  const barrier = barriers.find((candidate) => candidate.stops.includes(action) && candidate.when(profile, region));
  if (!barrier) return { allowed: true };
  return { allowed: false, code: barrier.code, ...(barrier.next && { next: barrier.next }) };
}

/** Refuses what the gate does not let through, with what to do next. */
export function requireGate(
  action: GateAction,
  profile: ClientProfile,
  refuse: (code: GateCode, detail: RefusalDetail) => never,
): void {
  const decision = gateDecision(action, profile);
  if (!decision.allowed) refuse(decision.code, { data: { gate: action, ...(decision.next ? { next: decision.next } : {}) } });
}

/** Every gate's answer at once, as client_info carries them to the browser. */
export function gateDecisions(profile: ClientProfile): Readonly<Record<GateAction, GateDecision>> {
  return forEveryGate((action) => gateDecision(action, profile));
}

/** Something of each gate. */
export function forEveryGate<Value>(valueOf: (action: GateAction) => Value): Record<GateAction, Value> {
  return Object.fromEntries(gateActions.map((action) => [action, valueOf(action)])) as Record<GateAction, Value>;
}

interface Barrier {
  readonly code: GateCode;
  readonly next?: NextPage;
  readonly stops: readonly GateAction[];
  readonly when: (profile: ClientProfile, region: RegionProfile) => boolean;
}

const opening: readonly GateAction[] = ['open_live_account', 'open_demo_account', 'open_stock_account', 'invest'];
const moneyIn: readonly GateAction[] = ['deposit', 'transfer'];
/** What waits for the papers everywhere; paying in does so where the region's law says it. */
const beforeVerified: readonly GateAction[] = ['open_live_account', 'transfer', 'withdraw', 'trade', 'buy_gold', 'invest'];
const dealing: readonly GateAction[] = ['trade', 'trade_demo', 'change_leverage', 'archive_account', 'buy_gold'];
/**
 * Our own rule: 11, 13 and 16 may only withdraw, and what must be possible for that: closing positions, keeping the password safe.
 * Nothing new is begun with them, on demo accounts neither.
 */
const beginning: readonly GateAction[] = [...opening, ...moneyIn, ...dealing];
const goldActions: readonly GateAction[] = ['gold', 'buy_gold', 'sell_gold'];
const reading: ReadonlySet<GateAction> = new Set([
  'view',
  'view_profile',
  'view_documents',
  'export_transfers',
  'gold',
  'view_stocks',
  'view_signals',
]);
const frozenMay: ReadonlySet<GateAction> = new Set([
  'open_demo_account',
  'trade_demo',
  'close_position',
  'change_trading_password',
  // Nothing has moved of what can be cancelled.
  'cancel_transfer',
  // Being told of something moves nothing.
  'use_tools',
]);
const changing = gateActions.filter((action) => action !== 'sign_in' && !reading.has(action));

/**
 * How closed clients are refused (document 2 §4): closed UK goes to the UK 404, closed non-EU gets the service-not-available
 * alert and returns to the dashboard. Our own rule: all of them read only, but for closing what is open (readings, 7).
 */
const closures: Readonly<Record<NonNullable<StatusFacts['closed']>, Pick<Barrier, 'code' | 'next'>>> = {
  uk: { code: 'service_not_available_uk', next: 'support' },
  non_eu: { code: 'service_not_available', next: 'dashboard' },
  account: { code: 'account_closed', next: 'support' },
};

/** In order: the first that stops the action speaks. */
const barriers: readonly Barrier[] = [
  {
    // Our own rule: 4 cannot sign in, so nothing else is open either.
    code: 'sign_in_refused',
    stops: gateActions,
    when: ({ status }) => statusFacts(status).access === 'none',
  },
  // Document 1 §6: gold is denied to closed UK, its pages too.
  { ...closures.uk, stops: ['gold'], when: ({ status }) => statusFacts(status).closed === 'uk' },
  ...Object.entries(closures).map(([closed, told]) => ({
    ...told,
    stops: changing.filter((action) => action !== 'close_position'),
    when: ({ status }: ClientProfile) => statusFacts(status).closed === closed,
  })),
  {
    // The documents' "global user": a company-3 client on the EU or UK site is asked to use the global one (document 2 §4, §8).
    code: 'service_not_available_log_in_global',
    next: 'dashboard',
    stops: changing,
    when: ({ site }, region) => region.site === 'global' && site !== undefined && site !== 'global',
  },
  {
    // Document 2 §6 and document 3 §4: only documents and profile, which is where the lock is opened; the second step comes before.
    code: 'documents_and_profile_only',
    next: 'documents',
    stops: gateActions.filter(
      (action) => !['sign_in', 'view_profile', 'change_profile', 'view_documents', 'enrol'].includes(action),
    ),
    when: (profile, region) =>
      region.papersLockSince !== null &&
      profile.registeredAt >= region.papersLockSince &&
      statusFacts(profile.status).papers !== 'approved' &&
      !(profile.hasApprovedId && profile.hasApprovedResidence),
  },
  {
    // Our own rule: everything is either in one company or in the other, so nothing else moves meanwhile.
    code: 'company_move_under_way',
    next: 'dashboard',
    stops: changing.filter((action) => action !== 'change_trading_password'),
    when: ({ companyMove }) => companyMove === 'under_way',
  },
  // Document 2 §4: a matching move notice shuts the opening of accounts (readings, "Tables to ship").
  { code: 'company_move_open', stops: opening, when: ({ companyMove }) => companyMove === 'open' },
  // Our own rule: the Kenyan broker has no investment programme.
  { code: '30003', next: 'dashboard', stops: ['invest'], when: (_profile, region) => region.investing === 'closed' },
  // Document 1 §6 and §8: the code is the document's own.
  { code: 'we_are_not_accept_hongkong_clients', stops: opening, when: ({ country }) => closedToOpening.includes(country) },
  // Document 3 §2: who cannot have them is sent away from their pages, to the dashboard.
  {
    code: 'stock_not_available_here',
    next: 'dashboard',
    stops: ['view_stocks'],
    when: (_profile, region) => !region.stockAccounts,
  },
  {
    code: 'stock_not_available_in_country',
    next: 'dashboard',
    stops: ['view_stocks'],
    when: ({ country }) => stockBlockedCountries.includes(country),
  },
  {
    // Document 1 §6, document 3 §6: hidden on the UK site, and from the UK's clients on whichever.
    code: 'signals_not_available_here',
    next: 'dashboard',
    stops: ['view_signals'],
    when: ({ site }, region) => site === 'uk' || region.site === 'uk',
  },
  // Document 2 §5: stock accounts need the global company; all EU and UK site users are blocked.
  { code: 'stock_not_available_here', stops: ['open_stock_account'], when: (_profile, region) => !region.stockAccounts },
  {
    // Document 2 §5: blocked for sanctioned countries.
    code: 'stock_not_available_in_country',
    stops: ['open_stock_account'],
    when: ({ country }) => stockBlockedCountries.includes(country),
  },
  {
    // Our own rule: a frozen client moves no money. Demo money is none, so demo accounts are opened and traded as before; closing
    // a position lessens the risk and moves none out.
    code: 'account_frozen',
    next: 'support',
    stops: changing.filter((action) => !frozenMay.has(action)),
    when: ({ status }) => statusFacts(status).money === 'none',
  },
  {
    // Our own rule: nothing comes or goes while somebody looks whether a client is on a list of sanctions, and nobody is told why (readings,
    // 29). Trading goes on, which a shut market would tell of.
    code: 'payments_paused',
    next: 'support',
    stops: ['deposit', 'withdraw', 'transfer', 'buy_gold', 'sell_gold', 'invest'],
    when: ({ arePaymentsPaused }) => arePaymentsPaused === true,
  },
  {
    // Readings §7: who was charged back opens no positions, copies of a strategy's neither, and may close. Our own rule: nothing is paid
    // out meanwhile, and no account is opened; what comes in pays what is owed.
    code: 'charged_back',
    next: 'support',
    stops: ['open_live_account', 'open_stock_account', 'withdraw', 'trade', 'buy_gold', 'invest'],
    when: ({ isChargedBack }) => isChargedBack === true,
  },
  {
    // Our own rule: whom the desk keeps from new positions may close what is open and take out what is theirs.
    code: 'trading_restricted',
    next: 'support',
    stops: ['open_live_account', 'open_stock_account', 'trade', 'invest'],
    when: ({ isTradingRestricted }) => isTradingRestricted === true,
  },
  // Readings, 7: a job makes them dormant (11). Our own rule: they come back by themselves, by a proof of who they are.
  { code: 'account_dormant', next: 'wake', stops: beginning, when: ({ status }) => status === dormantStatus },
  {
    // 13 and 16 are on their way out.
    code: 'only_withdrawals',
    next: 'withdraw',
    stops: beginning,
    when: ({ status }) => statusFacts(status).money === 'withdraw_only',
  },
  {
    // Document 1 §6: EU and UK only; law asks it of retail clients.
    code: 'test_not_asked',
    next: 'dashboard',
    stops: ['take_test'],
    when: ({ category }, region) => !region.appropriatenessTest.includes(categoryKind(category)),
  },
  {
    // Readings §8: denied to the clients of company 3 but where the broker opens it.
    code: 'gold_not_available_here',
    next: 'dashboard',
    stops: goldActions,
    when: ({ country }, { gold }) => gold.openTo !== 'everybody' && !gold.openTo.includes(country),
  },
  {
    // Document 2 §4: partial registration leads to step 2. A demo account needs no more than the first step.
    code: 'complete_registration',
    next: 'registration_step2',
    stops: ['open_live_account', 'open_stock_account', ...moneyIn, 'trade', 'buy_gold', 'invest', 'use_tools'],
    when: ({ status }) => statusFacts(status).registration === 'partial',
  },
  {
    // Readings §7: whoever only has to repeat the test (66) may withdraw meanwhile, and so sell what is held (our own rule). The test is
    // a part of the second step for whoever has that before them (readings §28).
    code: 'complete_registration',
    next: 'registration_step2',
    stops: ['withdraw', 'gold', 'sell_gold', 'take_test'],
    when: ({ status }) => statusFacts(status).registration === 'partial' && status !== 66,
  },
  {
    // Where the profile must be verified before any account, the registration must be complete before that.
    code: 'complete_registration',
    next: 'registration_step2',
    stops: ['open_demo_account'],
    when: ({ status }, region) => region.verifiedBeforeOpening && statusFacts(status).registration === 'partial',
  },
  {
    // Document 2 §4: a Kenyan broker client who is not approved goes to verify the profile, for demo accounts too.
    code: 'verify_profile',
    next: 'documents',
    stops: opening,
    when: ({ status }, region) => region.verifiedBeforeOpening && statusFacts(status).papers !== 'approved',
  },
  // Document 2 §8: code 10045, upload documents for stocks.
  {
    code: '10045',
    next: 'documents',
    stops: ['open_stock_account'],
    when: ({ status }) => statusFacts(status).papers !== 'approved',
  },
  {
    // Document 2 §4: complete registration leads to the warning asking to upload documents …
    code: 'upload_documents',
    next: 'documents',
    stops: beforeVerified,
    when: ({ status }) => statusFacts(status).papers === 'missing',
  },
  {
    code: 'upload_documents',
    next: 'documents',
    stops: ['deposit'],
    when: ({ status }, region) => region.unverifiedDeposits === 'none' && statusFacts(status).papers === 'missing',
  },
  {
    // … and whoever has uploaded them is told that they are being looked at.
    code: 'documents_under_review',
    next: 'documents',
    stops: beforeVerified,
    when: ({ status }) => statusFacts(status).papers === 'under_review',
  },
  {
    code: 'documents_under_review',
    next: 'documents',
    stops: ['deposit'],
    when: ({ status }, region) => region.unverifiedDeposits === 'none' && statusFacts(status).papers === 'under_review',
  },
  {
    // Document 2 §2: whoever has not passed is sent to the test after step 2, so the first live account comes after it.
    code: 'appropriateness_test_required',
    next: 'appropriateness_test',
    stops: ['open_live_account', 'invest'],
    when: (profile, region) =>
      region.appropriatenessTest.includes(categoryKind(profile.category)) && !profile.appropriatenessPassed,
  },
];
