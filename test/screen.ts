import type { Page } from '@playwright/test';
import { defaultBrand } from '../src/law/brand.ts';
import type { LanguageKey } from '../src/law/languages.ts';
import type { Say } from './sentences.ts';
import { untilStill } from './still.ts';

/** What a screen's opening has in hand. */
export interface ScreenHelpers {
  readonly page: Page;
  readonly say: Say;
}

/** One screen in one state: the gallery takes its picture, the journeys look for barriers on it. */
export interface Screen {
  /** Unique; begins with the name of its file in test/screens, at the desk with `desk-` and then that. */
  readonly name: string;
  /** Below the locale. `{account}`, `{demo}` and `{transfer}` are filled in from what the client has, `{brand}` too. */
  readonly path: string;
  /** The staff's desk, which has no languages; absent: the portal. */
  readonly at?: 'desk';
  /** The seeded client who is signed in, or at the desk the member of staff; absent: nobody. */
  readonly as?: string;
  /** Before the page is asked for: what an outside party or the network answers. */
  readonly before?: (stage: ScreenHelpers) => Promise<void>;
  /** What is done once the screen stands, in the words of any language. */
  readonly open?: (stage: ScreenHelpers) => Promise<void>;
  /** It opens over a screen, so that only what is in sight counts. */
  readonly isOver?: true;
  /** It is what shows while something is being loaded. */
  readonly isWaiting?: true;
  /** HTTP statuses that it provokes; the browser notes each in its console. */
  readonly provokes?: readonly number[];
  /** Exists on a phone only. */
  readonly isPhoneOnly?: true;
  /** Exists below the width of a desk only. */
  readonly isNarrowOnly?: true;
  /** Not in the portal's languages: a page of an outside party. */
  readonly isOutside?: true;
}

interface Setting extends ScreenHelpers {
  readonly language: LanguageKey;
  /** What stands in paths, as `placesOf` finds it. */
  readonly places: Readonly<Record<string, string>>;
}

/** Brings a screen into its state: the page asked for, what is opened on it opened, nothing being loaded any more. */
export async function stand(screen: Screen, { page, say, language, places }: Setting): Promise<void> {
  const known: Readonly<Record<string, string | undefined>> = { ...places, brand: defaultBrand.key };
  const path = screen.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`${screen.name}: the client has no ${name}`);
    return value;
  });
  await screen.before?.({ page, say });
  await page.goto(`/${screen.at ?? language}${path === '' ? '' : `/${path}`}`);
  if (screen.isWaiting) return page.locator('[aria-busy="true"]').first().waitFor();
  await untilStill(page, { head: 'h1', within: 'main' });
  await screen.open?.({ page, say });
  await untilStill(page, { head: 'h1', within: 'main' });
}

/** What the client has to stand for `{account}`, `{demo}`, `{transfer}` and `{unpaid}`; `get` asks a call of the API as the client. */
export async function addressesOf(get: (path: string) => Promise<Answers>): Promise<Readonly<Record<string, string>>> {
  const [{ accounts }, { transfers }] = await Promise.all([get('api/accounts'), get('api/transfers?limit=100')]);
  const found = {
    account: accounts.live[0]?.number,
    demo: accounts.demo[0]?.number,
    transfer: transfers[0]?.id,
    unpaid: transfers.find(isUnpaid)?.id,
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** A deposit that papers can be sent about. */
function isUnpaid(transfer: { readonly transfer_type?: string; readonly status?: string }): boolean {
  return transfer.transfer_type === 'deposit' && transfer.status !== 'completed';
}

/** And what stands for `{client}` and `{lead}` at the desk. */
export async function deskAddressesOf(get: (path: string) => Promise<Answers>): Promise<Readonly<Record<string, string>>> {
  const idOf = async (name: string): Promise<string> => {
    const { clients } = await get(`/api/desk/clients?search=${name}`);
    return String(clients[0]?.client_id);
  };
  return { client: await idOf('global.active'), lead: await idOf('global.lead') };
}

// oxlint-disable-next-line typescript/no-explicit-any -- the envelope's data, as the API gives it
type Answers = any;

/** A width in which the screen exists. */
export function widthFor({ isPhoneOnly, isNarrowOnly }: Screen): number {
  if (isPhoneOnly) return 360;
  return isNarrowOnly ? 768 : 1280;
}
