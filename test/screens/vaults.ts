import { admin, answerAtDesk, openRow } from '../acting.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const deskScreens: readonly Screen[] = [
  { name: 'desk-vaults', path: 'gold', ...admin, before: withVaults },
  { name: 'desk-vaults-import', path: 'gold', ...admin, before: withVaults, open: openDialog(0), isOver: true },
  { name: 'desk-vaults-buy', path: 'gold', ...admin, before: withVaults, open: openDialog(1), isOver: true },
  { name: 'desk-vaults-bars', path: 'gold/bars', ...admin },
  {
    name: 'desk-vaults-bars-none',
    path: 'gold/bars',
    ...admin,
    before: async ({ page }) => answerAtDesk(page, 'gold/bars', { data: { bars: [], next: null } }),
  },
  { name: 'desk-vaults-difference', path: 'queues/differences', ...admin, before: withDifference, open: openRow, isOver: true },
];

async function withVaults({ page }: ScreenHelpers): Promise<void> {
  const at = new Date(Date.now() - 8 * 3600_000).toISOString();
  const times = { at, checked_at: at };
  const weights = { clients: '1262.0000000', bars: '1000.0000000', unallocated: '250.0000000' };
  const less = { id: 3, vault: 'zurich', ...weights, difference: '-12.0000000', ...times };
  const same = { ...less, id: 2, clients: '1250.0000000', difference: '0.0000000' };
  const unknown = {
    ...less,
    id: 1,
    vault: 'london',
    clients: '31.1034768',
    bars: '0.0000000',
    unallocated: null,
    difference: null,
  };
  const imported = { as_of: at, imported_at: at, brought_by: 'finance' };
  const statement = { id: 4, vault: 'zurich', number: 'ZH-2026-325', unallocated: '250.0000000', ...imported };
  const bars = { count: 1, weight: '1000.0000000' };
  const zurich = { vault: 'zurich', companies: [1, 3, 5], clients: '1262.0000000', bars, statement, check: less };
  const none = { count: 0, weight: '0.0000000' };
  const london = { vault: 'london', companies: [4], clients: '31.1034768', bars: none, statement: null, check: unknown };
  const data = { vaults: [zurich, london], statements: [statement], checks: [less, same, unknown] };
  await answerAtDesk(page, 'gold/vaults', { data });
}

function openDialog(which: number): NonNullable<Screen['open']> {
  return async ({ page }) => {
    await page.locator('main button').nth(which).click();
    await page.locator('dialog[open] textarea[name="reason"]').waitFor();
  };
}

async function withDifference({ page }: ScreenHelpers): Promise<void> {
  const at = new Date(Date.now() - 35 * 60_000).toISOString();
  const due = new Date(Date.now() + 90 * 60_000).toISOString();
  const weights = {
    clients: '1262.0000000 g',
    bars: '1000.0000000 g',
    unallocated: '250.0000000 g',
    difference: '-12.0000000 g',
  };
  const detail = { kind: 'gold', vault: 'zurich', ...weights };
  const times = { opened_at: at, due_at: due, is_late: false, claimed_by: null, claimed_until: null };
  const items = [{ id: 92, queue: 'differences', client_id: null, subject: 'gold_vault:zurich', detail, ...times }];
  await answerAtDesk(page, 'queues/differences', { data: { items, next: null } });
}
