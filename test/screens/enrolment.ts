import { answerAtDesk, openRow } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'enrolment-global', path: '?step2=1', as: 'global.my', open: stand, isOver: true },
  { name: 'enrolment-eu', path: '?step2=1', as: 'eu.lead', open: stand, isOver: true },
  { name: 'enrolment-faults', path: '?step2=1', as: 'global.my', open: sendEmpty, isOver: true },
  { name: 'enrolment-yearly', path: '?step2=1', as: 'global.repeat', open: stand, isOver: true },
  { name: 'enrolment-leaving', path: '?step2=1', as: 'global.my', open: ask, isOver: true },
];

export const deskScreens: readonly Screen[] = [
  {
    name: 'desk-enrolment-tax',
    path: 'queues/tax',
    at: 'desk',
    as: 'compliance',
    before: withTaxCase,
    open: openRow,
    isOver: true,
  },
];

async function withTaxCase({ page }: ScreenHelpers): Promise<void> {
  const at = new Date(Date.now() - 26 * 3600_000).toISOString();
  const clocks = { opened_at: at, due_at: null, is_late: false, claimed_by: null, claimed_until: null };
  const detail = { why: 'not_yet_issued', due_at: at };
  const items = [{ id: 95, queue: 'tax', client_id: 100001, subject: 'tax:100001', detail, ...clocks }];
  await answerAtDesk(page, 'queues/tax', { data: { items, next: null } });
  const dues = [{ what: 'tax_number', why: 'not_yet_issued', due_at: at }];
  await answerAtDesk(page, 'dues/100001', { data: { dues, tax_residency: 'AE' } });
}

async function stand({ page }: ScreenHelpers): Promise<void> {
  await page.locator('dialog[open] select[name="place_of_birth"]').waitFor();
}

async function sendEmpty(stage: ScreenHelpers): Promise<void> {
  await stand(stage);
  await stage.page.locator('dialog[open] form [type="submit"]').click();
  await stage.page.locator('dialog[open] [aria-invalid="true"]').first().waitFor();
}

/** The button that closes it asks first. */
async function ask(stage: ScreenHelpers): Promise<void> {
  await stand(stage);
  await stage.page.locator('dialog[open] header button').click();
  await stage.page.getByRole('button', { name: stage.say('enrolment.leave.stay') }).waitFor();
}
