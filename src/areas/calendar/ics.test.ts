import { expect, test } from 'vitest';
import { icsOf } from './ics.ts';

const event = {
  id: 'us-cpi-12',
  startsAt: new Date('2026-03-25T12:30:00Z'),
  changedAt: new Date('2026-03-01T08:00:00Z'),
  isCancelled: false,
  title: 'Consumer prices, month; on\\month',
  text: 'Forecast: 0.2 %\nPrevious: 0.3 %',
  alertMinutes: 15,
};

test('an event is told in UTC, with what must be escaped and its reminder', () => {
  const lines = icsOf('Economic calendar', [event]).split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:us-cpi-12@economic-calendar',
      'DTSTART:20260325T123000Z',
      'DTEND:20260325T124500Z',
      String.raw`SUMMARY:Consumer prices\, month\; on\\month`,
      String.raw`DESCRIPTION:Forecast: 0.2 %\nPrevious: 0.3 %`,
      'STATUS:CONFIRMED',
      'TRIGGER:-PT15M',
    ]),
  );
  expect(lines.filter((line) => line.startsWith('BEGIN:') || line.startsWith('END:'))).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'BEGIN:VALARM',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

test('long lines are folded between characters, each within 75 bytes', () => {
  const title = 'أسعار المستهلكين 消费者物价 '.repeat(12);
  const text = icsOf('x', [{ ...event, title, alertMinutes: null }]);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`);
  expect(text).not.toContain('�');
});

test('a title cannot begin a line of its own, and what is called off says so and reminds of nothing', () => {
  const text = icsOf('x', [{ ...event, title: 'A\r\nEND:VEVENT\nBEGIN:VEVENT', isCancelled: true }]);
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
  expect(text).toContain('STATUS:CANCELLED');
  expect(text).not.toContain('VALARM');
});
