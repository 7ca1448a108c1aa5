import { admin, answerAtDesk } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'signals', path: '{brand}-signals', as: 'global.active' },
  { name: 'signals-corrected', path: '{brand}-signals', as: 'global.active', before: withCorrected },
  { name: 'signals-none', path: '{brand}-signals?instrument=AUDUSD&date=2026-01-01&session=2', as: 'global.active' },
  { name: 'signals-choose', path: '{brand}-signals', as: 'global.active', open: choose, isOver: true },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-signals', path: 'signals', ...admin },
  { name: 'desk-signals-none', path: 'signals', ...admin, before: withNone },
  { name: 'desk-signals-post', path: 'signals', ...admin, open: openFirst, isOver: true },
  { name: 'desk-signals-correct', path: 'signals', ...admin, before: withOpen, open: openLast, isOver: true },
  { name: 'desk-signals-holidays', path: 'signals/holidays', ...admin },
  { name: 'desk-signals-holidays-add', path: 'signals/holidays', ...admin, open: openFirst, isOver: true },
];

async function choose({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: say('signals.choose') })
    .click();
  await page.locator('dialog[open] li button').first().waitFor();
}

async function openFirst({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main button').first().click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}

async function openLast({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main td button').last().click();
  await page.locator('dialog[open] textarea[name="reason"]').waitFor();
}

/** The newest signal, as if its stop had been corrected since. */
async function withCorrected({ page }: ScreenHelpers): Promise<void> {
  await answerCalls(page, /fx-signals\/[A-Z]{6}\?/, async (asked) => {
    const response = await asked.fetch();
    const envelope = await response.json();
    for (const signal of envelope.data.fxtm_signals.signal) {
      const { entry, stop, targets } = signal;
      Object.assign(signal, { post_status: 'corrected', comment: 'The stop follows below the round figure.' });
      signal.corrections = [{ version: 1, entry, stop, targets, comment: '', made_at: signal.date_time }];
    }
    await asked.fulfill({ response, json: envelope });
  });
}

const results = { open: 0, target: 0, stop: 0, expired: 0, hit_rate: null };
const [today, date] = ['2026-11-23', '2026-11-23'];

async function withNone({ page }: ScreenHelpers): Promise<void> {
  await answerAtDesk(page, 'signals', { data: { signals: [], next: null, results, today, date, sessions: [] } });
}

async function withOpen({ page }: ScreenHelpers): Promise<void> {
  const levels = { entry: '1.15840', stop: '1.15500', targets: ['1.16180', '1.16480'] };
  const signal = {
    id: 7,
    instruments: 'EURUSD',
    post_status: 'corrected',
    market_holidays: [],
    date_time: '2026-11-23T08:05:00Z',
    date,
    time_session: 2,
    chart_uri: '/api/js/api/fx-signals/EURUSD/chart?signal=7',
    side: 'buy',
    ...levels,
    comment: '',
    corrections: [{ ...levels, stop: '1.15300', version: 1, comment: '', made_at: '2026-11-23T08:05:00Z' }],
    digits: 5,
    counts_from: '2026-11-23T08:05:00Z',
    expires_at: '2026-11-23T22:00:00Z',
    entered_at: '2026-11-23T08:11:00Z',
    targets_hit: 1,
    outcome: null,
    exit: null,
    result_points: null,
    closed_at: null,
    posted_by: 'analyst',
  };
  const data = { signals: [signal], next: null, results: { ...results, open: 1 }, today, date, sessions: [] };
  await answerAtDesk(page, 'signals', { data });
}
