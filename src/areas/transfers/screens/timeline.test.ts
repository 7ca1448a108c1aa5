import { expect, test } from 'vitest';
import type { TransferStatus } from '../../../protocol/payment.ts';
import { timelineOf } from './timeline.ts';

const entry = (code: string) => ({ code, text: code, at: '2026-03-02T10:00:00Z', status: 'processing' as const });

test.each<[TransferStatus, string]>([
  ['waiting_payment', 'now'],
  ['processing', 'now'],
  ['completed', 'done'],
  ['declined', 'stopped'],
  ['cancelled', 'stopped'],
])('the last stage of a transfer that is %s is drawn as %s, those before it as done', (status, state) => {
  const entries = timelineOf({ status, timeline: [entry('saved'), entry('last')] });
  expect(entries.map((each) => each.state)).toEqual(['done', state]);
});

test('two stages of the same kind are told apart', () => {
  const entries = timelineOf({ status: 'processing', timeline: [entry('looked_up'), entry('looked_up')] });
  expect(new Set(entries.map(({ key }) => key)).size).toBe(2);
});
