import { expect, test } from 'vitest';
import type { TransferStatus } from '../../../wire/payment.ts';
import { timelineOf } from './story.ts';

const stage = (code: string) => ({ code, text: code, at: '2026-03-02T10:00:00Z', status: 'processing' as const });

test.each<[TransferStatus, string]>([
  ['waiting_payment', 'now'],
  ['processing', 'now'],
  ['completed', 'done'],
  ['declined', 'stopped'],
  ['cancelled', 'stopped'],
])('the last stage of a transfer that is %s is drawn as %s, those before it as done', (status, state) => {
  const stages = timelineOf({ status, timeline: [stage('saved'), stage('last')] });
  expect(stages.map((each) => each.state)).toEqual(['done', state]);
});

test('two stages of the same kind are told apart', () => {
  const stages = timelineOf({ status: 'processing', timeline: [stage('looked_up'), stage('looked_up')] });
  expect(new Set(stages.map(({ key }) => key)).size).toBe(2);
});
