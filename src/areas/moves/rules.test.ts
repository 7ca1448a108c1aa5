import { expect, test } from 'vitest';
import { agreementFor, isAdult, migrated, migrationFaults, moveStatus, openRoute } from './rules.ts';

const typed = {
  residence_country: 'GB',
  account: 'standard',
  currency: 'USD',
  leverage: '25',
  traded_system_experience: 'forex',
  experience_risk: '1_1',
};

test('another country asks for the account anew, another account for currency and leverage', () => {
  expect(migrated({ ...typed, residence_country: 'ZA' }, typed)).toMatchObject({ account: '', currency: '', leverage: '' });
  expect(migrated({ ...typed, account: 'pro' }, typed)).toMatchObject({ account: 'pro', currency: '', leverage: '' });
  expect(migrated({ ...typed, currency: 'EUR' }, typed)).toEqual({ ...typed, currency: 'EUR' });
});

test('whoever does not understand the risk is put back, and nothing traded stands alone', () => {
  expect(migrated({ ...typed, experience_risk: '1_2' }, typed).experience_risk).toBe('1_1');
  expect(migrated({ ...typed, traded_system_experience: 'forex,no' }, typed).traded_system_experience).toBe('no');
  const none = { ...typed, traded_system_experience: 'no' };
  expect(migrated({ ...none, traded_system_experience: 'no,cfd' }, none).traded_system_experience).toBe('cfd');
});

test('what is derived holds still', () => {
  for (const country of ['GB', 'ZA'])
    for (const account of ['standard', 'pro', ''])
      for (const traded of ['no', 'no,forex', 'forex', ''])
        for (const risk of ['1_1', '1_2', '']) {
          const next = { ...typed, residence_country: country, account, traded_system_experience: traded, experience_risk: risk };
          const once = migrated(next, typed);
          expect(migrated(once, once)).toEqual(once);
        }
});

test.each([
  ['2008-11-23', true],
  ['2008-11-24', false],
  ['1925-11-24', true],
  ['1925-11-22', false],
])('who was born on %s: of an age to be a client, %s', (born, is) => {
  expect(isAdult(born, new Date('2026-11-23T10:00:00Z'))).toBe(is);
});

test.each([
  ['1990-05-04', 'GB', 'QQ123456C', {}],
  ['2015-01-01', 'GB', '', { birth_date: 'adult' }],
  ['1990-05-04', 'GB', '12', { tax_id: 'taxId' }],
  ['', '', '12', {}],
])('of whoever was born on %s and pays taxes in %s by %s', (...[born, residency, taxId, faults]) => {
  const told = { birth_date: born, tax_residency: residency, tax_id: taxId };
  expect(migrationFaults(told, new Date('2026-11-23T10:00:00Z'))).toEqual(faults);
});

test('a move that was made, declined or withdrawn leaves the way by residence; one that is open or waits is the only one', () => {
  const last = (phase: string) => ({ from: 1, to: 4, phase }) as const;
  const client = { company: 1, country: 'ZA' } as const;
  expect([undefined, last('moved'), last('withdrawn')].map((each) => openRoute(client, each))).toEqual(['ftg', 'ftg', 'ftg']);
  expect(openRoute(client, last('offered'))).toBe('uk');
  expect(['asked', 'declined', 'moving', 'returning'].map((phase) => openRoute(client, last(phase)))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(moveStatus(undefined, undefined)).toBe('none');
  expect(moveStatus(last('moved'), 'ftg')).toBe('open');
  expect(moveStatus(last('declined'), 'ftg')).toBe('declined');
});

test.each([
  ['uk', 12, 'uk'],
  ['uk', 6, 'uk'],
  ['uk', 7, 'uk_registering'],
  ['uk', 8, 'uk_registering'],
  ['uk', 9, 'uk_registering'],
  ['ftg', 9, 'ftg'],
  ['ftg', 12, 'ftg'],
] as const)('by the route %s and with status %i one agrees to the terms as %s', (route, status, which) => {
  expect(agreementFor(route, status)).toBe(which);
});
