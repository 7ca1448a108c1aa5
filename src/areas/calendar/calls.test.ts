import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, dayMs, hourMs, minuteMs, utcDay } from '../../base/time.ts';
import type { CalendarEvent, EconomicCalendar } from '../../ports/calendar/port.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../server/testing/app.ts';
import { holdSweeps } from '../../server/testing/telling.ts';
import { readCalendar } from './face.ts';
import { remind } from './telling.ts';

let app: TestApp;
let client: SignedIn;
let other: SignedIn;
let lead: SignedIn;

beforeAll(async () => {
  app = await openTestApp();
  await holdSweeps(app, ['calendar.reading', 'calendar.reminders']);
  client = await app.signIn('global.active');
  other = await app.signIn('cn.active');
  lead = await app.signIn('global.lead');
});
afterAll(() => app.close());

const now = () => app.opened.clock.now();
const get = (query = '', as = client) => app.call({ method: 'GET', path: `api/economic-calendar${query}`, as });
const alert = (event: string, minutes: unknown = 15, as = client) =>
  app.call({ method: 'POST', path: 'api/economic-calendar/alerts', body: { event_id: event, minutes }, as });
const notices = (as = client) =>
  app.owner.sql.many<{ type: string; values: Record<string, unknown> }>(
    `select type, values from notice where client_id = $1 and type like 'calendar%' order by id`,
    [as.clientId],
  );

const event = (told: Partial<CalendarEvent> & { readonly id: string }): CalendarEvent => ({
  revision: 1,
  startsAt: after(now(), hourMs),
  state: 'scheduled',
  country: 'US',
  currency: 'USD',
  importance: 'high',
  titles: { en: 'Consumer prices', ar: 'أسعار المستهلكين', zh: '消费者物价' },
  unit: 'percent',
  actual: null,
  forecast: '0.2',
  previous: '0.3',
  ...told,
});

let pages = 0;
/** What the job does when the vendor says that. */
function hear(...events: readonly CalendarEvent[]) {
  const read = async () => ({ outcome: 'done', asOf: now(), events, mark: `page ${++pages}`, hasMore: false }) as const;
  return listen({ read });
}
const listen = (calendar: EconomicCalendar) => readCalendar({ ...app.database, now: now(), calendar });
const away: EconomicCalendar = { read: async () => ({ outcome: 'unknown', reason: 'told by the test' }) };

test('what the sandbox’s vendor tells is read over its protocol, once, and shown by day, country and importance', async () => {
  const { calendar } = app.opened.app;
  if (!calendar) throw new Error('the sandbox has a calendar');
  expect(await listen(calendar)).toEqual({ hasChanged: true });
  expect(await listen(calendar)).toEqual({ hasChanged: false });
  const { data } = await get('?zone=Europe/Berlin');
  expect(data.events.length).toBeGreaterThan(5);
  expect(data.feed).toEqual({ as_of: expect.any(String), broken_since: null });
  expect(data.countries).toEqual(expect.arrayContaining(['DE', 'GB', 'JP', 'US']));
  const high = (await get('?importance=high&country=US,GB&zone=Europe/Berlin')).data.events;
  expect(new Set(high.map(({ importance }: { importance: string }) => importance))).toEqual(new Set(['high']));
  expect(high.every(({ country }: { country: string }) => ['US', 'GB'].includes(country))).toBe(true);
  const times = data.events.map(({ starts_at: at }: { starts_at: string }) => at);
  expect(times).toEqual([...times].sort());
});

test('who asks for days or a zone that there are not is told so at the field, and nothing else comes of it', async () => {
  for (const [query, code, field] of [
    ['?zone=Europe/Atlantis', 'unknown_zone', 'zone'],
    ['?from=2026-01-01&till=2026-03-01', 'calendar_days_out_of_range', 'till'],
    ['?from=2026-03-02&till=2026-03-01', 'calendar_days_out_of_range', 'till'],
    ['?from=1999-03-02&till=1999-03-03', 'calendar_days_out_of_range', 'from'],
  ])
    expect(await get(query)).toMatchObject({ httpStatus: 422, errors: [{ code, validation_messages: { [String(field)]: {} } }] });
  expect((await get('?from=yesterday')).httpStatus).toBe(422);
  expect((await get('?country=USA')).httpStatus).toBe(422);
  expect((await get('?after=nonsense')).httpStatus).toBe(200);
});

test('an event of the night when the clocks change stands on the day of whoever reads', async () => {
  // In Berlin the clocks go from two to three at one in the morning of UTC.
  await hear(
    event({ id: 'before-spring', startsAt: new Date('2027-03-27T23:30:00Z') }),
    event({ id: 'in-spring', startsAt: new Date('2027-03-28T01:00:00Z') }),
    event({ id: 'after-spring', startsAt: new Date('2027-03-28T22:30:00Z') }),
  );
  const of = async (zone: string, day: string) => {
    const { events } = (await get(`?from=${day}&till=${day}&zone=${zone}`)).data;
    const own = events.filter(({ event_id: id }: { event_id: string }) => id.endsWith('-spring'));
    return own.map((each: { event_id: string; local_date: string; utc_offset_minutes: number }) => [
      each.event_id,
      each.local_date,
      each.utc_offset_minutes,
    ]);
  };
  expect(await of('Europe/Berlin', '2027-03-28')).toEqual([
    ['before-spring', '2027-03-28', 60],
    ['in-spring', '2027-03-28', 120],
  ]);
  expect(await of('Europe/Berlin', '2027-03-29')).toEqual([['after-spring', '2027-03-29', 120]]);
  expect(await of('America/New_York', '2027-03-27')).toEqual([
    ['before-spring', '2027-03-27', -240],
    ['in-spring', '2027-03-27', -240],
  ]);
});

test('a client is reminded once, told the figure, its revision and its end, each in their language', async () => {
  await hear(event({ id: 'cpi' }));
  await app.owner.sql.run(`update client set language = 'zh' where id = $1`, [other.clientId]);
  expect((await alert('cpi', 60)).data).toEqual({ event_id: 'cpi', alert_minutes: 60 });
  expect((await alert('cpi', 15)).errors).toEqual([]);
  expect((await alert('cpi', 0, other)).errors).toEqual([]);
  const own = (await get(`?from=${utcDay(now())}`)).data.events.find(({ event_id: id }: { event_id: string }) => id === 'cpi');
  expect(own.alert_minutes).toBe(15);

  const at = (ms: number) => remind({ ...app.database, now: after(now(), ms) });
  expect(await at(30 * minuteMs)).toBe(0);
  await Promise.all([at(46 * minuteMs), at(46 * minuteMs)]);
  expect(await notices()).toEqual([
    { type: 'calendar_event_soon', values: { title: 'Consumer prices', country: 'US', minutes: 14 } },
  ]);
  expect(await notices(other)).toEqual([]);

  // It is moved by an hour: they are reminded of that hour too.
  await hear(event({ id: 'cpi', revision: 2, startsAt: after(now(), 2 * hourMs) }));
  expect(await at(46 * minuteMs)).toBe(0);
  expect(await at(106 * minuteMs)).toBe(1);

  await hear(event({ id: 'cpi', revision: 4, state: 'released', actual: '0.4' }));
  // What was sent before and comes late is left out, and the same once more tells nobody.
  await hear(
    event({ id: 'cpi', revision: 3, state: 'cancelled' }),
    event({ id: 'cpi', revision: 4, state: 'released', actual: '0.4' }),
  );
  await hear(event({ id: 'cpi', revision: 5, state: 'released', actual: '0.5', previous: '0.2' }));
  expect((await notices()).slice(2)).toEqual([
    {
      type: 'calendar_event_released',
      values: {
        title: 'Consumer prices',
        country: 'US',
        actual: { phrase: 'calendar.unit.percent', values: { value: '0.4' } },
        forecast: { phrase: 'calendar.unit.percent', values: { value: '0.2' } },
      },
    },
    { type: 'calendar_event_revised', values: expect.objectContaining({ title: 'Consumer prices' }) },
  ]);
  expect((await notices(other)).map(({ values }) => values['title'])).toEqual(['消费者物价', '消费者物价']);
  const { events } = (await get()).data;
  const shown = events.find(({ event_id: id }: { event_id: string }) => id === 'cpi');
  expect(shown).toMatchObject({ actual: '0.5', actual_before: '0.4', previous: '0.2', previous_before: '0.3' });

  await hear(event({ id: 'strike' }));
  await alert('strike');
  await hear(event({ id: 'strike', revision: 2, state: 'cancelled' }));
  expect((await notices()).at(-1)?.type).toBe('calendar_event_cancelled');
});

test('an alert asks for a complete registration and an event that is to come, and there are fifty at most', async () => {
  await hear(...Array.from({ length: 51 }, (_, index) => event({ id: `many-${index}`, startsAt: after(now(), 3 * dayMs) })));
  expect(await alert('many-0', 15, lead)).toMatchObject({ httpStatus: 403, errors: [{ code: 'complete_registration' }] });
  expect((await get('', lead)).httpStatus).toBe(200);
  expect(await alert('nobody-has-it')).toMatchObject({ httpStatus: 404, errors: [{ code: 'calendar_event_not_found' }] });
  expect(await alert('cpi')).toMatchObject({ httpStatus: 422, errors: [{ code: 'calendar_event_over' }] });
  expect((await alert('many-0', 7)).httpStatus).toBe(422);
  await app.owner.sql.run(
    `insert into calendar_alert (client_id, event_id, minutes, created_at)
       select $1, 'many-' || number, 15, $2 from generate_series(0, 48) number`,
    [client.clientId, now()],
  );
  const answers = await Promise.all([alert('many-49'), alert('many-50')]);
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 422]);
  expect(answers.flatMap(({ errors }) => errors)).toMatchObject([{ code: 'too_many_calendar_alerts' }]);
  expect((await alert('many-3', 60)).httpStatus).toBe(200);
  const path = 'api/economic-calendar/alerts/many-7';
  expect((await app.call({ method: 'DELETE', path, as: client })).data).toMatchObject({ alert_minutes: null });
  expect((await app.call({ method: 'DELETE', path, as: client })).httpStatus).toBe(200);
});

test('a hundred events are a page, and the next one goes on behind it', async () => {
  const startsAt = after(now(), 20 * dayMs);
  await hear(...Array.from({ length: 120 }, (_, index) => event({ id: `page-${index}`, startsAt, country: 'CH' })));
  const query = `?from=${utcDay(startsAt)}&till=${utcDay(startsAt)}&country=CH`;
  const first = (await get(query)).data;
  const second = (await get(`${query}&after=${encodeURIComponent(first.next)}`)).data;
  expect([first.events.length, second.events.length, second.next]).toEqual([100, 20, null]);
  const ids = [...first.events, ...second.events].map(({ event_id: id }: { event_id: string }) => id);
  expect(new Set(ids).size).toBe(120);
});

test('the same events come as a calendar file, with the reminder of whoever asks', async () => {
  await hear(event({ id: 'file', startsAt: new Date('2027-03-28T12:30:00Z') }));
  await alert('file', 5);
  const response = await fetch(
    `${app.url}/api/js/api/economic-calendar/file?from=2027-03-28&till=2027-03-28&zone=Europe/London`,
    {
      headers: { cookie: client.cookie },
    },
  );
  expect(response.headers.get('content-type')).toContain('text/calendar');
  const text = await response.text();
  expect(text).toContain('DTSTART:20270328T123000Z\r\n');
  expect(text).toContain('TRIGGER:-PT5M\r\n');
});

test('while the vendor is away, the screen is told since when, with what was known before', async () => {
  await hear(event({ id: 'last' }));
  expect(await listen(away)).toEqual({ hasChanged: false, failure: 'told by the test' });
  expect((await get()).data.feed.broken_since).toBeNull();
  const later = after(now(), 3 * minuteMs);
  expect(await readCalendar({ ...app.database, now: later, calendar: away })).toMatchObject({ hasChanged: true });
  expect(await readCalendar({ ...app.database, now: after(later, 10_000), calendar: away })).toMatchObject({ hasChanged: false });
  await app.opened.clock.advance(180);
  const told = (await get()).data;
  expect(told.feed).toEqual({ as_of: expect.any(String), broken_since: expect.any(String) });
  // Since it was read last, which was a moment after the vendor's own instant.
  expect(Math.abs(Date.parse(told.feed.broken_since) - Date.parse(told.feed.as_of))).toBeLessThan(60_000);
  expect(told.events.length).toBeGreaterThan(0);
  expect(await hear()).toEqual({ hasChanged: true });
  expect((await get()).data.feed.broken_since).toBeNull();
});
