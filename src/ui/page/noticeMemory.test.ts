import { expect, test } from 'vitest';
import type { Notification } from '../../protocol/envelope.ts';
import { countNew, stillDue } from './noticeMemory.ts';

const notice = (id: string, more: Partial<Notification> = {}): Notification => ({
  id,
  type: 'deposit_completed',
  level: 'info',
  title: '',
  text: '',
  status: 'open',
  is_closable: true,
  is_read: false,
  display: 'always',
  direction: 'api',
  target: null,
  hidden_on: [],
  data: {},
  created_at: '2026-11-22T10:00:00.000Z',
  ...more,
});

test('the bell counts what is not read and newer than what it has shown, by number and not by letters', () => {
  const notices = [notice('1000'), notice('999'), notice('998', { is_read: true })];
  expect(countNew(notices, { seenTo: '0' })).toBe(2);
  expect(countNew(notices, { seenTo: '999' })).toBe(1);
  expect(countNew(notices, { seenTo: '1000' })).toBe(0);
});

test('what is to be shown once is not shown again, and everything else as long as it is open', () => {
  const notices = [notice('3', { display: 'once' }), notice('2', { display: 'once' }), notice('1')];
  expect(stillDue(notices, { once: ['2', '1'] }).map(({ id }) => id)).toEqual(['3', '1']);
});
