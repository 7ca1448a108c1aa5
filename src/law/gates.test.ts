import { describe, expect, test } from 'vitest';
import {
  gateDecisions,
  gateActions,
  gateCodes,
  gateDecision,
  type GateAction,
  type GateCode,
  type ClientProfile,
} from './gates.ts';
import { regionProfileOf } from './regions/index.ts';
import { regionKeys } from './regions/profile.ts';
import { gateTable as expected, gateLetters as letters, homeOf as home } from '../server/testing/gateTable.ts';
import { statuses, statusFacts, statusIds, type StatusId } from './statuses.ts';

function profile(facts: Partial<ClientProfile> = {}): ClientProfile {
  return {
    ...home.global,
    status: 12,
    category: 0,
    registeredAt: new Date('2024-05-01T00:00:00Z'),
    hasApprovedId: true,
    hasApprovedResidence: true,
    appropriatenessPassed: true,
    ...facts,
  };
}

const answer = (action: GateAction, facts: Partial<ClientProfile>): GateCode | 'yes' => {
  const decision = gateDecision(action, profile(facts));
  return decision.allowed ? 'yes' : decision.code;
};

describe('What a status may do', () => {
  test('every action has an answer for every region', () => {
    const covered = expected.flatMap(([action, regions]) => regions.map((region) => `${action} ${region}`));
    expect(covered.toSorted()).toEqual(
      gateActions.flatMap((action) => regionKeys.map((region) => `${action} ${region}`)).toSorted(),
    );
  });

  test('every letter of the table is a known code', () => {
    expect([...gateCodes, 'yes']).toEqual(expect.arrayContaining(Object.values(letters)));
  });

  test('all fifteen statuses of the documents are known', () => {
    expect(statusIds).toHaveLength(15);
    expect(Object.keys(statuses).map(Number)).toEqual([...statusIds].toSorted((first, second) => first - second));
  });

  const rows = expected.flatMap(([action, regions, row]) => regions.map((region) => ({ action, region, row })));
  test.each(rows)('$action in $region follows the table for all fifteen statuses', ({ action, region, row }) => {
    const wanted = row
      .trim()
      .split(/\s+/)
      .map((letter) => letters[letter]);
    const found = statusIds.map((status) => answer(action, { ...home[region], status }));
    expect(found).toEqual(wanted);
  });
});

describe('A client whose payment is disputed', () => {
  test.each(['open_live_account', 'open_stock_account', 'withdraw', 'trade', 'invest'] as const)('may not %s', (action) => {
    expect(answer(action, { isChargedBack: true })).toBe('charged_back');
  });

  test.each(['view', 'close_position', 'deposit', 'transfer', 'trade_demo'] as const)('may %s', (action) => {
    expect(answer(action, { isChargedBack: true })).toBe('yes');
  });

  test('may not buy gold, and may sell what is held', () => {
    const facts = { ...home.eu, isChargedBack: true };
    expect([answer('buy_gold', facts), answer('sell_gold', facts)]).toEqual(['charged_back', 'yes']);
  });
});

describe('A client whom the desk keeps from opening positions', () => {
  test.each(['open_live_account', 'open_stock_account', 'trade', 'invest'] as const)('may not %s', (action) => {
    expect(answer(action, { isTradingRestricted: true })).toBe('trading_restricted');
  });

  test.each(['view', 'close_position', 'deposit', 'withdraw', 'trade_demo'] as const)('may %s', (action) => {
    expect(answer(action, { isTradingRestricted: true })).toBe('yes');
  });
});

describe('A client whose payments are paused', () => {
  test.each(['deposit', 'withdraw', 'transfer', 'invest'] as const)('may not %s', (action) => {
    expect(answer(action, { arePaymentsPaused: true })).toBe('payments_paused');
  });

  test.each(['view', 'trade', 'close_position', 'view_documents', 'cancel_transfer'] as const)('may %s', (action) => {
    expect(answer(action, { arePaymentsPaused: true })).toBe('yes');
  });
});

describe('A client from Hong Kong', () => {
  test.each(['open_live_account', 'open_demo_account', 'open_stock_account'] as const)('may not %s', (action) => {
    expect(answer(action, { country: 'HK' })).toBe('we_are_not_accept_hongkong_clients');
  });

  test.each(['view', 'deposit', 'transfer', 'withdraw', 'trade'] as const)('may %s', (action) => {
    expect(answer(action, { country: 'HK' })).toBe('yes');
  });
});

describe('The lock on clients from China', () => {
  const lockedFacts = { ...home.china, status: 9 as StatusId, hasApprovedId: false, hasApprovedResidence: false };

  test('leaves nothing but signing in, documents and profile, and the second step before them', () => {
    const open = gateActions.filter((action) => answer(action, lockedFacts) === 'yes');
    expect(open).toEqual(['sign_in', 'view_profile', 'change_profile', 'view_documents', 'enrol']);
    expect(gateDecision('view', profile(lockedFacts))).toEqual({
      allowed: false,
      code: 'documents_and_profile_only',
      next: 'documents',
    });
  });

  const ofClosed = { account: 'account_closed', non_eu: 'service_not_available', uk: 'service_not_available_uk' };
  // A status that says of itself what is refused speaks first; every other one is locked as long as the papers are missing.
  test.each(statusIds.map((status) => ({ status, name: statuses[status].name })))('holds $name', ({ status }) => {
    const { access, closed, papers } = statusFacts(status);
    const held = papers === 'approved' ? 'yes' : 'documents_and_profile_only';
    const seen = access === 'none' ? 'sign_in_refused' : held;
    expect(answer('view', { ...lockedFacts, status })).toBe(seen);
    expect(answer('archive_account', { ...lockedFacts, status })).toBe(closed === undefined ? seen : ofClosed[closed]);
  });

  test.each([
    { why: 'registered on 13 September 2023', facts: { registeredAt: new Date('2023-09-13T23:59:59Z') } },
    { why: 'both papers approved', facts: { hasApprovedId: true, hasApprovedResidence: true } },
    { why: 'approved', facts: { status: 12 as StatusId } },
    { why: 'not from China', facts: { country: '' } },
    { why: 'a client of the UK company', facts: { company: 4 as const } },
  ])('does not hold whoever is: $why', ({ facts }) => {
    expect(answer('view', { ...lockedFacts, ...facts })).toBe('yes');
  });

  test.each([
    { why: 'registered the day after', facts: { registeredAt: new Date('2023-09-14T00:00:00Z') } },
    { why: 'only the identity is approved', facts: { hasApprovedId: true } },
    { why: 'only the residence is approved', facts: { hasApprovedResidence: true } },
  ])('holds whoever is: $why', ({ facts }) => {
    expect(answer('view', { ...lockedFacts, ...facts })).toBe('documents_and_profile_only');
  });
});

describe('Other reasons', () => {
  test('a retail client in the EU or the UK opens no live account before passing the test', () => {
    const untested = { appropriatenessPassed: false };
    expect(answer('open_live_account', { ...home.eu, ...untested })).toBe('appropriateness_test_required');
    expect(answer('open_live_account', { ...home.uk, ...untested })).toBe('appropriateness_test_required');
    expect(answer('open_live_account', { ...home.eu, ...untested, category: 2 })).toBe('yes');
    expect(answer('open_demo_account', { ...home.eu, ...untested })).toBe('yes');
    expect(answer('open_live_account', { ...home.global, ...untested })).toBe('yes');
  });

  test('nor do they follow anybody before it, while professional clients and those of other regions are not asked', () => {
    const untested = { appropriatenessPassed: false };
    for (const region of ['eu', 'uk'] as const) {
      expect(answer('invest', { ...home[region], ...untested })).toBe('appropriateness_test_required');
      expect(answer('invest', { ...home[region], ...untested, category: 2 })).toBe('yes');
    }
    expect(answer('invest', { ...home.global, ...untested })).toBe('yes');
  });

  test('a global client on the EU or UK site reads and is asked to use the global one', () => {
    for (const site of ['eu', 'uk'] as const) {
      expect(answer('view', { site })).toBe('yes');
      expect(answer('deposit', { site })).toBe('service_not_available_log_in_global');
      expect(answer('open_demo_account', { site })).toBe('service_not_available_log_in_global');
    }
    expect(answer('deposit', { site: 'global' })).toBe('yes');
    expect(answer('deposit', { ...home.eu, site: 'eu' })).toBe('yes');
  });

  test.each(['IR', 'RU', 'US', 'CU'])('stock accounts are not opened for clients from %s', (country) => {
    expect(answer('open_stock_account', { country })).toBe('stock_not_available_in_country');
    expect(answer('open_live_account', { country })).toBe('yes');
  });

  test('a refusal says where to go on, and all answers come at once for client_info', () => {
    expect(gateDecision('deposit', profile({ status: 9 }))).toEqual({
      allowed: false,
      code: 'upload_documents',
      next: 'documents',
    });
    expect(gateDecision('deposit', profile({ status: 6 }))).toMatchObject({ next: 'registration_step2' });
    const decisions = gateDecisions(profile({ status: 14 }));
    expect(Object.keys(decisions)).toEqual([...gateActions]);
    expect(decisions.withdraw).toEqual({ allowed: false, code: 'account_frozen', next: 'support' });
  });

  test('gold is for India alone of company 3, and there once the registration is complete', () => {
    expect(answer('buy_gold', { country: 'IN' })).toBe('yes');
    expect(answer('gold', { country: 'IN', status: 6 })).toBe('complete_registration');
    expect(gateDecision('gold', profile({ country: 'ZA' }))).toMatchObject({
      code: 'gold_not_available_here',
      next: 'dashboard',
    });
  });

  test('the region follows from company and country', () => {
    for (const region of regionKeys) expect(regionProfileOf(home[region]).key).toBe(region);
  });
});

describe('A move to another company', () => {
  test('that may be made shuts the opening of accounts and nothing else', () => {
    const open = { ...home.eu, companyMove: 'open' } as const;
    const shut = gateActions.filter((action) => answer(action, open) === 'company_move_open');
    expect(shut).toEqual(['open_live_account', 'open_demo_account', 'open_stock_account', 'invest']);
  });

  test('that is under way lets nothing change but passwords; all can be read', () => {
    const underWay = { ...home.eu, companyMove: 'under_way' } as const;
    const open = gateActions.filter((action) => answer(action, underWay) === 'yes');
    expect(open).toEqual([
      'sign_in',
      'view',
      'view_profile',
      'view_documents',
      'export_transfers',
      'change_trading_password',
      'gold',
      'view_signals',
    ]);
  });
});
