import { expect, test } from 'vitest';
import { writeTimeCursor } from '../../base/cursor.ts';
import { readCursor } from './rules.ts';

test('a page begins behind a transfer, and nowhere else', () => {
  const cursor = { at: new Date('2026-03-02T10:00:00.123Z'), id: 500_001 };
  expect(readCursor(writeTimeCursor(cursor))).toEqual(cursor);
  for (const text of ['', '1', '1.9999999999']) expect(readCursor(text)).toBeUndefined();
});
