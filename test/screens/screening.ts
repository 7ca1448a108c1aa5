import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-screening', path: 'screening', at: 'desk', as: 'compliance', before: lists },
  { name: 'desk-screening-hit', path: 'screening/7', at: 'desk', as: 'compliance', before: open },
  { name: 'desk-screening-true', path: 'screening/7', at: 'desk', as: 'compliance', before: open, open: askTrue, isOver: true },
  { name: 'desk-screening-decided', path: 'screening/7', at: 'desk', as: 'compliance', before: decided },
];

const at = '2026-11-20T09:30:00.000Z';
const list = {
  list: 'ofac-sdn',
  checked_at: at,
  failure: null,
  failing_since: null,
  is_stale: false,
  digest: '3f2c9ac41d0f7788aa55cc0011223344',
  published_at: '2026-11-19',
  imported_at: at,
  entries: 17_412,
  added: 12,
  changed: 40,
  removed: 3,
  screened_at: at,
};
const hit = {
  id: 7,
  list: 'ofac-sdn',
  kind: 'sanctions',
  name: 'Karim Sandbox al-Testani',
  points: 94,
  status: 'open',
  found_at: at,
  client_id: 100_011,
  typed: { names: ['كريم التستاني'], birth_dates: ['1961-05-17'], countries: ['JO'] },
  entry: {
    names: ['Karim Sandbox al-Testani', 'Kareem el Testany'],
    birth_dates: ['1961-05-17'],
    countries: ['SY'],
    key: '1001',
    reasons: ['SDGT'],
  },
  factors: {
    name: {
      points: 96,
      typed: 'كريم التستاني',
      listed: 'Kareem el Testany',
      words: [
        { typed: 'krym', listed: 'kareem', likeness: 96 },
        { typed: 'tstany', listed: 'testany', likeness: 96 },
      ],
    },
    birth_date: { points: 8, agreement: 'same' },
    country: { points: -3, agreement: 'other' },
  },
  is_removed: false,
  waits_for_second: false,
  decided_by: null,
  decided_at: null,
  reason_code: null,
};

async function answer({ page }: ScreenHelpers, where: RegExp, data: object): Promise<void> {
  await answerCalls(page, where, (asked) => asked.fulfill({ json: { success: true, data, errors: [], code: 200 } }));
}

function lists(stage: ScreenHelpers): Promise<void> {
  const failed = {
    ...list,
    list: 'peps',
    failure: 'the last line has no end',
    failing_since: '2026-11-18T09:30:00.000Z',
    is_stale: true,
    screened_at: null,
  };
  return answer(stage, /\/api\/desk\/screening\?/, { lists: [list, failed] });
}
function open(stage: ScreenHelpers): Promise<void> {
  return answer(stage, /\/api\/desk\/screening\/7\?/, { hit });
}
function decided(stage: ScreenHelpers): Promise<void> {
  const over = { status: 'true_hit', decided_by: 'admin', decided_at: at, reason_code: 'papers_agree', is_removed: true };
  return answer(stage, /\/api\/desk\/screening\/7\?/, { hit: { ...hit, ...over } });
}

async function askTrue({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('screening.desk.verb.true_hit') }).click();
  await page.getByRole('dialog').waitFor();
}
