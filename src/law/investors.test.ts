import { expect, test } from 'vitest';
import { leadsInvestor } from './investors.ts';

test.each([
  ['form', 'questionnaire'],
  ['waiting_form_approve', 'waiting'],
  ['time_to_deposit', 'approved'],
  ['wait_pmd_to_invest', 'investments'],
  ['contact_pmd', 'investments'],
  ['active', 'investments'],
] as const)('whoever is at %s belongs to %s, and is led there from every other page', (status, own) => {
  for (const page of ['questionnaire', 'waiting', 'approved', 'investments'] as const)
    expect(leadsInvestor(page, { status })).toBe(page === own ? undefined : own);
  expect(leadsInvestor('questionnaire', { status, isChanging: true })).toBeUndefined();
});

test('a status that is on no list belongs to no page, and leads back', () => {
  expect(leadsInvestor('investments', { status: 'told_by_a_newer_server' })).toBe('unknown');
  expect(leadsInvestor('questionnaire', { status: 'constructor', isChanging: true })).toBe('unknown');
});
