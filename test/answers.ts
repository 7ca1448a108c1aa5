import type { APIResponse, CDPSession, Page } from '@playwright/test';

/*
 * What a page's calls are answered with in the server's place. Playwright's own `route` stops whatever a page asks for, its scripts
 * and styles too, and keeps nothing of them for the next page; here only calls are stopped, and what a page has loaded once stays.
 */

/** A call that stands still until it is answered; one that is left alone never is. */
interface AskedCall {
  readonly method: string;
  /** What the server answers to it. */
  fetch(): Promise<APIResponse>;
  fulfill(answer: Answer): Promise<void>;
}

interface Answer {
  /** What it is besides what is said here. */
  readonly response?: APIResponse;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly json?: unknown;
  readonly body?: Buffer;
}

/** Where stars stand for anything, or an expression that is found in the address. */
type Where = string | RegExp;

interface Stop {
  readonly where: RegExp;
  readonly answer: (call: AskedCall) => unknown;
}

interface Stops {
  readonly session: CDPSession;
  readonly all: Stop[];
  /** What stands still. */
  readonly standing: Set<string>;
}

const stopsOf = new WeakMap<Page, Promise<Stops>>();

/** From now on calls to an address are answered so; what was said last of an address holds. */
export async function answerCalls(page: Page, where: Where, answer: Stop['answer']): Promise<void> {
  let opened = stopsOf.get(page);
  if (!opened) stopsOf.set(page, (opened = open(page)));
  const { session, all } = await opened;
  all.unshift({ where: typeof where === 'string' ? expressionOf(where) : where, answer });
  // Asked for each time: after `answerNoMore` it is off.
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
}

/** The server answers whatever the page asks for from now on; what stands still goes on doing so until its page has gone. */
export async function answerNoMore(page: Page): Promise<void> {
  const opened = await stopsOf.get(page);
  if (!opened) return;
  const { session, all, standing } = opened;
  all.length = 0;
  if (standing.size === 0) await session.send('Fetch.disable');
  standing.clear();
}

async function open(page: Page): Promise<Stops> {
  const session = await page.context().newCDPSession(page);
  const all: Stop[] = [];
  const standing = new Set<string>();
  // What has gone with its page needs no answer any more.
  const unlessGone = (): void => undefined;
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const stop = all.find(({ where }) => where.test(request.url));
    if (!stop) return void session.send('Fetch.continueRequest', { requestId }).catch(unlessGone);
    standing.add(requestId);
    const { method, url, headers, postData: data } = request;
    const call: AskedCall = {
      method,
      fetch: () => page.request.fetch(url, { method, headers, ...(data !== undefined && { data }) }),
      fulfill: async (answer) => {
        const fulfilment = await written(answer);
        standing.delete(requestId);
        await session.send('Fetch.fulfillRequest', { requestId, ...fulfilment }).catch(unlessGone);
      },
    };
    Promise.resolve(stop.answer(call)).catch((error: unknown) => {
      if (all.includes(stop) && !page.isClosed()) throw error;
    });
  });
  return { session, all, standing };
}

/** What is not as the server sent it any more. */
const ofThePacked: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

async function written({ response, status, headers = {}, contentType, json, body }: Answer) {
  const type = contentType ?? (json === undefined ? undefined : 'application/json');
  const said = { ...headers, ...(type !== undefined && { 'content-type': type }) };
  const kept = (response?.headersArray() ?? []).filter(({ name }) => {
    const low = name.toLowerCase();
    return !ofThePacked.has(low) && !(low in said);
  });
  const bytes = body ?? (json === undefined ? await response?.body() : Buffer.from(JSON.stringify(json)));
  return {
    responseCode: status ?? response?.status() ?? 200,
    responseHeaders: [...kept, ...Object.entries(said).map(([name, value]) => ({ name, value }))],
    body: bytes?.toString('base64') ?? '',
  };
}

function expressionOf(where: string): RegExp {
  const words: Readonly<Record<string, string>> = { '**': '.*', '*': '[^/]*' };
  const parts = where.split(/(\*\*|\*)/).map((part) => words[part] ?? part.replaceAll(/[?.]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('')}$`);
}
