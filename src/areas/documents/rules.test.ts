import { expect, test } from 'vitest';
import type { ApprovedFact, DocumentStatus, PapersWord } from '../../law/documents.ts';
import type { StatusId } from '../../law/statuses.ts';
import { papersState } from './deciding.ts';
import {
  afterApproval,
  checksOf,
  daysUntil,
  faultsIn,
  followUpOf,
  isFollowedUp,
  isOffered,
  papersWord,
  paymentWord,
  scaleOfPage,
  shownWhereSent,
  spokesman,
  statusAfter,
  type PapersEvent,
} from './rules.ts';

const now = new Date('2026-11-22T10:00:00Z');
const proof = { asksWhose: true, mostMonths: 6 };

test('of several documents of one kind the approved one speaks first, then what waits, then what was refused', () => {
  const all: DocumentStatus[] = [6, 4, 3, 1, 9, 8, 7, 5, 2];
  const order = all.map((_, gone) => spokesman(all.slice(0, all.length - gone).map((status) => ({ status })))?.status);
  expect(order).toEqual([2, 5, 7, 8, 9, 1, 3, 4, 6]);
  expect(spokesman([])).toBeUndefined();
});

test('where papers are sent from a new one is shown as pending, unless its other side is still to come', () => {
  expect(shownWhereSent('new', true)).toBe('pending');
  expect(shownWhereSent('new', false)).toBe('new');
  expect((['pending', 'approved', 'rejected'] as const).map((each) => shownWhereSent(each, true))).toEqual([
    'pending',
    'approved',
    'rejected',
  ]);
});

test('upload is offered where a document is missing or was not accepted', () => {
  const offered = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).filter((status) => isOffered({ status }));
  expect([isOffered(undefined), offered]).toEqual([true, [3, 4, 6]]);
});

test.each<[DocumentStatus | undefined, DocumentStatus | undefined, PapersWord]>([
  [undefined, undefined, 'documents_requested'],
  [5, undefined, 'documents_requested'],
  [5, 1, 'pending'],
  [9, 5, 'manual processing'],
  [2, 2, 'approved'],
  [2, 3, 'resubmission_requested'],
  [undefined, 4, 'resubmission_requested'],
])('identity %s and residence %s together are %s', (identity, residence, word) => {
  expect(papersWord({ identity, residence })).toBe(word);
});

test.each<[readonly DocumentStatus[], string]>([
  [[], 'no_file_uploaded'],
  [[3, 2, 5], 'approved'],
  [[3, 4], 'pending'],
  [[3, 1], 'pending'],
  [[6, 3], 'rejected'],
])('a payment method with the documents %j is %s', (statuses, word) => {
  expect(paymentWord(statuses.map((status) => ({ status })))).toBe(word);
});

test.each<[string, readonly ApprovedFact[], boolean, PapersWord, string | null]>([
  ['GB', ['identity', 'residence', 'screening'], false, 'approved', 'open'],
  ['GB', ['identity', 'residence'], false, 'approved', 'list'],
  ['KE', ['identity', 'residence', 'screening'], true, 'approved', 'deposit'],
  ['KE', ['identity', 'residence'], false, 'approved', null],
  ['CN', ['identity', 'residence'], false, 'approved', 'open'],
  ['CN', ['identity', 'residence'], true, 'approved', null],
  ['ZA', ['identity', 'residence'], false, 'approved', 'deposit'],
  ['ZA', ['identity', 'residence'], true, 'approved', null],
  ['ZA', ['identity'], false, 'documents_requested', null],
  ['ZA', ['identity', 'residence'], false, 'pending', null],
  ['GB', ['identity', 'residence', 'screening'], false, 'resubmission_requested', null],
])('a client of %s with %j, by card %s, who is %s, is led to %s', (...[country, approved, isByCard, word, to]) => {
  expect(afterApproval({ country, approved: new Set(approved), isByCard, word })).toBe(to);
});

test.each<[StatusId, PapersEvent, DocumentStatus | undefined, DocumentStatus | undefined, StatusId]>([
  [9, 'sent', 5, undefined, 9],
  [9, 'sent', 5, 5, 7],
  [7, 'approved', 2, 5, 7],
  [7, 'approved', 2, 2, 12],
  [9, 'approved', 2, 2, 12],
  [7, 'taken_back', 3, 5, 9],
  [12, 'taken_back', 4, 2, 12],
  [8, 'approved', 2, 2, 8],
  [14, 'approved', 2, 2, 14],
])('a client of status %i after %s, with %s and %s, has status %i', (...[status, event, identity, residence, next]) => {
  expect(statusAfter(status, event, { identity, residence })).toBe(next);
});

const identity = {
  form_name: 'identity',
  doc_number: 'A 12/34',
  issue_date: '2020-01-01',
  expiry_date: '2030-01-01',
} as const;
const residence = { form_name: 'proof_of_residence', issue_date: '2026-08-01', whose: 'own' } as const;

test.each([
  ['a good identity', identity, {}],
  [
    'one without dates that has none',
    { ...identity, issue_date: '', no_issue_date: true, expiry_date: '', no_expiry_date: true },
    {},
  ],
  ['no number', { ...identity, doc_number: '' }, { doc_number: 'field_required' }],
  ['a number in other letters', { ...identity, doc_number: 'АБ 12' }, { doc_number: 'fill_in_field_with_english_only' }],
  ['no dates', { form_name: 'identity', doc_number: '1' }, { issue_date: 'field_required', expiry_date: 'field_required' }],
  ['issued tomorrow', { ...identity, issue_date: '2026-11-23' }, { issue_date: 'date_in_future' }],
  ['issued today', { ...identity, issue_date: '2026-11-22' }, {}],
  ['issued before the calendar begins', { ...identity, issue_date: '2016-12-31' }, { issue_date: 'date_too_early' }],
  ['expired today', { ...identity, expiry_date: '2026-11-22' }, { expiry_date: 'document_expired' }],
  ['a good residence', residence, {}],
  ['one of six months ago', { ...residence, issue_date: '2026-05-22' }, {}],
  ['one of a day more', { ...residence, issue_date: '2026-05-21' }, { issue_date: 'document_too_old' }],
  ['whose it is left open', { ...residence, whose: '' }, { whose: 'field_required' }],
  ['somebody else’s', { ...residence, whose: 'other' }, { comment: 'field_required' }],
  [
    'somebody else’s, in other letters',
    { ...residence, whose: 'other', comment: 'عمّتي' },
    { comment: 'fill_in_field_with_english_only' },
  ],
] as const)('%s', (_what, typed, faults) => {
  expect(faultsIn(typed, { now, proof })).toEqual(faults);
});

test('a proof of residence counts from the last day of a month that has no such day', () => {
  const late = { now: new Date('2026-05-31T10:00:00Z'), proof: { asksWhose: true, mostMonths: 3 } };
  expect(faultsIn({ ...residence, issue_date: '2026-02-28' }, late)).toEqual({});
  expect(faultsIn({ ...residence, issue_date: '2026-02-27' }, late)).toEqual({ issue_date: 'document_too_old' });
});

test('where nobody asks whose a proof of residence is, it may be left out', () => {
  expect(faultsIn({ ...residence, whose: '' }, { now, proof: { ...proof, asksWhose: false } })).toEqual({});
});

test('days until a document expires are whole days, whatever the hour', () => {
  expect([daysUntil('2026-11-23', now), daysUntil('2026-11-22', now), daysUntil('2026-12-22', now)]).toEqual([1, 0, 30]);
});

test.each([
  ['who has not told anything yet', { isRegistered: false }, [1, 1, 1]],
  ['who has told all and sent nothing', {}, [1, 1, 1]],
  ['whose identity is looked at', { identity: 5 }, [5, 1, 1]],
  ['who is approved', { identity: 2, residence: 2 }, [2, 2, 2]],
  ['whose name is another one', { identity: 3, isNameOther: true }, [3, 1, 3]],
  ['whose paper could not be read', { identity: 3, residence: 2 }, [1, 2, 3]],
  ['whom two persons look at', { identity: 9, residence: 5 }, [9, 5, 9]],
  ['who has sent papers before telling anything', { isRegistered: false, identity: 5, residence: 5 }, [1, 5, 5]],
] as const)('the checks of somebody %s', (_who, facts, [data, lives, overall]) => {
  const nothing = { identity: undefined, residence: undefined, isRegistered: true, isNameOther: false };
  expect(checksOf({ ...nothing, ...facts })).toEqual({ data, residence: lives, overall });
});

test('after a paper was sent the registration comes first, then the other paper, then nothing', () => {
  expect([8, 9, 12, 7, 6].map(isFollowedUp)).toEqual([true, true, false, false, false]);
  const none = { residence: undefined, mayUpload: true };
  expect(followUpOf(8, none)).toBe('registration');
  expect(followUpOf(9, none)).toBe('residence');
  expect(followUpOf(9, { residence: { status: 3 }, mayUpload: true })).toBe('residence');
  expect(followUpOf(9, { residence: { status: 1 }, mayUpload: false })).toBe('review');
  expect(followUpOf(9, { residence: undefined, mayUpload: false })).toBe('review');
});

test.each([
  ['a sheet', { width: 600, height: 850 }, 1.2],
  ['a strip', { width: 1, height: 14_400 }, 0.15],
])('%s is drawn as wide as the others, and never higher than three of them are wide', (_what, page, scale) => {
  expect(scaleOfPage(page)).toBeCloseTo(scale, 6);
});

test.each([
  ['GB', false, 'open'],
  ['GB', true, 'list'],
  ['KE', false, 'deposit'],
  ['KE', true, null],
] as const)(
  'papers approved by hand lead a client in %s on by what the own screening says (held: %s)',
  (country, isHeld, next) => {
    const approved = { hasApprovedId: true, hasApprovedResidence: true, appropriatenessPassed: true, arePaymentsPaused: isHeld };
    const profile = {
      status: 12,
      company: country === 'GB' ? 4 : 5,
      country,
      category: 0,
      registeredAt: now,
      ...approved,
    } as const;
    expect(papersState([], { profile, isByCard: false })).toEqual({ word: 'approved', next });
  },
);
