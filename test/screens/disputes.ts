import { answerAtDesk } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

const finance = { at: 'desk', as: 'finance' } as const;

export const deskScreens: readonly Screen[] = [
  { name: 'desk-disputes', path: 'disputes', ...finance, before: listed },
  { name: 'desk-disputes-none', path: 'disputes', ...finance },
  { name: 'desk-disputes-one', path: 'disputes/7', ...finance, before: open },
  { name: 'desk-disputes-paper', path: 'disputes/7', ...finance, before: open, open: addPaper, isOver: true },
  { name: 'desk-disputes-lost', path: 'disputes/7', ...finance, before: lost },
  { name: 'desk-disputes-client', path: 'clients/{client}', ...finance, before: listed, open: toSection },
];

const line = {
  id: 7,
  client_id: 100_001,
  transfer_id: 500_017,
  reversal_id: 500_023,
  amount: '250.00',
  currency: 'USD',
  status: 'open',
  opened_at: '2026-11-20T09:30:00.000Z',
  evidence_due_at: '2026-11-30T09:30:00.000Z',
  is_late: false,
  is_restricting: true,
};

const whole = {
  ...line,
  name: 'Thandi Nkosi',
  provider: 'praxis',
  transaction: '8812311',
  payment: {
    reference: 'r500017-1f2e3d4c',
    transaction: '8812001',
    paid_at: '2026-11-02T11:12:00.000Z',
    card: '4111********1111',
    payer: 'T NKOSI',
    account: 880_001,
  },
  owed: '58.40',
  evidence: [
    {
      id: '00000000-0000-4000-8000-000000000007',
      name: 'receipt.pdf',
      bytes: 120_000,
      sent_at: '2026-11-21T10:00:00.000Z',
      kind: 'payment_proof',
      note: 'The receipt that the client was sent.',
      added_by: 'finance',
      scan: 'clean',
    },
  ],
  sign_ins: [{ at: '2026-11-02T11:08:00.000Z', address: '203.0.113.8', agent: 'Firefox on Windows' }],
  sent_at: null,
  ended_at: null,
  ended_why: null,
  ended_by: null,
};

function listed({ page }: ScreenHelpers): Promise<void> {
  const disputes = [line, { ...line, id: 6, status: 'sent' }, { ...line, id: 5, status: 'won', is_restricting: false }];
  return answerAtDesk(page, 'disputes', { data: { disputes, next: null } });
}

function open({ page }: ScreenHelpers): Promise<void> {
  return answerAtDesk(page, 'disputes/7', { data: { dispute: whole } });
}

function lost({ page }: ScreenHelpers): Promise<void> {
  const over = { status: 'lost', ended_at: '2026-11-30T09:40:00.000Z', ended_why: 'too_late', ended_by: 'disputes' };
  return answerAtDesk(page, 'disputes/7', { data: { dispute: { ...whole, ...over } } });
}

async function addPaper({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('button', { name: say('disputes.evidence.add') }).click();
  await page.getByRole('dialog').waitFor();
}

async function toSection({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByRole('table', { name: say('desk.section.disputes') }).scrollIntoViewIfNeeded();
}
