import type { Page } from '@playwright/test';
import { answerCalls } from './answers.ts';
import type { ScreenHelpers } from './screen.ts';

/* What brings many screens into a state; what only one area's do stands with that area. */

/** Whoever signs in at the desk unless another is named. */
export const admin = { at: 'desk', as: 'admin' } as const;

export async function submit({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main form [type="submit"]').click();
  await page.locator('[aria-invalid="true"], [role="alert"]').first().waitFor();
}

export async function press({ page, say }: ScreenHelpers, id: string): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: say(id), exact: true })
    .first()
    .click();
  await page.locator('dialog[open]').waitFor();
}

export async function confirm({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main form [type="submit"]').click();
  await page.locator('dialog[open]').waitFor();
}

export async function openRow({ page }: ScreenHelpers): Promise<void> {
  await page.locator('main [data-row]').first().click();
  await page.locator('dialog[open]').waitFor();
}

/** The call of either door never answers. */
export async function silence(page: Page, call: string): Promise<void> {
  await answerCalls(page, `**/${call}?*`, () => undefined);
}

/** The portal's call meets a fault of ours. */
export async function fail(page: Page, call: string): Promise<void> {
  const envelope = { success: false, code: 500, data: null, errors: [], notifications: [] };
  await answerCalls(page, `**/api/js/${call}?*`, async (asked) =>
    asked.fulfill({ status: 500, json: envelope, headers: { 'x-request-id': 'req-7c41' } }),
  );
}

interface Answer {
  readonly status?: number;
  readonly data?: unknown;
  readonly errors?: readonly object[];
}

/** What a call of the portal answers, instead of asking the server; `call` may have stars. */
export async function answerAtPortal(page: Page, call: string, data: object): Promise<void> {
  const envelope = { success: true, code: 200, data, errors: [], notifications: [] };
  await answerCalls(page, `**/api/js/${call}*`, async (asked) => asked.fulfill({ json: envelope }));
}

/** What a call of the desk answers, instead of asking the server. */
export async function answerAtDesk(page: Page, call: string, { status = 200, data = null, errors = [] }: Answer): Promise<void> {
  const envelope = { success: status < 400, code: status, data, errors };
  const headers = { 'x-request-id': 'req-7c41' };
  await answerCalls(page, `**/api/desk/${call}?*`, async (asked) => asked.fulfill({ status, json: envelope, headers }));
}
