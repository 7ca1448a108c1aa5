import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

/** Every seeded client's password. */
export const password = 'Sandbox2026!';

/** The portal's server, asked without a screen, as the client who is signed in. */
export interface Backstage {
  /** Signs a seeded client in, by the part of the e-mail before the @. */
  signIn(name: string): Promise<void>;
  get(path: string): Promise<Data>;
  post(path: string, body: object): Promise<Data>;
  /** Ends the session, as idleness would. */
  endSession(): Promise<void>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a journey says what it expects of the data by expecting it
type Data = any;

interface Fixtures {
  readonly backstage: Backstage;
  /** Refusals that the journey provokes: the browser notes each in its console. */
  readonly provoked: Set<number>;
  readonly watch: undefined;
}

export const test = base.extend<Fixtures>({
  backstage: async ({ context }, use) => use(openBackstage(context)),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture takes from this pattern
  provoked: async ({}, use) => use(new Set()),
  /** No journey may leave an error, a broken script or a breach of the content security policy behind. */
  watch: [
    async ({ context, provoked }, use) => {
      const faults: string[] = [];
      context.on('weberror', (error) => faults.push(String(error.error())));
      context.on('console', (message) => {
        if (message.type() !== 'error') return;
        // "Failed to load resource: … a status of 404 (Not Found)", and a refused read as the screen's boundary tells it.
        const status = Number(/status of (\d{3})|^CallFailure: [\w-]+ \((\d{3})\)/.exec(message.text())?.slice(1).join(''));
        if (!provoked.has(status)) faults.push(`${message.text()} (${message.location().url})`);
      });
      await use(undefined);
      expect(faults, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

function openBackstage(context: BrowserContext): Backstage {
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
    },
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    endSession: async () => void (await send('POST', '/api/client/logout', {})),
  };
}

/** What stands in the way of those who hear a page or use it by keyboard, by the rules of WCAG 2.2 AA. */
export async function barriers(page: Page): Promise<string[]> {
  return found(new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']));
}

/** Those of the barriers that can differ between the light and the dark appearance of one screen. */
export async function colourBarriers(page: Page): Promise<string[]> {
  return found(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
}

async function found(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)}`),
  );
}

/** The screen stands: its head is there, and nothing is being loaded any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Opens a page of the portal and waits until it stands. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}
