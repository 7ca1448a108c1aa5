import { expect } from 'vitest';
import { clientId } from '../../base/id.ts';
import { after, hourMs } from '../../base/time.ts';
import type { CalendarEvent } from '../../ports/calendar/port.ts';
import { meanwhile, now, sweep, type Fact, type World } from './telling.ts';

/** What becomes of economic figures that a client has an alert for. */
export const toolFacts: readonly Fact[] = [
  {
    fact: 'the charts of the terminal are set up anew',
    over: [],
    live: ['charts'],
    ready:
      async ({ app, client }) =>
      async () => {
        const body = { layout: { charts: 2, others: [], indicators: [] } };
        expect((await app.call({ method: 'POST', path: 'api/trading/charts', body, as: client })).errors).toEqual([]);
      },
  },
  {
    fact: 'a list of symbols is begun',
    over: [],
    live: ['watchlists'],
    ready:
      async ({ app, client }) =>
      async () => {
        const body = { name: 'Metals' };
        expect((await app.call({ method: 'POST', path: 'api/trading/watchlists', body, as: client })).errors).toEqual([]);
      },
  },
  {
    fact: 'an economic figure comes out in a while',
    type: 'calendar_event_soon',
    over: ['screen'],
    live: ['notices'],
    ready: async (world) => {
      await alertFor(world, 'soon');
      await world.app.owner.sql.run(`update calendar_event set starts_at = $1 where id = 'soon'`, [
        after(now(world.app), hourMs / 6),
      ]);
      return () => sweep(world.app, 'calendar.reminders');
    },
  },
  ...(['released', 'revised', 'cancelled'] as const).map(eventIs),
  {
    fact: 'the economic calendar has changed',
    over: [],
    live: ['calendar'],
    isForAll: true,
    ready: async (world) => () => hear(world, figure(world, { id: 'new' })),
  },
];

function eventIs(what: 'released' | 'revised' | 'cancelled'): Fact {
  return {
    fact: `an economic figure is ${what}`,
    type: `calendar_event_${what}`,
    over: what === 'revised' ? ['screen'] : ['screen', 'mail'],
    live: ['notices'],
    ready: async (world) => {
      await alertFor(world, what);
      const id = what;
      if (what === 'revised') {
        await world.app.owner.sql.run(
          `update calendar_event set state = 'released', actual = '0.3', revision = 2 where id = 'revised'`,
        );
      }
      const told = what === 'cancelled' ? { state: 'cancelled' } : { state: 'released', actual: '0.4' };
      return () => hear(world, figure(world, { id, revision: 3, ...told } as Partial<CalendarEvent> & { readonly id: string }));
    },
  };
}

async function alertFor(world: World, id: string): Promise<void> {
  await hear(world, figure(world, { id }));
  await world.app.owner.sql.run('insert into calendar_alert (client_id, event_id, minutes, created_at) values ($1, $2, 60, $3)', [
    clientId(world.client.clientId),
    id,
    now(world.app),
  ]);
}

function figure({ app }: World, told: Partial<CalendarEvent> & { readonly id: string }): CalendarEvent {
  return {
    revision: 1,
    startsAt: after(now(app), 24 * hourMs),
    state: 'scheduled',
    country: 'US',
    currency: 'USD',
    importance: 'high',
    titles: { en: 'Consumer prices' },
    unit: 'percent',
    actual: null,
    forecast: '0.2',
    previous: '0.3',
    ...told,
  };
}

/** The job, with a vendor that says that. */
async function hear({ app }: World, event: CalendarEvent): Promise<void> {
  const { calendar } = app.opened.app;
  if (!calendar) throw new Error('the sandbox has a calendar');
  const read = async () =>
    ({ outcome: 'done', asOf: now(app), events: [event], mark: `${event.id}${event.revision}`, hasMore: false }) as const;
  await meanwhile(calendar, { read }, () => sweep(app, 'calendar.reading'));
}
