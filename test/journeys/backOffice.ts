import type { APIRequestContext, Page } from '@playwright/test';
import { instruments } from '../../src/law/investors.ts';
import { expect, password, type SandboxHelpers } from './portal.ts';

/** Signs in at the desk and asks for something there; without a body it is read. */
export async function deskCall(request: APIRequestContext, who: string, { path, body }: { path: string; body?: object }) {
  const signedIn = await request.post('/api/desk/login', { data: { id: `${who}@staff.atrium.test`, password } });
  const { token } = (await signedIn.json()).data;
  const answer = await request.fetch(`/api/desk/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { data: body }),
  });
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

/** What is answered by whoever would rather lose nothing: no strategy of the seeds is so careful. */
const carefulAnswers = {
  occupation: 'employed',
  retirement_date: '2050',
  education: 'bachelor',
  asset_value: 'to50',
  funds_sources: 'employment',
  annual_income: 'to50',
  monthly_percentage: 'm10',
  preservation: '100',
  income: '0',
  growth: '0',
  speculation: '0',
  riskier: '20',
  seeking: 'safety',
  outside_investments: 'nearly_all',
  horizon: 'y1',
  anticipation: 'inflation',
  reaction: 'sell_all',
  ...Object.fromEntries(instruments.map((each) => [`years_${each}`, 'none'])),
  assets_cash: '100',
  assets_bonds: '0',
  assets_shares: '0',
  assets_other: '0',
  agreement: true,
};

/** Whoever is signed in answers what investors are asked, most carefully, and compliance takes it. */
export async function becomeInvestor(page: Page, backstage: SandboxHelpers): Promise<void> {
  await backstage.post('api/direct/investment-program/investor-questionnaire', carefulAnswers);
  const { id: client } = await backstage.get('api/client_info');
  const { items } = await deskCall(page.request, 'compliance', { path: 'queues/investors' });
  const { subject } = items.find((item: { readonly client_id: number }) => item.client_id === client);
  const body = { decision: 'approved', reason: 'The answers were looked at.' };
  await deskCall(page.request, 'compliance', { path: subject.replace('investor:', 'investors/'), body });
}
