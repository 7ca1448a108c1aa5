import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'calendar', path: 'economic-calendar', as: 'global.active' },
  { name: 'calendar-none', path: 'economic-calendar?from=2026-01-03&span=day', as: 'global.active' },
  { name: 'calendar-broken', path: 'economic-calendar?importance=high', as: 'global.active', before: withBroken },
  {
    name: 'calendar-alert',
    path: 'economic-calendar?span=month&importance=high',
    as: 'global.active',
    open: remind,
    isOver: true,
  },
];

/** As if the vendor had not answered for a while, with a figure that was revised and an event that was called off. */
async function withBroken({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /api\/economic-calendar\?/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    envelope.data.feed.broken_since = envelope.data.feed.as_of;
    const [first, second, third] = envelope.data.events;
    if (first) Object.assign(first, { state: 'released', actual: '0.4', actual_before: '0.3', alert_minutes: 15 });
    if (second) Object.assign(second, { state: 'cancelled' });
    if (third) Object.assign(third, { moved_from: third.starts_at, alert_minutes: 60 });
    await asked.fulfill({ response, json: envelope });
  });
}

async function remind({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main td button').last().click();
  await page.locator('dialog[open] input[type="radio"]').first().waitFor();
}
