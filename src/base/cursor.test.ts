import { expect, test } from 'vitest';
import { readCursor, readTimeCursor, writeCursor, writeTimeCursor } from './cursor.ts';

test('a cursor comes back as it was written', () => {
  expect(readCursor(writeCursor(123_456_789_012n, 3))).toEqual([123_456_789_012n, 3n]);
  const place = { at: new Date('2026-03-02T10:00:00.123Z'), id: 500_001n };
  expect(readTimeCursor(writeTimeCursor(place))).toEqual(place);
});

test.each(['', 'x', '1', '1.2.3', "1';--", '1-2', '-1.2', '1.2 ', `1.${'9'.repeat(19)}`])('%j is none', (text) => {
  expect(readCursor(text)).toBeUndefined();
  expect(readTimeCursor(text)).toBeUndefined();
});

test('a moment that no calendar has is none', () => {
  expect(readTimeCursor(`${'9'.repeat(18)}.1`)).toBeUndefined();
});
