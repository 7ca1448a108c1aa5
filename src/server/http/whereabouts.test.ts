import { expect, test } from 'vitest';
import { whereaboutsOf } from './whereabouts.ts';

const names = { countryHeader: 'x-country', cityHeader: 'x-city' };
const asked = (headers: Record<string, string>, ip = '203.0.113.9') =>
  ({ ip, headers, socket: { remoteAddress: '10.0.0.1' } }) as unknown as Parameters<typeof whereaboutsOf>[0];

test.each([
  ['a country', { 'x-country': 'za' }, { country: 'ZA', city: null }],
  ['a city', { 'x-country': 'ZA', 'x-city': 'Cape Town' }, { country: 'ZA', city: 'Cape Town' }],
  ['a city in percents', { 'x-country': 'BR', 'x-city': 'S%C3%A3o Paulo' }, { country: 'BR', city: 'São Paulo' }],
  [
    'a city in UTF-8',
    { 'x-country': 'BR', 'x-city': Buffer.from('São Paulo').toString('latin1') },
    { country: 'BR', city: 'São Paulo' },
  ],
  ['a percent that is none', { 'x-country': 'BR', 'x-city': '100%' }, { country: 'BR', city: '100%' }],
  ['a line break', { 'x-country': 'BR', 'x-city': 'A\nB' }, { country: 'BR', city: 'AB' }],
  ['nothing', {}, undefined],
  ['who knows where', { 'x-country': 'XX' }, undefined],
  ['what is no country', { 'x-country': 'T1' }, undefined],
  ['a whole name', { 'x-country': 'South Africa' }, undefined],
] as const)('a proxy that says %s', (_what, headers, told) => {
  expect(whereaboutsOf(asked(headers), names)).toEqual(told);
});

test('nobody is believed who comes by no proxy of ours, nor where the broker has named no header', () => {
  expect(whereaboutsOf(asked({ 'x-country': 'ZA' }, '10.0.0.1'), names)).toBeUndefined();
  expect(whereaboutsOf(asked({ 'x-country': 'ZA', '': 'ZA' }), { countryHeader: '', cityHeader: '' })).toBeUndefined();
  expect(whereaboutsOf(asked({ 'x-country': 'ZA', 'x-city': 'Durban' }), { ...names, cityHeader: '' })?.city).toBeNull();
});
