import { expect, test } from 'vitest';
import type { StatusId } from '../../law/statuses.ts';
import { openActs, statusWords, whyNot, type Situation } from './rules.ts';

type Wish = Partial<Omit<Situation, 'profile'>> & { readonly move?: 'open' | 'under_way' };

function at(status: StatusId, { move, isScreened = false, hasOwnFreeze = false }: Wish = {}): Situation {
  const profile = { status, company: 3, country: 'ZA', ...(move && { companyMove: move }) } as const;
  return { profile, isScreened, hasOwnFreeze };
}

test('who may be on a list of sanctions is frozen and nothing else: a closing would pay out, an opening would let go', () => {
  expect(openActs(at(12, { isScreened: true }))).toEqual({ acts: ['freeze'], held: 'client_screened' });
  expect(openActs(at(14, { isScreened: true }))).toEqual({ acts: [], held: 'client_screened' });
  expect(openActs(at(5, { isScreened: true }))).toEqual({ acts: ['freeze'], held: 'client_screened' });
});

test('who moves between companies is frozen and nothing else; one that is only offered keeps from nothing', () => {
  expect(openActs(at(12, { move: 'under_way' }))).toEqual({ acts: ['freeze'], held: 'move_under_way' });
  expect(openActs(at(12, { move: 'open' }))).toEqual({
    acts: ['freeze', 'decline', 'close', 'close_non_eu'],
    held: undefined,
  });
});

test('what a client has frozen is taken over or closed, and given back elsewhere', () => {
  expect(openActs(at(14, { hasOwnFreeze: true }))).toEqual({
    acts: ['freeze', 'close', 'close_non_eu'],
    held: 'frozen_by_client',
  });
  expect(openActs(at(14))).toEqual({ acts: ['close', 'close_non_eu', 'reopen'], held: undefined });
});

test('what the status does not allow is refused as that, whatever else is in the way', () => {
  expect(whyNot('reopen', at(12, { isScreened: true }))).toBe('status_not_settable');
  expect(whyNot('freeze', at(14))).toBe('status_not_settable');
  expect(whyNot('close_uk', at(12))).toBe('status_not_settable');
});

test('a status is said as staff say it', () => {
  expect(statusWords('CLOSED_NON_EU')).toBe('Closed non eu');
});
