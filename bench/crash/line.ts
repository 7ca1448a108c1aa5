import { setTimeout as wait } from 'node:timers/promises';
import { emailOf, seedPassword } from '../../seed/personas.ts';
import { staffEmailOf } from '../../seed/staff.ts';
import type { StaffRole } from '../../src/law/staff.ts';

/** No answer, or one that says nothing of what has happened. */
export class Unanswered extends Error {}

const timeoutMs = 15_000;

/** The way to the server, with the session on it. */
export interface Line {
  send(path: string, body?: object, more?: Record<string, string>): Promise<Answer>;
  /** What answers in no envelope, such as the sandbox's helpers. */
  read(path: string): Promise<unknown>;
  /** Sends a form of a page, which leads on when it is taken. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<void>;
  signIn(name: string): Promise<void>;
  /** As one of the staff, at the desk. */
  signInStaff(role: StaffRole): Promise<void>;
  /** Of who is signed in. */
  clientId(): number;
}

export function openLine(url: string): Line {
  let headers: Record<string, string> = {};
  let clientId = 0;
  const enter = async (path: string, id: string): Promise<void> => {
    const response = await fetchOrThrow(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, password: seedPassword }),
    });
    const answer = (await bodyOf(response)) as { data?: { token?: string; client_id?: number } };
    if (!answer.data?.token) throw new Unanswered(`${id} could not sign in`);
    clientId = Number(answer.data.client_id ?? 0);
    const cookie = response.headers.getSetCookie().map((each) => each.split(';')[0]);
    headers = { cookie: cookie.join('; '), authorization: `Bearer ${answer.data.token}` };
  };
  return {
    clientId: () => clientId,
    async read(path) {
      const response = await fetchOrThrow(url + path, {});
      if (!response.ok) throw new Unanswered(`HTTP ${response.status}`);
      return bodyOf(response);
    },
    async submit(path, fields) {
      const response = await fetchOrThrow(url + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
      await response.body?.cancel();
      if (response.status !== 303) throw new Unanswered(`HTTP ${response.status}`);
    },
    signIn: (name) => enter('/api/client/login', emailOf(name)),
    signInStaff: (role) => enter('/api/desk/login', staffEmailOf(role)),
    send: async (path, body, more = {}) =>
      ask(url + path, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...more, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
  };
}

export type Answer =
  | { readonly success: true; readonly data: Readonly<Record<string, unknown>> }
  | { readonly success: false; readonly code: string; readonly data: Readonly<Record<string, unknown>> };

/** Says nothing of what has happened: no session, the same key is at work, too many requests. */
const silentStatuses: ReadonlySet<number> = new Set([401, 409, 429]);

/** A refusal is an answer; a fault of the server, or silence, is none. */
async function ask(url: string, request: RequestInit): Promise<Answer> {
  const response = await fetchOrThrow(url, request);
  const text = await response.text().catch((error: unknown) => {
    throw new Unanswered(String(error));
  });
  if (response.status >= 500 || silentStatuses.has(response.status)) throw new Unanswered(`HTTP ${response.status}`);
  const envelope: { success: boolean; data?: Record<string, unknown>; errors?: { code: string }[] } = JSON.parse(text);
  const data = envelope.data ?? {};
  return envelope.success ? { success: true, data } : { success: false, code: envelope.errors?.[0]?.code ?? '', data };
}

/** A body that breaks off is no answer. */
async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch((error: unknown) => {
    throw new Unanswered(String(error));
  });
}

async function fetchOrThrow(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw new Unanswered(String(error));
  }
}

const ratedMostMs = 120_000;

/** Over a weekend the clock is moved by days: nothing is exchanged before the rates of the day that it is then are read. */
export async function untilRated({ url }: { readonly url: string }, name: string): Promise<void> {
  const line = openLine(url);
  await line.signIn(name);
  const until = Date.now() + ratedMostMs;
  for (;;) {
    const answer = await line.send('/api/js/api/rates');
    if (answer.success && answer.data['is_awaited'] === false) return;
    if (Date.now() > until) throw new Error('the rates of the day were not read');
    await wait(500);
  }
}
