import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-risk-client', path: 'clients/{client}', at: 'desk', as: 'compliance', before: high, open: toSection },
  { name: 'desk-risk-client-asked', path: 'clients/{client}', at: 'desk', as: 'compliance', before: askedFor, open: toSection },
  {
    name: 'desk-risk-client-review',
    path: 'clients/{client}',
    at: 'desk',
    as: 'compliance',
    before: high,
    open: review,
    isOver: true,
  },
];

const at = '2026-11-20T09:30:00.000Z';
const factor = (name: string, value: string, points: number) => ({
  factor: name,
  value: `${name}_${value}`,
  points,
  is_decisive: false,
});
const risk = {
  level: 'high',
  computed_level: 'medium',
  points: 55,
  version: '2026-11',
  assessed_at: at,
  factors: [factor('country', 'monitored', 25), factor('turnover', 'above', 20), factor('funds', 'inherited', 10)],
  override: {
    level: 'high',
    asked_by: 'compliance',
    approved_by: 'admin',
    at,
    reason: 'The source of the inheritance is abroad.',
  },
  is_decided_by_law: false,
  diligence: {
    kind: 'enhanced',
    papers: [
      { paper: 'identity', is_there: true },
      { paper: 'residence', is_there: true },
      { paper: 'funds', is_there: null },
      { paper: 'wealth', is_there: null },
    ],
    needs_second: true,
    review_months: 12,
  },
  reviewed_at: at,
  review_due_at: at,
  is_overdue: true,
  request: null,
  waits_for_second: false,
};
const reviews = [
  {
    at: '2025-11-20T09:30:00.000Z',
    level: 'medium',
    papers: ['identity', 'residence'],
    reviewed_by: 'compliance',
    approved_by: null,
    reason: 'Nothing has changed.',
    next_at: at,
  },
];

const request = {
  papers: ['residence', 'funds'],
  sent: ['residence'],
  asked_by: 'risk',
  asked_at: '2026-09-20T09:30:00.000Z',
  due_at: '2026-10-20T09:30:00.000Z',
  restricted_at: '2026-10-20T09:40:00.000Z',
  escalated_at: at,
};

function high(stage: ScreenHelpers): Promise<void> {
  return answerRisk(stage, risk);
}

function askedFor(stage: ScreenHelpers): Promise<void> {
  return answerRisk(stage, { ...risk, request });
}

async function answerRisk({ page }: ScreenHelpers, shown: object): Promise<void> {
  const data = { risk: shown, is_due: false, past: [{ at, level: 'medium', points: 55, version: '2026-11' }], reviews };
  await answerCalls(page, /\/api\/desk\/risk\/\d+\?/, (asked) =>
    asked.fulfill({ json: { success: true, data, errors: [], code: 200 } }),
  );
}

async function toSection({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('table', { name: say('risk.desk.factors') }).scrollIntoViewIfNeeded();
}

async function review({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('risk.desk.review'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
}
