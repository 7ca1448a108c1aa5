import path from 'node:path';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { noteCost, usedWithin } from '../../src/server/testing/cost.ts';
import { untilStill } from '../still.ts';
import { axeSource, type AxeInPage } from './axe.ts';
import { openBox, type Box } from './box.ts';

/** Every seeded client's password. */
export const password = 'Sandbox2026!';

/** The portal's server, asked without a screen, as the client who is signed in. */
export interface SandboxHelpers {
  /** Signs a seeded client in, by the part of the e-mail before the @, and puts off what is asked of newcomers. */
  signIn(name: string): Promise<void>;
  get(path: string): Promise<Data>;
  post(path: string, body: object): Promise<Data>;
  /** Ends the session, as idleness would. */
  endSession(): Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a journey says what it expects of the data by expecting it
type Data = any;

interface Fixtures {
  readonly backstage: SandboxHelpers;
  /** Refusals that the journey provokes: the browser notes each in its console. */
  readonly provoked: Set<number>;
  readonly watch: undefined;
  readonly told: undefined;
  readonly seeded: undefined;
  readonly counted: undefined;
  readonly alone: undefined;
}

interface WorkerFixtures {
  /** What the box is started with besides the usual: a file of journeys that sets it has a box of its own. */
  readonly boxEnvironment: Readonly<Record<string, string>>;
  /** The broker that this worker's journeys run against, one after the other. */
  readonly box: Box;
}

/** Of what the server wrote: the end of it, where the failure stands. */
const mostTold = 8_000;
/** The file whose journeys this worker ran last. */
let lastFile: string | undefined;
/** What this worker with its browser and its broker had used when its last journey ended. */
let usedBefore = 0;

export const test = base.extend<Fixtures, WorkerFixtures>({
  boxEnvironment: [{}, { scope: 'worker', option: true }],
  box: [
    async ({ boxEnvironment }, use, worker) => {
      const box = await openBox(`worker-${worker.parallelIndex}`, boxEnvironment);
      await use(box);
      await box.close();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  /** What the server wrote of a journey that failed goes with its box: it is told with the failure. */
  told: [
    async ({ box }, use, { errors, title }) => {
      box.said();
      await use(undefined);
      const said = box.said();
      if (errors.length > 0 && said !== '') console.error(`The server during "${title}":\n${said.slice(-mostTold)}`);
    },
    { auto: true },
  ],
  /** Each file finds the broker as it is seeded, whichever files this worker ran before. */
  seeded: [
    async ({ box }, use, { file }) => {
      if (lastFile !== undefined && lastFile !== file) await box.reset();
      lastFile = file;
      await use(undefined);
    },
    { auto: true },
  ],
  /** A page that a journey opened beside its own would go on asking and being drawn until the worker ends. */
  alone: [
    async ({ browser, context }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map(async (opened) => (opened === context ? undefined : opened.close())));
    },
    { auto: true },
  ],
  /** What a journey costs, and what was made ready for it with it. */
  counted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture takes from this pattern
    async ({}, use, { file, title }) => {
      await use(undefined);
      const used = usedWithin(process.pid);
      noteCost({ file: path.relative(process.cwd(), file), title, seconds: used - usedBefore });
      usedBefore = used;
    },
    { auto: true },
  ],
  baseURL: async ({ box }, use) => use(box.url),
  backstage: async ({ context }, use) => use(openSandboxHelpers(context)),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture takes from this pattern
  provoked: async ({}, use) => use(new Set()),
  /** No journey may leave an error, a broken script or a breach of the content security policy behind. */
  watch: [
    async ({ context, provoked }, use) => {
      const faults: string[] = [];
      context.on('weberror', (error) => faults.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        // Only a journey takes the network away, and what the page asks for meanwhile is its own affair.
        if (message.text().includes('ERR_INTERNET_DISCONNECTED')) return;
        // "Failed to load resource: … a status of 404 (Not Found)", and a refused read as the screen's boundary tells it.
        const status = Number(/status of (\d{3})|^CallFailure: [\w-]+ \((\d{3})\)/.exec(message.text())?.slice(1).join(''));
        if (!provoked.has(status)) faults.push(`${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      // What is being answered otherwise just then would fail with the page that goes away.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      expect(faults, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export function openSandboxHelpers(context: BrowserContext): SandboxHelpers {
  let token = '';
  const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Data> => {
    const answer = await context.request.fetch(path.startsWith('/') ? path : `/api/js/${path}`, {
      method,
      ...(body === undefined ? {} : { data: body }),
      headers: { authorization: `Bearer ${token}` },
    });
    const envelope = await answer.json();
    if (!envelope.success) throw new Error(`${method} ${path}: ${JSON.stringify(envelope.errors)}`);
    return envelope.data;
  };
  return {
    async signIn(name) {
      token = (await send('POST', '/api/client/login', { id: `${name}@atrium.test`, password })).token;
      const { interposes } = await send('GET', 'api/client_info');
      if (interposes === 'registration_step2') await send('POST', 'api/direct/clients/details/event', { event: 'put_off' });
    },
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    endSession: async () => void (await send('POST', '/api/client/logout', {})),
  };
}

/** What stands around every screen: the navigation, the bar above and the lines below. */
const frame = ['nav', 'header', 'footer'].map((name) => `${name}:not(main ${name}, dialog ${name})`);

/**
 * What stands in the way of those who hear a page or use it by keyboard, by the rules of WCAG 2.2 AA. Where the frame was looked at
 * with another screen of the same reader, it need not be again; rules about the whole page look at the whole page all the same.
 */
export async function barriers(page: Page, { isFrameKnown = false } = {}): Promise<string[]> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  return found(page, { within: 'html', besides: isFrameKnown ? frame : [], options: { runOnly: { type: 'tag', values } } });
}

/** What does on the screen without its frame, by every rule that axe has, its advice included. */
export async function screenBarriers(page: Page): Promise<string[]> {
  return found(page, { within: 'main', besides: [], options: {} });
}

/** Those of the barriers that can differ between the light and the dark appearance of one screen. */
export async function colourBarriers(page: Page, { isFrameKnown = false } = {}): Promise<string[]> {
  const values = ['color-contrast', 'link-in-text-block'];
  return found(page, { within: 'html', besides: isFrameKnown ? frame : [], options: { runOnly: { type: 'rule', values } } });
}

interface Search {
  readonly within: string;
  readonly besides: readonly string[];
  readonly options: axe.RunOptions;
}

/**
 * Axe, once in each document and in it alone. Its package for Playwright opens a blank page for each search, to put together
 * what it found in the frames of a page. The portal's own have none: only what is a provider's stands in one, and is the provider's.
 */
async function found(page: Page, search: Search): Promise<string[]> {
  const strangers = await page.locator('iframe[sandbox]').count();
  expect(page.frames(), 'documents on the page').toHaveLength(1 + strangers);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async ({ within, besides, options }) => {
    const core: AxeInPage = Reflect.get(window, 'axe');
    // Half faded in, words have no contrast: what comes to an end is judged when it has.
    const moving = () =>
      document.getAnimations().filter(({ effect, playState }) => {
        return playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime));
      });
    for (let all = moving(); all.length > 0; all = moving()) await Promise.allSettled(all.map(({ finished }) => finished));
    core.forgetLooks();
    const { violations } = await core.run(
      { include: [[within]], exclude: besides.map((one) => [one]) },
      { ...options, iframes: false, resultTypes: ['violations'] },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)}`),
    );
  }, search);
}

/** The screen stands: its head is there, and nothing is being loaded any more. */
export async function still(page: Page): Promise<void> {
  await untilStill(page, { head: 'main h1', within: 'html' });
}

/** Opens a page of the portal and waits until it stands. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await still(page);
}
