import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadContracts } from '../bin/catalogue.ts';
import { operationId } from '../src/protocol/call.ts';

/*
 * Card data never reaches us: what a card is paid with is typed at the provider's own page. No call takes or tells a field for it, and no
 * form asks for one. What is kept of a card is its mask, as its provider tells it.
 */

/** The number, the code on the back, the date of its end and what the strip says, in the ways in which fields are named. */
const ofCard =
  /^(pan|(primary_)?account_no|cvv2?|cvc2?|cvn|csc|card_?(number|no|num|digits|data|code|pin|cvv2?|cvc2?|csc|expiry|expires|exp|expiration|valid|till|until|month|year|track|holder)(_?(month|year|date|name))?|(number|code|expiry|exp|pin)_of_card|security_?code|verification_?(value|code_of_card)|(card_?)?exp(iry|iration)?_?(month|year|mm|yy)|valid_(thru|through)|track_?[12]?(_data)?|magstripe)$/i;

const isOfCard = (name: string): boolean => ofCard.test(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_'));

/** Every name of a field in a schema, however deep. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const own = key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return [...own, ...namesIn(value)];
  });
}
const fieldsOf = (schema: z.ZodType, io: 'input' | 'output'): string[] =>
  namesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));

test.each([
  'card_number',
  'cardNumber',
  'cardnumber',
  'pan',
  'cvv',
  'CVV2',
  'cvc',
  'card_cvv',
  'security_code',
  'securityCode',
  'csc',
  'card_expiry',
  'card_exp',
  'expiry_month',
  'exp_year',
  'expYear',
  'card_holder',
  'card_holder_name',
  'valid_thru',
  'track2',
])('%s would be card data', (name) => {
  expect(isOfCard(name)).toBe(true);
});

test.each([
  'card_mask',
  'card_brand',
  'card',
  'destination',
  'account_number',
  'expiry_date',
  'payment_code',
  'company_id',
  'pins',
])('%s is none', (name) => {
  expect(isOfCard(name)).toBe(false);
});

test('no call takes card data or tells it, and no form asks for it', async () => {
  const contracts = await loadContracts();
  const places = contracts.flatMap((contract) => [
    ...Object.entries(contract.calls).flatMap(([name, { input, output }]) =>
      [...fieldsOf(input, 'input'), ...fieldsOf(output, 'output')].map((field) => ({ at: operationId(contract, name), field })),
    ),
    ...Object.entries(contract.forms ?? {}).flatMap(([name, { sends, fields }]) =>
      [...Object.keys(fields), ...fieldsOf(sends, 'input')].map((field) => ({ at: `${contract.area}.${name}`, field })),
    ),
  ]);
  expect(places.length).toBeGreaterThan(500);
  // What is seen of a deposit by card is among them.
  expect(places.map(({ field }) => field)).toContain('mask');
  expect(places.filter(({ field }) => isOfCard(field)).map(({ at, field }) => `${at} ${field}`)).toEqual([]);
});
