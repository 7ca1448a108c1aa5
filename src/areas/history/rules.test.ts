import { expect, test } from 'vitest';
import { readCursor, writeCursor } from './rules.ts';

test('a cursor comes back as it was written, and nothing else is one', () => {
  const cursor = { at: new Date('2026-03-02T10:00:00.123Z'), id: 500_001 };
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  for (const text of ['', 'x', '1', '1.2.3', "1';--", '1.9999999999']) expect(readCursor(text)).toBeUndefined();
});
