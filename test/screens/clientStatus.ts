import { admin, answerAtDesk, press } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

const path = 'clients/{client}';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-clientStatus', path, ...admin, before: withPast, open: toSection },
  { name: 'desk-clientStatus-waiting', path, ...admin, before: withWaiting, open: toSection },
  { name: 'desk-clientStatus-held', path, ...admin, before: withHeld, open: toSection },
  { name: 'desk-clientStatus-freeze', path, ...admin, before: withPast, open: (stage) => ask(stage, 'freeze'), isOver: true },
  { name: 'desk-clientStatus-close', path, ...admin, before: withPast, open: (stage) => ask(stage, 'close'), isOver: true },
];

const act = (name: string, to: string, reasons: readonly string[]) => ({
  act: name,
  to,
  needs_second: name !== 'freeze',
  reasons,
});
const acts = [
  act('freeze', 'FROZEN', ['taken_over', 'authority', 'dispute', 'papers', 'death', 'suspicion']),
  act('decline', 'DECLINED', ['papers', 'age', 'residence', 'duplicate', 'terms', 'suspicion']),
  act('close', 'CLOSED', ['own_wish', 'terms', 'papers', 'duplicate', 'death', 'authority', 'suspicion']),
  act('close_non_eu', 'CLOSED_NON_EU', ['residence', 'licence']),
];
const at = '2026-11-20T09:30:00.000Z';
const past = {
  act: 'freeze',
  from: 'APPROVED',
  to: 'FROZEN',
  reason_code: 'taken_over',
  asked_by: 'compliance',
  agreed_by: null,
  set_at: at,
  ended_at: '2026-11-21T10:00:00.000Z',
  ended_reason: 'identity_shown',
  ended_asked_by: 'compliance',
  ended_agreed_by: 'admin',
};
const state = { client_id: 100_001, status: 'APPROVED', acts, held: null, waiting: null, changes: [past] };
const waiting = {
  id: 17,
  kind: 'papers',
  asked_by: 'compliance',
  asked_at: at,
  act: 'close',
  reason_code: 'own_wish',
  reason: 'Written on paper, and called back at the number on file.',
};

function told(page: ScreenHelpers['page'], data: object): Promise<void> {
  return answerAtDesk(page, 'client-status/*', { data });
}

function withPast({ page }: ScreenHelpers): Promise<void> {
  return told(page, state);
}

function withWaiting({ page }: ScreenHelpers): Promise<void> {
  return told(page, { ...state, waiting });
}

function withHeld({ page }: ScreenHelpers): Promise<void> {
  return told(page, { ...state, held: 'screened', acts: acts.slice(0, 1) });
}

async function toSection({ page }: ScreenHelpers): Promise<void> {
  await page.locator('#status ul').scrollIntoViewIfNeeded();
}

async function ask(stage: ScreenHelpers, name: 'freeze' | 'close'): Promise<void> {
  await press(stage, `clientStatus.desk.act.${name}`);
  await stage.page.locator('dialog[open] select[name="reason_code"]').waitFor();
}
