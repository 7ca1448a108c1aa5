import type { APIRequestContext, Page } from '@playwright/test';
import { expect, password } from './portal.ts';

/** Signs in at the desk and asks for something there. */
export async function deskCall(request: APIRequestContext, who: string, { path, body }: { path: string; body: object }) {
  const signedIn = await request.post('/api/desk/login', { data: { id: `${who}@staff.atrium.test`, password } });
  const { token } = (await signedIn.json()).data;
  const answer = await request.post(`/api/desk/${path}`, { data: body, headers: { authorization: `Bearer ${token}` } });
  const { success, data, errors } = await answer.json();
  expect(success, JSON.stringify(errors)).toBe(true);
  return data;
}

/** The code that was sent to that client last. */
export async function newestPin(page: Page, client: string): Promise<string> {
  const read = async (): Promise<string> => {
    const answer = await page.context().request.get(`/sandbox/outbox?to=${client}@atrium.test`);
    const { messages } = (await answer.json()) as { messages: { subject: string | null; pin: string | null }[] };
    // Letters about other things have numbers of four digits too.
    return messages.find(({ subject }) => subject === 'Your code for Atrium')?.pin ?? '';
  };
  await expect.poll(read).not.toBe('');
  return read();
}
