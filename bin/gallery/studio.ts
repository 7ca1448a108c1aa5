import path from 'node:path';
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import { emailOf, seedPassword } from '../../seed/personas.ts';
import { languages, type LanguageKey } from '../../src/law/languages.ts';
import { deskAddressesOf, addressesOf, stand, type Screen } from '../../test/screen.ts';
import { sentencesOf, type Say } from '../../test/sentences.ts';
import { findFaults } from './faults.ts';
import type { Picture, Scheme, View } from './views.ts';

const highestPicture = 4000;
const patienceMs = 15_000;

interface SignedIn {
  readonly cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  /** What stands in paths for `{account}`, `{demo}`, `{transfer}`. */
  readonly places: Readonly<Record<string, string>>;
}

export interface StudioSettings {
  readonly browser: Browser;
  readonly url: string;
  readonly folder: string;
  /** Who will be signed in, and where. */
  readonly people: readonly Person[];
}

export interface Studio {
  take(view: View): Promise<readonly Picture[]>;
}

/** A client of the portal or a member of staff at the desk, by the part of the e-mail before the @. */
type Person = Pick<Screen, 'as' | 'at'>;

/** Signs everybody in once; each view then has a browser context, and so a session's storage, of its own. */
export async function openStudio({ browser, url, folder, people }: StudioSettings): Promise<Studio> {
  const known = new Map<string, SignedIn>();
  for (const person of people) {
    if (person.as !== undefined && !known.has(keyOf(person))) known.set(keyOf(person), await signIn(browser, url, person));
  }
  const sentences = new Map<LanguageKey, Say>();
  return {
    async take(view) {
      const { screen, language, width } = view;
      const client = known.get(keyOf(screen));
      const context = await browser.newContext({
        baseURL: url,
        viewport: { width, height: windowHeight(width) },
        hasTouch: width < 768,
        reducedMotion: 'reduce',
        locale: languages[language].tag,
        timezoneId: 'UTC',
        ...(client && { storageState: { cookies: client.cookies, origins: [] } }),
      });
      const say = sentences.get(language) ?? sentencesOf(language);
      sentences.set(language, say);
      try {
        return await shoot({ view, page: await context.newPage(), say, folder, places: client?.places ?? {} });
      } finally {
        await context.close();
      }
    },
  };
}

function keyOf({ at, as }: Person): string {
  return `${as ?? ''} ${at ?? ''}`;
}

async function signIn(browser: Browser, url: string, { at, as = '' }: Person): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: url });
  const { request } = context;
  const isDesk = at === 'desk';
  const id = isDesk ? `${as}@staff.atrium.test` : emailOf(as);
  const login = isDesk ? '/api/desk/login' : '/api/client/login';
  const answer = await request.post(login, { data: { id, password: seedPassword }, failOnStatusCode: true });
  if (!isDesk) await putOff(request, (await answer.json()).data.token);
  const get = async (path: string) => {
    const answer = await request.get(isDesk ? path : `/api/js/${path}`, { failOnStatusCode: true });
    return (await answer.json()).data;
  };
  const places = isDesk ? await deskAddressesOf(get) : await addressesOf(get);
  const cookies = await context.cookies();
  await context.close();
  return { cookies, places };
}

/** The second step of the registration stands over every page of a newcomer; it is a picture of its own. */
async function putOff(request: APIRequestContext, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  await request.post('/api/js/api/direct/clients/details/event', { data: { event: 'put_off' }, headers });
}

interface Sitting {
  readonly view: View;
  readonly page: Page;
  readonly say: Say;
  readonly folder: string;
  readonly places: Readonly<Record<string, string>>;
}

async function shoot(sitting: Sitting): Promise<readonly Picture[]> {
  const { view, page } = sitting;
  const complaints = listen(page, view.screen);
  const pictures: Picture[] = [];
  try {
    page.setDefaultTimeout(patienceMs);
    await stand(view.screen, { page, say: sitting.say, language: view.language, places: sitting.places });
  } catch (error) {
    complaints.push(`could not be opened: ${String(error).replaceAll(/\s+/g, ' ').slice(0, 200)}`);
  }
  for (const scheme of view.schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    const seen = await page.evaluate(findFaults, { isForeign: view.language === 'en' || view.screen.isOutside === true });
    pictures.push(await develop(sitting, scheme, [...complaints, ...seen]));
  }
  return pictures;
}

function listen(page: Page, { provokes = [], isWaiting }: Screen): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`broken script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const status = Number(/status of (\d{3})|^CallFailure: [\w-]+ \((\d{3})\)/.exec(message.text())?.slice(1).join(''));
    // What never answers, and what is offline, says so in the console too.
    const isProvoked = provokes.includes(status) || isWaiting || message.text().includes('ERR_INTERNET_DISCONNECTED');
    if (!isProvoked) complaints.push(`console: ${message.text().slice(0, 200)}`);
  });
  return complaints;
}

async function develop({ view, page, folder }: Sitting, scheme: Scheme, faults: readonly string[]): Promise<Picture> {
  const { screen, language, width } = view;
  const file = `${screen.name}-${language}-${width}-${scheme}.png`;
  // A window as high as the whole screen, so that what clings to its edges is where it belongs.
  await page.evaluate(() => scrollTo(0, 0));
  if (!screen.isOver) {
    // Twice, because parts of a screen grow with the window.
    for (let times = 2; times > 0; times -= 1) {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.min(height, highestPicture) });
    }
  }
  // What clings to an edge is drawn anew after the window has grown, at times only in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.screenshot({ path: path.join(folder, file), animations: 'disabled' });
  await page.setViewportSize({ width, height: windowHeight(width) });
  return { name: screen.name, language, width, scheme, file, faults };
}

function windowHeight(width: number): number {
  return width < 768 ? 780 : 900;
}
