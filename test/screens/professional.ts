import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

const path = 'profile/professional';

export const screens: readonly Screen[] = [
  { name: 'professional', path, as: 'uk.active' },
  { name: 'professional-halfway', path, as: 'uk.active', before: halfway },
  { name: 'professional-faults', path, as: 'uk.active', open: sendEmpty },
  { name: 'professional-waiting', path, as: 'uk.active', before: waits },
  { name: 'professional-declined', path, as: 'uk.active', before: declined },
  { name: 'professional-not-offered', path, as: 'global.active' },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-professional', path: 'professional/7', at: 'desk', as: 'compliance', before: judged },
  {
    name: 'desk-professional-decline',
    path: 'professional/7',
    at: 'desk',
    as: 'compliance',
    before: judged,
    open: askToDecline,
    isOver: true,
  },
];

const file = {
  id: '00000000-0000-4000-8000-000000000007',
  name: 'statement-2026.pdf',
  bytes: 420_000,
  sent_at: '2026-11-20T09:30:00.000Z',
};
const begun = {
  is_offered: true,
  status: 'draft',
  is_requested: false,
  is_accepted: false,
  least_criteria: 2,
  evidence: [{ criterion: 'portfolio', files: [file] }],
};

async function answer({ page }: ScreenHelpers, over: object): Promise<void> {
  await answerCalls(page, /\/api\/direct\/professional\?/, (asked) =>
    asked.fulfill({ json: { success: true, data: { ...begun, ...over }, errors: [], code: 200 } }),
  );
}

function halfway(stage: ScreenHelpers): Promise<void> {
  return answer(stage, { is_accepted: true });
}
function waits(stage: ScreenHelpers): Promise<void> {
  return answer(stage, { status: 'waiting' });
}
function declined(stage: ScreenHelpers): Promise<void> {
  return answer(stage, { status: 'declined' });
}

async function sendEmpty({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main form [type="submit"]').first().click();
  await page.locator('main form').last().locator('[type="submit"]').click();
  await page.locator('main [aria-invalid="true"]').first().waitFor();
}

async function judged({ page }: ScreenHelpers): Promise<void> {
  const application = {
    id: 7,
    client_id: 100_011,
    name: 'Anna Moss',
    country: 'DE',
    status: 'waiting',
    requested_at: '2026-11-20T09:30:00.000Z',
    accepted_at: '2026-11-20T09:31:00.000Z',
    evidence: [
      { criterion: 'trades', files: [{ ...file, scan: 'clean' }] },
      { criterion: 'work', files: [{ ...file, id: file.id.replace('7', '8'), name: 'contract.pdf', scan: 'waiting' }] },
    ],
    told: { experience: '1,3', net_worth: '4', income: null },
    test_passed: true,
    decided_by: null,
    decided_at: null,
    reason_code: null,
  };
  await answerCalls(page, /\/api\/desk\/professional\/7\?/, (asked) =>
    asked.fulfill({ json: { success: true, data: { application }, errors: [], code: 200 } }),
  );
}

async function askToDecline({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('professional.desk.decline') }).click();
  await page.getByRole('dialog').waitFor();
}
