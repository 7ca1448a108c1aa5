import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [];

const desk = { at: 'desk', as: 'compliance' } as const;

export const deskScreens: readonly Screen[] = [
  { name: 'desk-suspicions', path: 'suspicions', ...desk, before: listed },
  { name: 'desk-suspicions-file', path: 'suspicions/4', ...desk, before: opened },
  { name: 'desk-suspicions-attach', path: 'suspicions/4', ...desk, before: opened, open: attach, isOver: true },
];

const at = '2026-11-20T09:30:00.000Z';
const line = { id: 4, client_id: 100_011, state: 'open', opened_at: at, due_at: at, is_late: true };
const file = {
  ...line,
  facts: [
    { id: 1, subject: 'remittance:500012', text: 'Three payers in a week, none of them the client.', told_by: 'finance', at },
    { id: 2, subject: 'client:100011', text: 'Asked how much can be paid in without papers.', told_by: 'agent', at },
  ],
  facts_total: 2,
  proposal: null,
  proposed_by: null,
  proposed_at: null,
  proposal_reason: null,
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  acts: [{ id: 1, action: 'disagree', by: 'admin', at, reason: 'The third payer is the wife, by the marriage certificate.' }],
  actions: ['propose_report', 'propose_dismiss'],
};

async function answer({ page }: ScreenHelpers, where: RegExp, data: object): Promise<void> {
  await answerCalls(page, where, (asked) => asked.fulfill({ json: { success: true, data, errors: [], code: 200 } }));
}
function listed(stage: ScreenHelpers): Promise<void> {
  return answer(stage, /\/api\/desk\/suspicions\?/, { files: [line, { ...line, id: 3, is_late: false }], next: '3' });
}
function opened(stage: ScreenHelpers): Promise<void> {
  return answer(stage, /\/api\/desk\/suspicions\/4\?/, { file });
}
async function attach({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('suspicions.desk.attach') }).click();
  await page.getByRole('dialog').waitFor();
}
