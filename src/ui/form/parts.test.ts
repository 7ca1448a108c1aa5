import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysIn, partsOfDate, wholeDate, withDatePart, type DatePart } from './dateParts.ts';
import { partsOfPhone, phoneOf, wholePhone } from './phoneParts.ts';

const two = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, '0'));
const choice = fc.oneof(
  fc.tuple(fc.constant<DatePart>('year'), fc.integer({ min: 1900, max: 2026 }).map(String)),
  fc.tuple(fc.constant<DatePart>('month'), two(1, 12)),
  fc.tuple(fc.constant<DatePart>('day'), two(1, 31)),
);

describe('A date in parts', () => {
  test('is a day of the calendar as soon as it is whole, in whatever order it is chosen', () => {
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 12 }), (choices) => {
        const text = choices.reduce((before, [part, chosen]) => withDatePart(before, part, chosen), '');
        const whole = wholeDate(text);
        expect(whole === '' ? '' : new Date(`${whole}T00:00:00Z`).toISOString().slice(0, 10)).toBe(whole);
        // What was chosen last stands, but for a day that its month does not have.
        const [part = 'day', chosen] = choices.at(-1) ?? [];
        expect(part === 'day' ? chosen : partsOfDate(text)[part]).toBe(chosen);
      }),
    );
  });

  test.each([
    [{ year: '2024', month: '02' }, 29],
    [{ year: '2025', month: '02' }, 28],
    [{ year: '1900', month: '02' }, 28],
    [{ year: '', month: '02' }, 29],
    [{ year: '2025', month: '04' }, 30],
    [{ year: '2025', month: '' }, 31],
  ])('%o has %i days to choose from', (parts, days) => {
    expect(daysIn(parts)).toBe(days);
  });

  test('a day that the month does not have is asked for anew', () => {
    expect(withDatePart('1990-01-31', 'month', '02')).toBe('1990-02-');
    expect(withDatePart('2024-02-29', 'year', '2023')).toBe('2023-02-');
    expect(wholeDate('1990-02-')).toBe('');
  });
});

describe('A phone number', () => {
  const codes = new Set(['1', '27', '44', '357', '971']);

  test.each([
    ['+27 82 123', '27', '82 123'],
    ['+2782123', '27', '82123'],
    ['+3579912', '357', '9912'],
    ['+27 ', '27', ''],
    ['082 123', '', '082 123'],
    ['+999 1', '', '+999 1'],
    ['+', '', '+'],
  ])('%s is the code %s and %s', (text, code, national) => {
    expect(partsOfPhone(text, codes)).toEqual({ code, national });
  });

  test('taken apart and put together again is the same number', () => {
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.stringMatching(/^[\d -]{0,15}$/), (code, typed) => {
        const national = typed.trimStart();
        expect(partsOfPhone(phoneOf({ code, national }), codes)).toEqual({ code, national });
      }),
    );
  });

  test('is nothing while there is only a country’s code', () => {
    expect(wholePhone('+27 ')).toBe('');
    expect(wholePhone('+')).toBe('');
    expect(wholePhone(' +27 82 123 4567 ')).toBe('+27 82 123 4567');
  });
});
