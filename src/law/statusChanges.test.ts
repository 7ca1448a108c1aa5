import { expect, test } from 'vitest';
import { actsFor, statusActs, statusChanges, statusReasons, toldReasonOf } from './statusChanges.ts';
import { statusFacts, statusIds, type StatusId } from './statuses.ts';
import type { CompanyId } from './regions/profile.ts';

const of = (status: StatusId, company: CompanyId = 3, country = 'ZA') => actsFor({ status, company, country });

test('what the desk can make of whom: row by row', () => {
  const here = ['freeze', 'decline', 'close', 'close_non_eu'];
  expect(Object.fromEntries(statusIds.map((status) => [status, of(status)]))).toEqual({
    3: here,
    4: [],
    5: ['freeze', 'reopen'],
    6: here,
    7: here,
    8: here,
    9: here,
    11: here,
    12: here,
    13: ['freeze', 'close', 'close_non_eu', 'reopen'],
    // 14: taking over what the client has frozen; whether they have, the desk looks at.
    14: ['freeze', 'close', 'close_non_eu', 'reopen'],
    16: here,
    18: ['freeze', 'reopen'],
    19: ['freeze', 'reopen'],
    66: here,
  });
});

test('18 is for those whom we serve no more where they live, 19 for the United Kingdom, whichever company serves them', () => {
  const closings = (company: CompanyId, country: string) => of(12, company, country).filter((act) => act.startsWith('close'));
  expect(closings(3, 'CY')).toEqual(['close', 'close_non_eu']);
  expect(closings(1, 'DE')).toEqual(['close', 'close_non_eu']);
  expect(closings(5, 'KE')).toEqual(['close', 'close_non_eu']);
  expect(closings(4, 'GB')).toEqual(['close', 'close_uk']);
  expect(closings(4, 'FR')).toEqual(['close', 'close_uk']);
  expect(closings(3, 'GB')).toEqual(['close', 'close_uk']);
});

test('only what stops money at once is done by one person', () => {
  expect(statusActs.filter((act) => !statusChanges[act].needsSecond)).toEqual(['freeze']);
});

test('each status that is given is the one that its closing is told by', () => {
  expect(statusActs.map((act) => statusChanges[act].to)).toEqual([14, 13, 5, 18, 19, null]);
  const closed = statusActs.flatMap((act) => statusChanges[act].to ?? []).map((to) => statusFacts(to).closed);
  expect(closed).toEqual([undefined, undefined, 'account', 'non_eu', 'uk']);
});

test('of a suspicion, of an authority and of whatever is not named, the client reads nothing', () => {
  const told = Object.fromEntries(statusReasons.map((reason) => [reason, toldReasonOf(reason)]));
  expect(told).toMatchObject({ suspicion: 'other', authority: 'other', dispute: 'other', duplicate: 'other', terms: 'other' });
  expect(told).toMatchObject({ own_wish: 'own_wish', residence: 'residence', licence: 'residence', papers: 'papers' });
});
