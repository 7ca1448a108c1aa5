import { answerAtDesk } from './acting.ts';
import type { ScreenHelpers } from './screen.ts';

/** A desk on a busy morning: the sandbox has few cases, and approvals only when somebody has asked for them. */
export async function fillDesk({ page }: ScreenHelpers): Promise<void> {
  const { queues, office, items, approvals } = busyMorning(Date.now());
  await answerAtDesk(page, 'queues', { data: { queues, office } });
  await answerAtDesk(page, 'queues/withdrawals', { data: { items, next: null } });
  await answerAtDesk(page, 'queues/deposits', { data: { items: [], next: null } });
  await answerAtDesk(page, 'approvals', { data: { approvals, next: null } });
}

/** What the calls of the desk answer on a busy morning: facts that the sandbox has not, for pictures and barriers. */
function busyMorning(now: number) {
  const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
  return {
    office: { is_open: true, changes_at: at(210) },
    queues: [
      { queue: 'withdrawals', count: 12, oldest_at: at(-190) },
      { queue: 'deposits', count: 0, oldest_at: null },
      { queue: 'differences', count: 2, oldest_at: at(-35) },
      { queue: 'identity', count: 31, oldest_at: at(-2900) },
    ],
    items: casesOf(at),
    approvals: approvalsOf(at),
  };
}

function casesOf(at: (minutes: number) => string) {
  const detail = { amount: '250.00', currency: 'USD', method: 'card' };
  const late = { due_at: at(-10), is_late: true };
  const free = { claimed_by: null, claimed_until: null };
  const cases = [
    { id: 81, subject: 'transfer:500021', client_id: 100001, opened_at: at(-190), ...late, ...free },
    { id: 84, subject: 'transfer:500034', client_id: 100023, opened_at: at(-95), due_at: at(40), ...free },
    { id: 85, subject: 'transfer:500035', client_id: 100033, opened_at: at(-62), due_at: at(300), ...taken('admin', at(12)) },
    { id: 90, subject: 'transfer:500040', client_id: null, opened_at: at(-8), due_at: null, ...taken('finance', at(14)) },
  ];
  return cases.map((each) => ({ queue: 'withdrawals', detail, is_late: false, ...each }));
}

function taken(who: string, until: string) {
  return { claimed_by: who, claimed_until: until };
}

function approvalsOf(at: (minutes: number) => string) {
  const waiting = { client_id: null, status: 'waiting', decided_by: null, decided_at: null, decision_reason: null };
  const setting = {
    id: 7,
    kind: 'settings',
    asked_by: 'finance',
    asked_at: at(-48),
    action: 'setting.change',
    subject: 'setting:session.idleSeconds',
    reason: 'People at the counter are signed out in the middle of a form.',
    before: { value: 1800 },
    after: { value: 2400 },
    can_decide: true,
  };
  const adjustment = {
    id: 8,
    kind: 'money',
    asked_by: 'admin',
    asked_at: at(-5),
    action: 'adjustment.post',
    subject: 'account:530000001',
    client_id: 100001,
    reason: 'The swap of Friday was charged twice, ticket 4411.',
    before: null,
    after: { amount: '12.40', currency: 'USD' },
    can_decide: false,
  };
  return [setting, adjustment].map((each) => ({ ...waiting, ...each }));
}
