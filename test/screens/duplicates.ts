import { admin, answerAtDesk } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-duplicates-case', path: 'queues/duplicates', ...admin, before: withFinding, open: openRow, isOver: true },
];

const at = '2026-11-20T09:30:00.000Z';
const line = (id: number, more: object) => ({
  client_id: id,
  name: '',
  email: `somebody.${id}@example.com`,
  company: 3,
  country: 'MY',
  status: 'REG_FULL',
  ...more,
});

async function withFinding({ page }: ScreenHelpers): Promise<void> {
  const detail = { other_client: 100_005, in_common: 'document, phone' };
  const item = { id: 4, queue: 'duplicates', subject: 'duplicate:7', client_id: 100_019, opened_at: at, due_at: null };
  const items = [{ ...item, is_late: false, claimed_by: null, claimed_until: null, detail }];
  await answerAtDesk(page, 'queues/duplicates', { data: { items, next: null } });
  const other = line(100_005, {
    name: 'Bartholomew Featherstonehaugh-Cholmondeley',
    company: 1,
    country: 'DE',
    status: 'APPROVED',
  });
  const finding = {
    id: 7,
    other,
    is_earlier: true,
    in_common: ['phone', 'document'],
    found_at: at,
    decision: null,
    decided_at: null,
  };
  await answerAtDesk(page, 'duplicates', { data: { client: line(100_019, {}), findings: [finding] } });
}

async function openRow({ page }: ScreenHelpers): Promise<void> {
  await page.locator('[data-row]').first().click();
  await page.locator('dialog[open] section dl').first().waitFor();
}
